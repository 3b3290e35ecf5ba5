import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromCents } from '#kernel/model/money.ts'
import { Refusal } from '#kernel/model/refusals.ts'
import { entry } from '#kernel/server/caller.ts'
import { Transaction } from '#kernel/server/database.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { getAccounts, recordDeposit } from '../model/calls.ts'
import { confirmAdjustment, enterAdjustment, refuseAdjustment } from './adjustments.ts'
import { receiveDeposit, waiveDeposit } from './deposits.ts'
import { releaseMoney, reverseRelease } from './ledger.ts'

/**
 * One random action by one of three people on one of two accounts. `named` gives a reason for an overdraft.
 */
type RowAction = { who: number; account: number; cents: number; record: number; kind: string; named: boolean }

const kinds = [
  'deposit',
  'release',
  'release',
  'reverse',
  'enter',
  'enter',
  'confirm',
  'confirm',
  'refuse',
  'waive',
] as const
const personas = { 2: 'agency.write', 9: 'agency.manager', 10: 'agency.second' } as const
const action = fc.record({
  who: fc.constantFrom(...Object.keys(personas).map(Number)),
  account: fc.constantFrom(1, 2),
  cents: fc.integer({ min: -40_000, max: 40_000 }),
  record: fc.integer({ min: 1, max: 3 }),
  kind: fc.constantFrom(...kinds),
  named: fc.boolean(),
})

/** The number of random sequences; the soak tests run a thousand. */
const SEQUENCES = Number(process.env.LEDGER_SEQUENCES ?? 250)

let portal: Portal
let client: pg.PoolClient
let context: AnyContext
const tokens = new Map<number, string>()
beforeAll(async () => {
  portal = await openPortal()
  for (const [userId, persona] of Object.entries(personas))
    tokens.set(Number(userId), await portal.tokenOf(persona))
  await portal.owner.query(`truncate reserve_entry;
    insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount)
      select n, n, current_date - 60, 'Opening balance', 500 from generate_series(1, 2) n;
    insert into reserve_deposit (property_id, reserve_account_id, due_on, amount)
      select n, n, current_date - 10 * m, 100 from generate_series(1, 2) n, generate_series(1, 3) m`)
  client = await portal.pool.connect()
  await client.query('begin')
  const transaction = new Transaction(client)
  const token = await portal.tokenOf('agency.write')
  const { text, values } = entry({ ...recordDeposit, path: getAccounts.path }, token, 'ledger')
  const actor = (await transaction.query<{ actor: AnyContext['actor'] }>(text, values)).rows[0]!.actor
  const { services } = portal
  const settings = new Settings(transaction, services)
  const request = { id: 'ledger', address: '', agent: '' }
  context = { db: transaction.db, transaction, actor, settings, services, uploads: [], request }
})
afterAll(async () => {
  await client.query('rollback')
  client.release()
  await portal.close()
})

const findWaitingAdjustment = async (): Promise<number> =>
  (
    await client.query(
      "select max(reserve_adjustment_id) as id from reserve_adjustment where state = 'Waiting'",
    )
  ).rows[0].id ?? 0
const findOpenDeposit = async (account: number): Promise<number> =>
  (
    await client.query(
      'select min(reserve_deposit_id) as id from reserve_deposit where reserve_account_id = $1 and waived_on is null',
      [account],
    )
  ).rows[0].id ?? 0

async function runAction(actorContext: AnyContext, rowAction: RowAction, step: number): Promise<void> {
  const account = { reserveAccountId: rowAction.account, propertyId: rowAction.account }
  // A record takes money from one account only.
  const record = { entity: 'Test', rowId: rowAction.account * 10 + rowAction.record }
  const today = actorContext.settings.today()
  const amount = fromCents(rowAction.cents)
  const exception = rowAction.named && rowAction.cents < 0 ? ('Charge of the bank' as const) : null
  const adjustment = {
    reserveAccountId: rowAction.account,
    kind: 'Adjustment' as const,
    entryDate: today,
    amount,
    reason: 'Test',
    exception: exception,
  }
  const returned = { ...adjustment, kind: 'Returned deposit' as const }
  switch (rowAction.kind) {
    case 'deposit':
      return receiveDeposit(actorContext, {
        reserveAccountId: rowAction.account,
        entryDate: today,
        amount: Math.abs(amount),
        reference: `${step}`,
      })
    case 'release':
      return releaseMoney(actorContext, account, record, Math.abs(amount))
    case 'reverse':
      return reverseRelease(actorContext, account, record)
    case 'enter':
      return enterAdjustment(actorContext, rowAction.record === 1 ? returned : adjustment)
    case 'confirm':
      return void (await confirmAdjustment(actorContext, await findWaitingAdjustment()))
    case 'refuse':
      return void (await refuseAdjustment(actorContext, await findWaitingAdjustment(), 'Test'))
    default:
      return void (await waiveDeposit(actorContext, await findOpenDeposit(rowAction.account), 'Test'))
  }
}

