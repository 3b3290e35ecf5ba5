import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { type CardView, cardDesk, stageStatements } from '#tests/reportCardStage.ts'

let portal: Portal
const { put, readCard, reloadCard } = cardDesk(() => portal)
let afsId: number

beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-04-21T15:00:00Z'))
  await stageStatements(portal)
  const result = await portal.owner.query<{ id: number }>(
    'select afs_id as id from annual_statement where year = 2025',
  )
  afsId = result.rows[0]!.id
})
afterAll(() => portal.close())
beforeEach(() =>
  portal.owner.query(`delete from afs_report_card; delete from afs_replacement_reserves_schedule; delete from replacement_reserve_suspension;
    update annual_statement set status_id = 2, version = 1 where year = 2025;
    update reserve_account set opened_on = '2020-01-01', closed_on = null where property_id = 1;
    update reserve_entry set entry_date = '2020-01-01' where property_id = 1`),
)

/**
 * Returns a card's facts about reserve deposits: those in its debt coverage, the ratio, and the answer of
 * the checklist.
 */
async function loadDepositFacts() {
  const { metrics, checklist }: CardView = await readCard(put('agency.write', 'StartReview', afsId))
  const { formula, text } = metrics.find((metric) => metric.id === 'RPC-M1')!
  const term = formula.find((term) => typeof term === 'object' && term.label === 'reserve deposits')
  const { answer, portal: portalAnswer } = checklist.find((item) => item.id === 'RPC-C16')!
  return [
    typeof term === 'object' && [term.text, ...term.parts.map((part) => part.label)],
    text,
    answer,
    portalAnswer?.fact,
  ]
}

/** Makes the ledger of property 1 begin on a day, with the balance of the reserve by then. */
const setLedgerStart = (day: string) =>
  portal.owner.query(`update reserve_account set opened_on = '${day}' where property_id = 1;
    update reserve_entry set entry_date = '${day}' where property_id = 1`)
const addReserveSchedule = (monthly: number | null, depositTotal: number) =>
  portal.owner.query(
    `insert into afs_replacement_reserves_schedule (afs_id, property_id, position, reserve_kind, monthly_required, months, deposits)
     values ($1, 1, 0, 'Replacement reserve', $2, 12, $3)`,
    [afsId, monthly, depositTotal],
  )

test('RPC-M1, RPC-C16 if the agency’s ledger covers the whole year, the deposits due by it are used', async () => {
  await addReserveSchedule(1, 1)
  expect(await loadDepositFacts()).toEqual([
    ['14,400', 'by the agency’s ledger'],
    ...['1.43', 'no', '$14,400.00 delinquent: 0 made, 14,400 due'],
  ])
})

test('RPC-M1, RPC-C16 if the ledger begins within or after the year, the statement’s reserve schedule determines the deposits', async () => {
  for (const day of ['2026-02-28', '2025-06-30']) {
    await portal.owner.query('delete from afs_replacement_reserves_schedule; delete from afs_report_card')
    await portal.owner.query('update annual_statement set status_id = 2, version = 1 where year = 2025')
    await setLedgerStart(day)
    await addReserveSchedule(1_200, 14_400)
    expect(await loadDepositFacts()).toEqual([
      ['14,400', 'by the reserve schedule'],
      ...['1.43', 'yes', '14,400 made, 14,400 due by the reserve schedule'],
    ])
  }
})

test('RPC-M1, RPC-C16 a schedule without a requirement counts the deposits made, and an empty one counts 0', async () => {
  await setLedgerStart('2026-02-28')
  await addReserveSchedule(null, 14_400)
  expect((await loadDepositFacts()).slice(0, 3)).toEqual([
    ['14,400', 'by the reserve schedule'],
    '1.43',
    'yes',
  ])
  await portal.owner.query(`delete from afs_report_card; delete from afs_replacement_reserves_schedule;
    update annual_statement set status_id = 2, version = 1 where year = 2025`)
  expect(await loadDepositFacts()).toEqual([['0', 'by the reserve schedule'], '1.62', null, undefined])
})

