import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { budgetPeople } from '#tests/budgetFiling.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { faults, freshProgram, quarterFiling } from '#tests/quarterFiling.ts'

/** The date on which these tests run, regardless of the real date. */
const TODAY = new Date('2026-11-23T15:00:00Z')
let portal: Portal
const { ask, of: readReply, filed, monthAt, firstQuarter } = quarterFiling(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(TODAY)
  await portal.owner.query(budgetPeople)
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query(`${freshProgram}; delete from task_instance; delete from task_schedule`))

describe('TCA the program', () => {
  type Overview = {
    programs: { tcapProgramId: number; schedule: { releaseYear: number; state: string }[] }[]
    months: unknown[]
  }
  const loadOverview = () => readReply<Overview>(ask('company.writer', 'GET', 'TCAPProgram/GetByProperty/1'))
  const releaseFee = (releaseYear: number, tcapProgramId: number) =>
    ask('agency.write', 'POST', 'TCAPFeeRelease', { tcapProgramId, releaseYear })

  test('CALL-TCA-01, 04, 05: the months of a property are listed, and both the company and the agency see it in their lists', async () => {
    await firstQuarter()
    expect(await readReply(ask('company.writer', 'GET', 'TCAP/GetByProjectId/1'))).toHaveLength(3)
    const [ownProject] = await readReply<object[]>(ask('company.writer', 'GET', 'TCAP/GetProjectList'))
    expect(ownProject).toMatchObject({
      propertyId: 1,
      program: 'TCAP',
      nextMonth: '2025-11-01',
      toReview: 1,
      feeTotal: 45_000,
    })
    expect(await readReply(ask('agency.read', 'GET', 'TCAP/GetAdminList'))).toEqual([ownProject])
    expect((await ask('company.writer', 'GET', 'TCAP/GetAdminList')).status).toBe(403)
  })

  test('each year of the fee is released once and not before its year, and the end of the program closes later years', async () => {
    const { programs } = await loadOverview()
    const { tcapProgramId: id, schedule } = programs[0]!
    expect(schedule.slice(0, 3).map((item) => item.state)).toEqual(['Due', 'Due', 'Later'])
    expect(await readReply(releaseFee(2025, id))).toMatchObject({ propertyId: 1, amount: 3000 })
    expect(faults(await releaseFee(2025, id))).toEqual(['Year: the part of 2025 was released already.'])
    expect(faults(await releaseFee(2027, id))).toEqual(['Year: the part of 2027 is released in 2027.'])
    expect(faults(await releaseFee(2050, id))).toEqual(['Year: the fee is released over 15 years from 2025.'])
    const second = await readReply<{ tcapFeeReleaseId: number }>(releaseFee(2026, id))
    const first = await portal.owner.query<{ id: number }>(
      'select tcap_fee_release_id as id from tcap_fee_release where release_year = 2025',
    )
    const takeBack = (releaseId: number) =>
      ask('agency.write', 'DELETE' as 'PUT', `TCAPFeeRelease/${releaseId}`)
    expect((await takeBack(first.rows[0]!.id)).status).toBe(409)
    expect((await takeBack(second.tcapFeeReleaseId)).status).toBe(200)
    const endProgram = (endReason: string | null) =>
      ask('agency.write', 'PUT', 'TCAPProgram', { tcapProgramId: id, endsOn: '2025-12-31', endReason })
    expect(faults(await endProgram(null))).toEqual(['Why it ended: *Field is required'])
    await readReply(endProgram('The loan was repaid.'))
    const after = (await loadOverview()).programs[0]!
    expect(after.schedule.slice(0, 3).map((item) => item.state)).toEqual(['Released', 'Closed', 'Closed'])
    expect(faults(await releaseFee(2026, id))).toEqual([
      'Year: the program had ended before 2026; its schedule is closed.',
    ])
  })

  test('a new program has the agency’s fee terms and may not overlap, and its months become tasks until it ends', async () => {
    const createProgram = (values: object) =>
      ask('agency.write', 'POST', 'TCAPProgram', { propertyId: 1, program: 'TCR', ...values })
    const loadTasks = async () =>
      (
        await portal.owner.query<{ month: string; due: string; id: number | null; status: number }>(
          `select period_start::text as month, due_date::text as due, request_id as id, status_id as status from task_instance
            where property_id = 1 and task_type_id = 5 order by period_start`,
        )
      ).rows
    expect(faults(await createProgram({ beginsOn: '2026-01-01' }))).toEqual([
      expect.stringContaining('overlaps'),
    ])
    await portal.owner.query('delete from tcap_program')
    const { tcapId } = await fileJanuaryEarlier()
    const program = await readReply<{ tcapProgramId: number }>(createProgram({ beginsOn: '2026-01-15' }))
    expect(program).toMatchObject({ feeTotal: 45_000, feeYears: 15, firstReleaseYear: 2027 })
    const [january, february] = await loadTasks()
    expect(january).toEqual({
      month: '2026-01-01',
      due: expect.stringMatching(/^2026-02-2[5-8]$/),
      id: tcapId,
      status: 2,
    })
    expect(february).toMatchObject({ month: '2026-02-01', id: null, status: -1 })
    expect(await monthAt('2026-01-01')).toMatchObject({ dueDate: january?.due })
    const { tcapProgramId } = program
    const updateProgram = (values: object) =>
      readReply(ask('agency.write', 'PUT', 'TCAPProgram', { tcapProgramId, ...values }))
    const count = (await loadTasks()).length
    await updateProgram({ feeTotal: 30_000 })
    expect(await loadTasks()).toHaveLength(count)
    await updateProgram({ endsOn: '2026-02-10', endReason: 'Repaid' })
    expect((await loadTasks()).map((task) => task.month)).toEqual(['2026-01-01', '2026-02-01'])
    await updateProgram({ endsOn: null, endReason: null })
    expect(await loadTasks()).toHaveLength(count)
    const schedules = await portal.owner.query(
      'select frequency, starts_on::text, ends_on, enabled from task_schedule where property_id = 1 and task_type_id = 5',
    )
    expect(schedules.rows).toEqual([{ frequency: 0, starts_on: '2026-01-01', ends_on: null, enabled: true }])
    expect((await ask('agency.write', 'DELETE' as 'PUT', `TCAPProgram/${tcapProgramId}`)).status).toBe(200)
    expect(await loadTasks()).toMatchObject([{ id: tcapId }])
  })

  /** Files January within an earlier program, which is then removed. */
  async function fileJanuaryEarlier() {
    await portal.owner.query(
      `insert into tcap_program (property_id, begins_on, first_release_year) values (1, '2025-11-01', 2026)`,
    )
    const filedMonth = await filed('2026-01-01')
    await portal.owner.query('delete from tcap_program')
    return filedMonth
  }
})