/** SQL: the violations of the ledger's rules. The query must return no row. */
const violations = `
  select 'overdrawn without a name' as what from reserve_account a
    where (select sum(amount) from reserve_entry e where e.reserve_account_id = a.reserve_account_id) < 0
      and not exists (select 1 from reserve_entry e where e.reserve_account_id = a.reserve_account_id and e.exception is not null)
  union all select 'a record has drawn twice, or got back what it had not drawn' from (
    select sum(amount) as net, min(amount) filter (where kind = 'Release') as largest from reserve_entry where entity = 'Test' group by row_id) r
    where net > 0 or net < largest
  union all select 'moved without a second person' from reserve_entry e
    left join reserve_adjustment j on j.reserve_adjustment_id = e.row_id and e.entity = 'ReserveAdjustment'
    where e.kind in ('Adjustment', 'Returned deposit', 'Bank fee', 'Transfer') and (j.state, j.amount) is distinct from ('Confirmed', e.amount)
  union all select 'confirmed by one person, or not posted' from reserve_adjustment j
    where state = 'Confirmed' and (decided_by = entered_by
      or (select count(*) from reserve_entry e where e.entity = 'ReserveAdjustment' and e.row_id = j.reserve_adjustment_id) <> 1)
  union all select 'covered otherwise than received' from reserve_account a
    where (select sum(received) from reserve_deposit d where d.reserve_account_id = a.reserve_account_id and waived_on is null)
      <> least((select sum(amount) from reserve_deposit d where d.reserve_account_id = a.reserve_account_id and waived_on is null),
        greatest(0, (select coalesce(sum(amount), 0) from reserve_entry e where e.reserve_account_id = a.reserve_account_id and kind in ('Deposit', 'Returned deposit'))))
  union all select 'a younger deposit is covered before an older one' from reserve_deposit d join reserve_deposit o using (reserve_account_id)
    where o.due_on < d.due_on and o.waived_on is null and d.waived_on is null and o.received < o.amount and d.received > 0`

test("no sequence of actions by several people breaks the ledger's rules about sums, releases, overdrafts and two persons", async () => {
  const completedKinds = new Set<string>()
  const runSequence = async (actions: readonly RowAction[]) => {
    let balances = await setSavepoint('sequence', 2)
    const moved = new Map(balances)
    for (const [step, rowAction] of actions.entries()) {
      await setSavepoint('action', rowAction.who)
      try {
        await runAction({ ...context, actor: { ...context.actor, userId: rowAction.who } }, rowAction, step)
        completedKinds.add(rowAction.kind)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        await client.query('rollback to savepoint action')
        continue
      }
      const after = await loadBalances()
      const other = 3 - rowAction.account
      // Only some actions move money, and only of one account. A confirmation may concern either account.
      if (!postingKinds.has(rowAction.kind)) expect(after).toEqual(balances)
      else if (rowAction.kind !== 'confirm') expect(after.get(other)).toBe(balances.get(other))
      if (rowAction.kind === 'deposit')
        moved.set(rowAction.account, balances.get(rowAction.account)! + Math.abs(rowAction.cents))
      if (rowAction.kind === 'release')
        moved.set(rowAction.account, balances.get(rowAction.account)! - Math.abs(rowAction.cents))
      if (rowAction.kind === 'deposit' || rowAction.kind === 'release')
        expect(after).toEqual(new Map(balances).set(rowAction.account, moved.get(rowAction.account)!))
      balances = after
    }
    expect((await client.query(violations)).rows).toEqual([])
    await client.query('rollback to savepoint sequence; release savepoint sequence')
  }
  await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 7 }), runSequence), {
    numRuns: SEQUENCES,
    seed: 20_261_122,
    endOnFailure: true,
  })
  expect([...completedKinds].sort()).toEqual([...new Set<string>(kinds)].sort())
}, 120_000)

const postingKinds: ReadonlySet<string> = new Set(['deposit', 'release', 'reverse', 'confirm'])

/**
 * Sets a savepoint, lets this person act, and returns the balance of each account at the start of a
 * sequence.
 */
async function setSavepoint(savepoint: string, userId: number): Promise<Map<number, number>> {
  await client.query(`savepoint ${savepoint}`)
  const { text, values } = entry({ ...recordDeposit, path: getAccounts.path }, tokens.get(userId)!, 'ledger')
  await client.query(text, [...values])
  return savepoint === 'sequence' ? loadBalances() : new Map()
}

/** The balance of each account in cents. */
async function loadBalances(): Promise<Map<number, number>> {
  const result = await client.query<{ id: number; cents: number }>(
    'select reserve_account_id as id, (sum(amount) * 100)::integer as cents from reserve_entry group by 1 order by 1',
  )
  return new Map(result.rows.map((row) => [row.id, row.cents]))
}
