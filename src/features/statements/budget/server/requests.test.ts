import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import {
  budgetFiling,
  budgetPeople,
  type Detail,
  getLines,
  mapleGrove,
  type RefusalBody,
} from '#tests/budgetFiling.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { budgetNight } from './night.ts'

/** The date on which these tests run, regardless of the real date. */
const TODAY = new Date('2026-11-23T15:00:00Z')
let portal: Portal
const { post, get, of: readReply, save, begin, submitted, approved, clear } = budgetFiling(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(TODAY)
  await portal.owner.query(budgetPeople)
})
afterAll(() => portal.close())
beforeEach(clear)

const getLine = ({ lines }: Detail, code: string) => lines.find((line) => line.code === code)!
const getFields = (reply: { body: unknown }) => (reply.body as RefusalBody).fields

describe('BUD a budget', () => {
  test('CALL-BUD-02, 06, domain 8.4, 9.3: Maple Grove has revenue of 366,404, approved rents of 381,600 and coverage of 1.43', async () => {
    const empty = await readReply(get('company.writer', 'GetBudget/1/2027'))
    expect(empty).toMatchObject({
      budgetId: 0,
      budgetYear: 2027,
      units: 48,
      from: '2027-01-01',
      through: '2027-12-31',
      rents: 381_600,
      lines: [],
    })
    const { budgetId } = await begin(2027)
    expect(await readReply(get('company.writer', 'GetBudget/1/2027'))).toMatchObject({
      budgetId,
      totals: {
        grossPotentialRent: 381_600,
        revenue: 366_404,
        operatingIncome: 122_474,
        reserveDeposits: 14_400,
        debtService: 75_600,
      },
    })
    const [line] = (await get('company.writer', 'GetByProjectId/1')).body as { coverage: number }[]
    expect(line?.coverage).toBe(1.4295)
    // Domain 9.5: one budget for a property and year.
    expect((await save({ propertyId: 1, budgetYear: 2027 })).body).toMatchObject({
      message: expect.stringContaining(`B-${budgetId} already`),
    })
  })

  test("every figure names its author, and one typed over an import records the file's amount", async () => {
    const { budgetId, version } = await begin(2027)
    const rows = [
      { row: 6, code: '6452', name: 'Nat. gas - boiler', proposed: 1050 },
      { row: 7, code: '6451', proposed: 6000, note: 'New meter' },
    ]
    const imported = await readReply(
      post('company.writer', `ImportFigures/${budgetId}`, { version, fileName: 'grove.xlsx', rows }),
    )
    expect(getLine(imported, '6452')).toMatchObject({
      proposed: 1050,
      origins: { proposed: { file: 'grove.xlsx', row: 6, by: 5 } },
    })
    expect(getLine(imported, '6450').origins?.proposed).toEqual({ by: 5, at: expect.any(String) })
    const detail = await readReply(
      save({ budgetId, version: imported.version }, [
        { code: '6452', proposed: 1500 },
        { code: '6451', proposed: null, note: null },
      ]),
    )
    expect(getLine(detail, '6452').origins?.proposed).toMatchObject({
      was: { amount: 1050, file: 'grove.xlsx', row: 6 },
    })
    expect(detail.lines.some((line) => line.code === '6451')).toBe(false)
    expect(detail.people).toEqual({ 5: expect.any(String) })
    const names = await portal.ask('company.admin', 'GET', '/api/AccountName/GetByCompany/1')
    expect(names.body).toMatchObject([{ name: 'nat. gas - boiler', code: '6452' }])
  })

  test('an import is taken back in one step with figures, notes and origins, is recorded in history, and only until the next change', async () => {
    const detail = await begin(2027)
    const { budgetId, lines: before } = detail
    const path = `ImportFigures/${budgetId}`
    const rows = [
      { row: 6, sheet: 'Budget', code: '6452', proposed: 1050, note: 'Boiler' },
      { row: 7, code: '6451', proposed: 1 },
      { row: 8, code: '6525', proposed: 900 },
    ]
    const takeImportBack = (version: number, persona = 'company.writer') =>
      post(persona, `TakeImportBack/${budgetId}`, { version })
    expect(detail.lastImport).toBeNull()
    expect((await takeImportBack(detail.version)).status).toBe(409)
    const first = await readReply(
      post('company.writer', path, { version: detail.version, fileName: 'grove.xlsx', rows }),
    )
    expect(getLine(first, '6452').origins?.proposed).toMatchObject({
      file: 'grove.xlsx',
      sheet: 'Budget',
      row: 6,
    })
    expect(first.lastImport).toEqual({ file: 'grove.xlsx', rows: 3, at: expect.any(String) })
    expect((await takeImportBack(first.version, 'company.reader')).status).toBe(403)
    const restoredBudget = await readReply(takeImportBack(first.version))
    const withoutIds = (lines: Detail['lines']) => lines.map(({ budgetLineId: _, ...line }) => line)
    expect(withoutIds(restoredBudget.lines)).toEqual(withoutIds(before))
    expect(restoredBudget).toMatchObject({ totals: detail.totals, lastImport: null })
    const history = (await get('company.writer', `GetHistory/${budgetId}`)).body as {
      action: string
      reason: string
    }[]
    expect(history.filter((item) => item.reason).map(({ action, reason }) => [action, reason])).toEqual([
      ['Import taken back', '3 rows of grove.xlsx'],
      ['Figures imported', '3 rows of grove.xlsx'],
    ])
    // An entry made after the import stays, so the import can no longer be undone in one step.
    const secondImport = await readReply(
      post('company.writer', path, { version: restoredBudget.version, fileName: 'grove.xlsx', rows }),
    )
    const draft = await readReply(
      save({ budgetId, version: secondImport.version }, [{ code: '6453', proposed: 7 }]),
    )
    expect(draft.lastImport).toBeNull()
    expect((await takeImportBack(draft.version)).body).toMatchObject({
      message: expect.stringContaining('changed since the import'),
    })
    await readReply(
      post('company.writer', path, { version: draft.version, fileName: 'grove.xlsx', rows: [rows[0]!] }),
    )
    await readReply(post('company.writer', `Submit/${budgetId}`))
    expect((await takeImportBack(draft.version + 2)).status).toBe(409)
  })

  test('a file with one faulty row is refused completely, and totals and unknown accounts cannot be entered', async () => {
    const { budgetId, version } = await begin(2027)
    const importRows = (rows: object[]) =>
      post('company.writer', `ImportFigures/${budgetId}`, { version, fileName: 'grove.csv', rows })
    const twice = await importRows([
      { row: 2, code: '6452', proposed: 1 },
      { row: 9, code: '6452', proposed: 2 },
    ])
    expect(getFields(twice)).toEqual({ 'rows.1.code': ['Row 9: 6452 is already in row 2.'] })
    expect(
      (
        await importRows([
          { row: 2, code: '6452', proposed: 1 },
          { row: 3, code: '9999', proposed: 2 },
        ])
      ).status,
    ).toBe(400)
    const secondSave = await save({ budgetId, version }, [
      { code: '6451', proposed: 1 },
      { code: '6451', proposed: 2 },
    ])
    expect(getFields(secondSave)).toEqual({ 'lines.1.code': ['6451 is sent twice.'] })
    const total = await save({ budgetId, version }, [{ code: '6400T', proposed: 5 }])
    expect(getFields(total)).toEqual({ 'lines.0.code': [expect.stringContaining('is a total')] })
    expect(getLine(await readReply(get('company.writer', 'GetBudget/1/2027')), '6452').proposed).toBe(16_240)
  })

  test('BUD-1 to BUD-6: a refused submission lists every fault at once', async () => {
    await portal.owner.query(`insert into reserve_deposit_schedule (property_id, reserve_account_id, from_month, monthly_deposit)
      select property_id, reserve_account_id, '2026-01-01', 1300 from reserve_account where property_id = 1 on conflict do nothing`)
    const { budgetId } = await readReply(save({ propertyId: 1, budgetYear: 2027 }))
    expect(getFields(await post('company.writer', `Submit/${budgetId}`)).lines).toHaveLength(2)
    const { version } = await readReply(get('company.writer', 'GetBudget/1/2027'))
    const { 6450: electricity, ...otherRows } = mapleGrove
    const figures = { ...otherRows, 5120: 389_472, 5250: -1500, B210: 100 }
    await readReply(
      save({ budgetId, version }, [
        ...getLines(figures),
        { code: '6450', currentBudget: 5000, proposed: electricity! },
      ]),
    )
    const faults = getFields(await post('company.writer', `Submit/${budgetId}`))
    expect(Object.values(faults).flat()).toEqual(
      expect.arrayContaining([
        expect.stringContaining('5250 Rental concessions: enter the loss without a minus sign'),
        expect.stringContaining('6450 Electricity: up $4,860.00. Explain the change.'),
        expect.stringContaining(
          '5120, this budget $389,472.00, approved rents of 12 months $381,600.00; difference $7,872.00.',
        ),
        expect.stringContaining('Replacement reserve deposits'),
        'Certify the budget before you submit it.',
      ]),
    )
    await portal.owner.query(`delete from reserve_deposit_schedule where monthly_deposit = 1300`)
  })

  test('CALL-BUD-10, 07, 08, 09: a budget is certified, submitted, reviewed, adjusted and approved, and both columns stay', async () => {
    const { budgetId: id, version } = await readReply(
      save({ propertyId: 1, budgetYear: 2027 }, getLines(mapleGrove)),
    )
    await readReply(post('company.writer', `Certify/${id}`, { version }))
    expect(await readReply(post('company.writer', `Submit/${id}`))).toMatchObject({
      statusId: 2,
      certificationId: 5,
      approvedRents: 381_600,
    })
    await readReply(post('company.writer', `UnSubmit/${id}`))
    await readReply(post('company.writer', `Submit/${id}`))
    const review = await readReply(post('agency.write', 'ChangeStatus', { id, statusId: 3 }))
    expect(getLine(review, '6320').approved).toBe(22_464)
    expect(getLine(await readReply(get('company.writer', 'GetBudget/1/2027')), '6320').approved).toBeNull()
    await readReply(
      post('agency.write', 'SaveReview', {
        id,
        version: review.version,
        lines: [{ code: '6320', approved: 20_000 }],
        conditions: 'Report gas monthly.',
      }),
    )
    expect((await post('agency.manager', 'ChangeStatus', { id, statusId: 5 })).status).toBe(403)
    await readReply(post('agency.write', 'ChangeStatus', { id, statusId: 4 }))
    await readReply(post('agency.manager', 'ChangeStatus', { id, statusId: 5 }))
    const decided = await readReply(get('company.writer', 'GetBudget/1/2027'))
    expect(getLine(decided, '6320')).toMatchObject({ proposed: 22_464, approved: 20_000 })
    expect(decided).toMatchObject({
      totals: { operatingIncome: 122_474 },
      approvedTotals: { operatingIncome: 124_938 },
    })
    const [letter] = (await get('company.writer', `GetLetterData/${id}`)).body as { data: unknown }[]
    expect(JSON.stringify(letter?.data)).toContain('$20,000.00')
    expect((await portal.ask('company.writer', 'GET', '/api/projects/GetBudgetDCRs/1')).body).toMatchObject([
      { budgetYear: 2027, proposed: expect.closeTo(1.4295, 3), approved: expect.closeTo(1.4621, 3) },
    ])
  })

  test('last year’s approved budget is carried into the current budget column and cannot be overwritten', async () => {
    await approved(2026)
    const empty = await readReply(get('company.writer', 'GetBudget/1/2027'))
    expect(getLine(empty, '6452')).toMatchObject({ currentBudget: 16_240, proposed: null })
    const detail = await begin(2027, { ...mapleGrove, 6452: 17_000 })
    expect(getLine(detail, '6452')).toMatchObject({
      currentBudget: 16_240,
      proposed: 17_000,
      origins: { currentBudget: { carried: expect.stringContaining('the 2026 budget, B-') } },
    })
    // The approved figures are carried, regardless of the sent ones.
    const draft = await readReply(
      save({ budgetId: detail.budgetId, version: detail.version }, [{ code: '6452', currentBudget: 1 }]),
    )
    expect(getLine(draft, '6452').currentBudget).toBe(16_240)
  })

  test('domain 9.2: prior actual comes from the last submitted statement, even if other amounts are imported', async () => {
    await portal.owner.query(`with made as (insert into annual_statement (property_id, year, period_start, period_end, status_id, created_by)
        select 1, y, make_date(y, 1, 1), make_date(y, 12, 31), case y when 2026 then 1 else 2 end, 5 from unnest(array[2024, 2025, 2026]) y returning afs_id, year)
      insert into annual_statement_line (afs_id, property_id, code, position, amount) select afs_id, 1, c, c::integer, year from made, unnest(array['6452', '1110']) c`)
    try {
      const empty = await readReply(get('company.writer', 'GetBudget/1/2027'))
      expect(empty.lines).toMatchObject([{ code: '6452', priorActual: 2025 }])
      const { budgetId, version } = await begin(2027)
      const rows = [{ row: 2, code: '6452', priorActual: 9, proposed: 1 }]
      await readReply(
        post('company.writer', `ImportFigures/${budgetId}`, { version, fileName: 'a.csv', rows }),
      )
      const line = getLine(await readReply(get('company.writer', 'GetBudget/1/2027')), '6452')
      expect(line).toMatchObject({ priorActual: 2025, proposed: 1 })
      expect(line.origins?.priorActual?.carried).toMatch(/^the 2025 statement, FS-\d+$/)
    } finally {
      await portal.owner.query('delete from annual_statement')
    }
  })

  test('domain 9.3, 9.5: approved rents follow a raise in July, a first year of six months, and a fiscal year ending in June', async () => {
    await portal.owner.query(`insert into property_rent (property_id, project_room_type_id, rent_type_id, existing_tenants, rent, units, effective_date)
      select property_id, project_room_type_id, rent_type_id, existing_tenants, rent + 1, units, '2027-07-01' from rent_in_force('2027-01-01') where property_id = 1`)
    expect(await readReply(get('company.writer', 'GetBudget/1/2027'))).toMatchObject({
      rents: 31_800 * 6 + 31_848 * 6,
    })
    await readReply(save({ propertyId: 1, budgetYear: 2027, months: 6 }))
    expect(await readReply(get('company.writer', 'GetBudget/1/2027'))).toMatchObject({
      from: '2027-07-01',
      rents: 31_848 * 6,
    })
    await portal.owner.query(
      `delete from property_rent where effective_date = '2027-07-01'; update property set fiscal_year_end_month = 6 where property_id = 1`,
    )
    expect(await readReply(get('company.writer', 'GetBudget/1/2028'))).toMatchObject({
      from: '2027-07-01',
      through: '2028-06-30',
    })
    await portal.owner.query('update property set fiscal_year_end_month = 12 where property_id = 1')
  })

  test("CALL-BUD-03, 04, 05: the agency's list, a person's list and the header above a property's budgets", async () => {
    await submitted(2027)
    expect((await get('agency.read', 'GetAdminList')).body).toMatchObject([
      { budgetYear: 2027, statusId: 2, totals: { revenue: 366_404 } },
    ])
    const payload = (await get('company.writer', 'GetByUserId/0')).body as { propertyId: number }[]
    expect(payload).toMatchObject([
      { propertyId: 1, budgetYear: 2027, statusLabel: 'Submitted (not reviewed)' },
    ])
    expect((await get('company.writer', 'GetByUserId/2')).status).toBe(404)
    expect((await get('agency.read', 'GetByUserId/5')).body).toEqual(payload)
    expect((await get('company.writer', 'GetProjectHeader/1')).body).toMatchObject({
      budgetYear: 2027,
      approvedRents: 381_600,
      allowed: true,
      coverage: [{ budgetYear: 2027 }],
    })
  })

  test('domain 9.4: a budget not submitted in time becomes non-compliant, begun or not, and can be filed after its return', async () => {
    await portal.owner.query(`insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year) values (900, 1, 2, 2, 2025) on conflict do nothing;
      insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date, status_id)
      select 1, 900, 2, make_date(y, 1, 1), make_date(y, 12, 31), make_date(y - 1, 9, 16), make_date(y - 1, 11, 15), make_date(y - 1, 11, 15), -1 from unnest(array[2025, 2026, 2027]) y`)
    const runNight = async () => {
      await portal.owner.query('delete from job_run')
      await runDue(portal.pool, portal.services, budgetNight)
    }
    const items = await portal.ask('company.writer', 'GET', '/api/projects/GetItemStatus/1')
    expect(items.body).toMatchObject([{ taskName: 'Budget', periodLabel: '2027' }])
    await begin(2025)
    await runNight()
    const result = await portal.owner.query(
      'select budget_year as year, status_id as status from budget order by 1',
    )
    expect(result.rows).toEqual([2025, 2026].map((year) => ({ year, status: 6 })))
    const { budgetId: id, ...late } = await readReply(get('company.writer', 'GetBudget/1/2025'))
    expect(late).toMatchObject({ statusLabel: 'Non-Compliant', canEdit: false })
    expect(
      await readReply(
        post('agency.write', 'ChangeStatus', { id, statusId: 1, reason: 'File it after all.' }),
      ),
    ).toMatchObject({ statusId: 1 })
    await runNight()
    expect(await readReply(post('company.writer', `Submit/${id}`))).toMatchObject({ statusId: 2 })
  })
})
