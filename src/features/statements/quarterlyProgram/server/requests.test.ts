import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkFile, getSheets, toOpenedFile, writeBook } from '#engines/worksheet/model/book.ts'
import { toImportedRows } from '#engines/worksheet/model/index.ts'
import { readBookSheets } from '#engines/worksheet/web/xlsx.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { budgetFiling, budgetPeople, type RefusalBody } from '#tests/budgetFiling.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { activity, balance, faults, freshProgram, income, quarterFiling } from '#tests/quarterFiling.ts'
import { getQuarterlyProgramBook } from '../model/book.ts'
import type { MonthDetail } from '../model/months.ts'
import type { QuarterDetail } from '../model/quarters.ts'
import { quarterNight } from './night.ts'

let portal: Portal
const budget = budgetFiling(() => portal)
const {
  ask,
  of: readReply,
  saved,
  submit,
  filed,
  monthAt,
  quarterAt,
  quarterTo,
  firstQuarter,
} = quarterFiling(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(budgetPeople)
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query(freshProgram))

describe('TCA a month', () => {
  test('CALL-TCA-02, 06, 07, 08: a month is begun for any day within it, saved, submitted and taken back', async () => {
    const empty = await monthAt('2026-03-17')
    expect(empty).toMatchObject({ tcapId: 0, periodDate: '2026-03-01', units: 48, quarter: 1, canEdit: true })
    expect(empty.months.map((month) => month.periodDate)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
    const { tcapId } = await saved('2026-03-17')
    const march = await monthAt('2026-03-01')
    expect(march).toMatchObject({
      tcapId,
      totals: { revenue: 30_000, operatingIncome: 10_000, cashLeft: 2500 },
    })
    expect(march.income.find((line) => line.code === '6320')).toMatchObject({
      amount: 1872,
      origins: { amount: { by: 5 } },
    })
    const twice = await ask('company.writer', 'POST', 'TCAP/Save', {
      request: { propertyId: 1, periodDate: '2026-03-02' },
    })
    expect((twice.body as RefusalBody).message).toContain(
      `March 2026 of this property is TC-${tcapId} already.`,
    )
    expect(await submit(tcapId)).toMatchObject({ statusId: 2, statusLabel: 'Submitted (not reviewed)' })
    expect(await readReply(ask('company.writer', 'POST', `TCAP/UnSubmit/${tcapId}`, {}))).toMatchObject({
      statusId: 1,
    })
  })

  test('TCA-1 to TCA-8: a refused submission lists every fault at once, and blank is not an answer', async () => {
    const blank = await saved(
      '2026-03-01',
      Object.fromEntries(Object.keys(activity).map((name) => [name, name === 'moveOutReasons' ? [] : null])),
      {},
      {},
    )
    const nothing = faults(await ask('company.writer', 'POST', `TCAP/Submit/${blank.tcapId}`, {}))
    expect(nothing).toHaveLength(2 + 11)
    expect(nothing).toContain('Police calls: *Field is required; 0 where there was none.')
    await filed('2026-04-01')
    const wrong = await saved(
      '2026-05-01',
      { payables90: 100, moveOuts: 3, evictions: 4, vacantUnits: 50 },
      { ...income, 5220: -1800 },
      { ...balance, 3130: 63_000 },
    )
    expect(faults(await ask('company.writer', 'POST', `TCAP/Submit/${wrong.tcapId}`, {}))).toEqual([
      '5220 Vacancies, apartments: enter it without a minus sign; it is subtracted.',
      'TCA-T1 Balance sheet: 1000T, May 2026 $81,000.00, 2033T, May 2026 $80,400.00; difference $600.00.',
      'TCA-T2 Payables by age: payables by age $2,800.00, 2110 to 2116, balance sheet $3,000.00; difference -$200.00.',
      '3 households moved out; the reasons account for 1.',
      'Evictions: 4 of 3 move-outs cannot be.',
      'Vacant units: the property has 48 units.',
      'Vacant units: 3 at the end of April 2026 and 3 moved out, 1 moved in, makes 5. Correct it, or explain it in the comments.',
    ])
    await portal.owner.query(`update tcap_program set ends_on = null`)
    const now = new Date().toISOString().slice(0, 7)
    const running = await saved(`${now}-01`, { comments: 'So far.' })
    expect(faults(await ask('company.writer', 'POST', `TCAP/Submit/${running.tcapId}`, {}))).toEqual([
      expect.stringContaining('can be submitted once it is over'),
    ])
  })

  test('earlier months are summed with the missing ones named, and the approved budget is compared', async () => {
    await budget.approved(2026)
    await filed('2026-01-01')
    await filed('2026-03-01')
    const { before, last, budget: planned, first } = await monthAt('2026-04-01')
    expect(first).toBe('2026-01-01')
    expect(before).toMatchObject({ amounts: { 5120: 63_600, B110: 5600 }, missing: ['2026-02-01'] })
    expect(before.amounts).not.toHaveProperty('1120')
    expect(last).toMatchObject({ periodDate: '2026-03-01', vacantUnits: 3, amounts: { 3130: 63_600 } })
    expect(planned).toMatchObject({ budgetYear: 2026, months: 12, elapsed: 4, amounts: { 5120: 381_600 } })
  })

  test('after a fiscal year end in June the year to date starts again in July; quarters remain calendar quarters', async () => {
    await portal.owner.query('update property set fiscal_year_end_month = 6 where property_id = 1')
    await filed('2026-06-01')
    await filed('2026-07-01')
    const { first, before, quarter } = await monthAt('2026-08-01')
    expect({ first, quarter, months: before.months.map((month) => month.periodDate) }).toEqual({
      first: '2026-07-01',
      quarter: 3,
      months: ['2026-07-01'],
    })
  })

  test('an exported month can be imported, the import undone in one step, and a submitted month refuses files', async () => {
    const january = await saved('2026-01-01')
    const february = await saved('2026-02-01', {}, { 5120: 5 }, {})
    const book = getQuarterlyProgramBook(february)
    const lines = [...january.balance, ...january.income]
    const { rows, otherBookWarning: other } = checkFile(
      toOpenedFile(
        await readBookSheets(await writeBook(getQuarterlyProgramBook(january), { lines }), getSheets(book)),
        book,
      ),
      book,
    )
    expect(other).toBe('This workbook was made for Maple Grove Apartments, January 2026.')
    const importRows = (version: number) =>
      ask('company.writer', 'POST', `TCAP/ImportFigures/${february.tcapId}`, {
        version,
        fileName: 'books.xlsx',
        rows: toImportedRows(rows),
      })
    const getCodesAndAmounts = (detail: MonthDetail) =>
      [...detail.balance, ...detail.income].map(({ code, amount }) => [code, amount])
    const imported = await readReply<MonthDetail>(importRows(february.version))
    expect(getCodesAndAmounts(imported)).toEqual(getCodesAndAmounts(january))
    expect(imported).toMatchObject({
      totals: january.totals,
      lastImport: { file: 'books.xlsx', rows: lines.length },
    })
    expect(imported.income.find((line) => line.code === 'B110')?.origins).toMatchObject({
      amount: { file: 'books.xlsx', sheet: 'Budget', row: expect.any(Number) },
    })
    const { version } = imported
    const restoredMonth = await readReply<MonthDetail>(
      ask('company.writer', 'POST', `TCAP/TakeImportBack/${february.tcapId}`, { version }),
    )
    expect([getCodesAndAmounts(restoredMonth), restoredMonth.totals, restoredMonth.lastImport]).toEqual([
      [['5120', 5]],
      february.totals,
      null,
    ])
    const secondImport = await readReply<MonthDetail>(importRows(restoredMonth.version))
    await submit(secondImport.tcapId)
    expect((await importRows(secondImport.version + 1)).status).toBe(409)
  })

  test('a month outside the program cannot be begun', async () => {
    const early = await ask('company.writer', 'POST', 'TCAP/Save', {
      request: { propertyId: 1, periodDate: '2025-10-31' },
    })
    expect((early.body as RefusalBody).message).toBe('The property is not in the program in October 2025.')
    expect((await ask('company.writer', 'GET', 'TCAP/GetByPeriod/1/2025-10-01')).status).toBe(422)
  })
})

describe('TCA a quarter', () => {
  test('CALL-TCA-03, 09: a quarter with three months is reviewed, found deficient with a mailed reason, reviewed again and accepted', async () => {
    await filed('2026-01-01')
    await filed('2026-02-01')
    expect(await quarterAt()).toMatchObject({ statusId: 1, statusLabel: 'Months missing' })
    expect((await quarterTo(3)).status).toBe(409)
    await filed('2026-03-01')
    const takenBack = (await quarterAt()).months[2]!.tcapId
    await readReply(ask('company.writer', 'POST', `TCAP/UnSubmit/${takenBack}`, {}))
    // A month that was taken back does not count in the quarter to date, neither on its screen nor in the
    // list.
    const two = await quarterAt()
    expect(two.toDate).toMatchObject({ counted: 2, missing: ['2026-03-01'], unitMonths: 96 })
    expect(
      await readReply<object[]>(ask('agency.write', 'GET', 'TCAPQuarter/GetByProperty/1')),
    ).toMatchObject([{ monthsIn: 2, coverage: Math.trunc(two.toDate.coverage! * 10_000) / 10_000 }])
    await readReply(ask('company.writer', 'POST', `TCAP/Submit/${takenBack}`, {}))
    const open = await quarterAt()
    expect(open).toMatchObject({ statusId: 2, statusLabel: 'Ready for review', submittedById: 5 })
    expect(open.toDate).toMatchObject({
      from: '2026-01-01',
      through: '2026-03-31',
      counted: 3,
      missing: [],
      unitMonths: 144,
    })
    // (30,000 − 8,800) of deposits and debt: (10,000 − 1,200) / 6,300, three times over itself.
    expect([open.toDate.coverage?.toFixed(4), open.toDate.occupancy]).toEqual([
      ((10_000 - 1200) / 6300).toFixed(4),
      93.75,
    ])
    const [line] = await readReply<object[]>(ask('agency.write', 'GET', 'TCAPQuarter/GetByProperty/1'))
    expect(line).toMatchObject({ monthsIn: 3, coverage: 1.3968, occupancy: 93.75 })
    await readReply(quarterTo(3))
    const { months } = await quarterAt()
    const refused = await ask('company.writer', 'POST', `TCAP/UnSubmit/${months[0]?.tcapId}`, {})
    expect(faults(refused)).toEqual(['The agency reviews the quarter. Ask it to return the month.'])
    expect((await quarterTo(6)).status).toBe(400)
    await portal.owner.query('delete from outbox')
    await readReply(quarterTo(6, 'Payables of March lack an aging report.'))
    const mail = await portal.owner.query(`select body_text as text, subject from outbox`)
    expect(JSON.stringify(mail.rows)).toContain('Payables of March lack an aging report.')
    // A month is decided with its quarter, so that a later company of the property can read it.
    const march = { statusId: 2, statusLabel: 'Deficient', decided: expect.any(String) }
    expect(await monthAt('2026-03-01')).toMatchObject(march)
    await readReply(quarterTo(3, 'The report came by mail.'))
    expect(await monthAt('2026-03-01')).toMatchObject({ statusLabel: 'Under Review', decided: null })
    await readReply(quarterTo(4))
    expect(await readReply(quarterTo(5, undefined, 'agency.manager'))).toMatchObject({
      statusId: 5,
      statusLabel: 'Accepted',
    })
  })

  test('domain 10.3: a restated month needs a reason and reopens its quarter with a history entry; a missing one blocks acceptance', async () => {
    await firstQuarter()
    await readReply(quarterTo(3))
    await readReply(quarterTo(4))
    await readReply(quarterTo(5, undefined, 'agency.manager'))
    const { tcapId } = await monthAt('2026-02-01')
    const takeMonthBack = (reason?: string) =>
      ask('company.writer', 'POST', `TCAP/UnSubmit/${tcapId}`, { reason })
    expect(faults(await takeMonthBack())).toEqual([expect.stringContaining('Say why the month is restated.')])
    await readReply(takeMonthBack('An invoice of February came late.'))
    const { statusId, tcapQuarterId, decided } = await quarterAt()
    expect({ statusId, decided }).toEqual({ statusId: 3, decided: null })
    const history = JSON.stringify(
      await readReply(ask('agency.write', 'GET', `TCAPQuarter/GetHistory/${tcapQuarterId}`)),
    )
    expect(history).toContain('"action":"restated"')
    expect(history).toContain(`February 2026 (TC-${tcapId}): An invoice of February came late.`)
    expect(faults(await quarterTo(4))).toEqual(['February 2026 is not in: unsubmitted.'])
    await submit(tcapId)
    expect(await readReply(quarterTo(4))).toMatchObject({ statusId: 4 })
  })

  test('a month taken back before the review makes its quarter incomplete; one returned during the review does not', async () => {
    await firstQuarter()
    const { months } = await quarterAt()
    const march = months[2]?.tcapId ?? 0
    await readReply(ask('company.writer', 'POST', `TCAP/UnSubmit/${march}`, {}))
    expect(await quarterAt()).toMatchObject({ statusId: 1 })
    await submit(march)
    await readReply(quarterTo(3))
    await readReply(ask('agency.write', 'POST', `TCAP/UnSubmit/${march}`, { reason: 'Sewer is missing.' }))
    expect(await quarterAt()).toMatchObject({ statusId: 3 })
  })

  test('a quarter requires only the months within the program, and the nightly job completes quarters after such a change', async () => {
    await filed('2026-01-01')
    await filed('2026-02-01')
    await portal.owner.query(`update tcap_program set ends_on = '2026-02-10', end_reason = 'Repaid'`)
    expect((await quarterAt()).months.map((month) => month.required)).toEqual([true, true, false])
    await runDue(portal.pool, portal.services, quarterNight)
    expect(await quarterAt()).toMatchObject({ statusId: 2 })
    await portal.owner.query(
      `update tcap_program set ends_on = null; update tcap_program set begins_on = '2025-12-05'`,
    )
    await filed('2025-12-01')
    expect(await quarterAt(4, 2025)).toMatchObject({ statusId: 2 })
  })

  test('TCR: 25 percent of the cash flow to date is due to the reserve and shown with the deposits made', async () => {
    await portal.owner.query(`update tcap_program set program = 'TCR'`)
    await firstQuarter()
    expect((await quarterAt()).cashFlow).toEqual({ percent: 25, due: 1875, deposited: 0 })
  })

  test("a company reads the reviewer's comments only after the decision", async () => {
    await firstQuarter()
    const { tcapQuarterId: id } = await readReply<QuarterDetail>(quarterTo(3))
    await readReply(
      ask('agency.write', 'POST', 'TCAPQuarter/SaveReview', { id, reviewComments: 'Utilities rise.' }),
    )
    expect((await quarterAt(1, 2026, 'company.writer')).reviewComments).toBeNull()
    await readReply(quarterTo(5))
    expect((await quarterAt(1, 2026, 'company.writer')).reviewComments).toBe('Utilities rise.')
  })
})