test('RPC-M1, RPC-C16 no deposits are due in suspended months or after an account is closed', async () => {
  await portal.owner.query(`insert into replacement_reserve_suspension (property_id, start_month, end_month, status_id)
    values (1, '2025-01-01', '2025-06-01', 5)`)
  expect((await loadDepositFacts()).at(-1)).toBe('$7,200.00 delinquent: 0 made, 7,200 due')
  await portal.owner.query(`delete from afs_report_card; update annual_statement set status_id = 2, version = 1 where year = 2025;
    update reserve_account set closed_on = '2025-09-15' where property_id = 1`)
  expect((await loadDepositFacts()).at(-1)).toBe('$3,600.00 delinquent: 0 made, 3,600 due')
})

test('BUD-T2 a budget does not require deposits of suspended months', async () => {
  const loadRequiredDeposits = async () =>
    (
      (await portal.ask('agency.write', 'GET', '/api/Budget/GetBudget/1/2027')).body as {
        requiredDeposits: number
      }
    ).requiredDeposits
  expect(await loadRequiredDeposits()).toBe(14_400)
  await portal.owner.query(`insert into replacement_reserve_suspension (property_id, start_month, end_month, status_id)
    values (1, '2026-12-01', '2027-03-01', 5)`)
  expect(await loadRequiredDeposits()).toBe(10_800)
})

test('RPC-C1 a statement submitted on time counts as on time even if it was returned and submitted again later', async () => {
  await portal.owner.query(`
    with schedule as (insert into task_schedule (property_id, task_type_id, frequency, start_year) values (1, 1, 2, 2025) returning task_schedule_id)
    insert into task_instance (task_schedule_id, property_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date, status_id)
      select task_schedule_id, 1, 1, '2025-01-01', '2025-12-31', '2026-01-01', '2026-03-31', '2026-03-31', -1 from schedule;
    update annual_statement set submitted = '2026-03-28T15:00:00Z', re_submitted = '2026-04-20T15:00:00Z' where year = 2025`)
  const { checklist }: CardView = await readCard(put('agency.write', 'StartReview', afsId))
  const first = checklist.find((item) => item.id === 'RPC-C1')!
  expect([first.answer, first.portal?.fact]).toEqual(['yes', 'received 03/28/2026, 3 days early'])
})

test.each([
  ['2026-04-01T02:30:00Z', 'yes', 'received 03/31/2026, on the day'],
  ['2026-04-01T05:30:00Z', 'no', 'received 04/01/2026, 1 day late'],
])(
  'RPC-C1, domain 48.5: a statement submitted at %s is received on the agency’s day',
  async (submitted, answer, fact) => {
    await portal.owner.query(
      'update annual_statement set submitted = $1, re_submitted = null where year = 2025',
      [submitted],
    )
    const { checklist }: CardView = await readCard(put('agency.write', 'StartReview', afsId))
    const first = checklist.find((item) => item.id === 'RPC-C1')!
    expect([first.answer, first.portal?.fact]).toEqual([answer, fact])
  },
)

test('domain 48.5: a card decided at 9:30 pm uses the rules of that day in the agency’s time zone', async () => {
  const started = await readCard(put('agency.write', 'StartReview', afsId))
  await portal.owner.query(`update annual_statement set status_id = 6, decided = '2026-04-30T02:30:00Z' where year = 2025;
    insert into setting (key, value, effective_from) values ('report_card_reserve_floor', '7777', '2026-04-30')`)
  const hasNewFloor = async () => JSON.stringify((await reloadCard(started)).metrics).includes('7,777')
  expect(await hasNewFloor()).toBe(false)
  await portal.owner.query(`update annual_statement set decided = '2026-04-30T05:30:00Z' where year = 2025`)
  expect(await hasNewFloor()).toBe(true)
})
