import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { budgetPeople } from '#tests/budgetFiling.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { faults, freshProgram, quarterFiling } from '#tests/quarterFiling.ts'

let portal: Portal
const { ask, of, filed, monthAt, firstQuarter } = quarterFiling(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(budgetPeople)
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query(freshProgram))

describe('TCA the program', () => {
  type Overview = {
    programs: { tcapProgramId: number; schedule: { releaseYear: number; state: string }[] }[]
    months: unknown[]
  }
  const overview = () => of<Overview>(ask('company.writer', 'GET', 'TCAPProgram/GetByProperty/1'))
  const release = (releaseYear: number, tcapProgramId: number) =>
    ask('agency.write', 'POST', 'TCAPFeeRelease', { tcapProgramId, releaseYear })

  test('CALL-TCA-01, 04, 05: months of a property, and the lists of both sides', async () => {
    await firstQuarter()
    expect(await of(ask('company.writer', 'GET', 'TCAP/GetByProjectId/1'))).toHaveLength(3)
    const [own] = await of<object[]>(ask('company.writer', 'GET', 'TCAP/GetProjectList'))
    expect(own).toMatchObject({
      propertyId: 1,
      program: 'TCAP',
      nextMonth: '2025-11-01',
      toReview: 1,
      feeTotal: 45_000,
    })
    expect(await of(ask('agency.read', 'GET', 'TCAP/GetAdminList'))).toEqual([own])
    expect((await ask('company.writer', 'GET', 'TCAP/GetAdminList')).status).toBe(403)
  })

  test('the fee is released year by year, once, not before its year; the end of the program closes what is left', async () => {
    const { programs } = await overview()
    const { tcapProgramId: id, schedule } = programs[0]!
    expect(schedule.slice(0, 3).map((one) => one.state)).toEqual(['Due', 'Due', 'Later'])
    expect(await of(release(2025, id))).toMatchObject({ propertyId: 1, amount: 3000 })
    expect(faults(await release(2025, id))).toEqual(['Year: the part of 2025 was released already.'])
    expect(faults(await release(2027, id))).toEqual(['Year: the part of 2027 is released in 2027.'])
    expect(faults(await release(2050, id))).toEqual(['Year: the fee is released over 15 years from 2025.'])
    const end = (endReason: string | null) =>
      ask('agency.write', 'PUT', 'TCAPProgram', { tcapProgramId: id, endsOn: '2025-12-31', endReason })
    expect(faults(await end(null))).toEqual(['Why it ended: *Field is required'])
    await of(end('The loan was repaid.'))
    const after = (await overview()).programs[0]!
    expect(after.schedule.slice(0, 3).map((one) => one.state)).toEqual(['Released', 'Closed', 'Closed'])
    expect(faults(await release(2026, id))).toEqual([
      'Year: the program had ended before 2026; its schedule is closed.',
    ])
  })

  test('a program takes the agency’s terms, overlaps no other, and its end ends what is asked for', async () => {
    const begin = (values: object) =>
      ask('agency.write', 'POST', 'TCAPProgram', { propertyId: 1, program: 'TCR', ...values })
    expect(faults(await begin({ beginsOn: '2026-01-01' }))).toEqual([expect.stringContaining('overlaps')])
    await portal.owner.query(`delete from tcap_program;
      insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year, start_month) values (950, 1, 5, 0, 2026, 1) on conflict do nothing;
      insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
      values (1, 950, 5, '2026-01-01', '2026-01-31', '2026-02-01', '2026-02-25', '2026-02-25'), (1, 950, 5, '2026-02-01', '2026-02-28', '2026-03-01', '2026-03-25', '2026-03-25')`)
    const program = await of<{ tcapProgramId: number }>(begin({ beginsOn: '2026-01-01' }))
    expect(program).toMatchObject({ feeTotal: 45_000, feeYears: 15, firstReleaseYear: 2027 })
    const { tcapId } = await filed('2026-01-01')
    const tasks = () =>
      portal.owner
        .query(
          'select request_id as id, status_id as status from task_instance where task_schedule_id = 950 order by period_start',
        )
        .then((found) => found.rows)
    expect(await tasks()).toEqual([
      { id: tcapId, status: 2 },
      { id: null, status: -1 },
    ])
    expect(await monthAt('2026-01-01')).toMatchObject({ dueDate: '2026-02-25' })
    await of(
      ask('agency.write', 'PUT', 'TCAPProgram', {
        tcapProgramId: program.tcapProgramId,
        endsOn: '2026-01-31',
        endReason: 'Repaid',
      }),
    )
    expect(await tasks()).toHaveLength(1)
  })
})
