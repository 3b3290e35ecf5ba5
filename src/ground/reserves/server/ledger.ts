import { sql } from 'kysely'
import { sumMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

/** An account as its ledger sees it. */
export type LedgerAccount = { reserveAccountId: number; propertyId: number }

/** The record an entry belongs to: a request, a claim, an adjustment. */
export type LedgerRecord = { entity: string; rowId: number }

/** The balance of an account, in dollars, at the end of a day; of today and whatever is dated later when none is given. */
async function balanceOf(context: AnyContext, reserveAccountId: number, day?: string): Promise<number> {
  const found = await sql<{ balance: number }>`select coalesce(sum(amount), 0) as balance from reserve_entry
    where reserve_account_id = ${reserveAccountId} and entry_date <= ${day ?? 'infinity'}::date`.execute(context.db)
  return found.rows[0]!.balance
}

/** Locks an account, so that whatever moves its money runs one after the other; answers the balance. */
async function lockedBalance(context: AnyContext, reserveAccountId: number): Promise<number> {
  await context.db
    .selectFrom('reserveAccount')
    .select('reserveAccountId')
    .where('reserveAccountId', '=', reserveAccountId)
    .forUpdate()
    .execute()
  return balanceOf(context, reserveAccountId)
}

/**
 * Takes an amount in dollars out of an account for a record. Refuses to overdraw (422, at `field` of the record), and to
 * release twice for one record what was not reversed between. Nothing is posted for 0.
 */
export async function release(
  context: AnyContext,
  account: LedgerAccount,
  record: LedgerRecord,
  amount: number,
  field = '',
): Promise<void> {
  const balance = await lockedBalance(context, account.reserveAccountId)
  if ((await drawnBy(context, record)) !== 0) refuse.conflict('This was released already.')
  const message = 'The approved total is above the reserve balance.'
  if (amount > balance) refuse.rule(message, [{ field, message }])
  if (amount > 0) await post(context, account, record, 'Release', -amount)
}

/** Puts back whatever a record has drawn so far. */
export async function reverse(context: AnyContext, account: LedgerAccount, record: LedgerRecord): Promise<void> {
  await lockedBalance(context, account.reserveAccountId)
  const drawn = await drawnBy(context, record)
  if (drawn !== 0) await post(context, account, record, 'Reversal', drawn)
}

/** Dollars a record has drawn and not given back. */
async function drawnBy({ db }: AnyContext, { entity, rowId }: LedgerRecord): Promise<number> {
  const entries = await db
    .selectFrom('reserveEntry')
    .select('amount')
    .where('entity', '=', entity)
    .where('rowId', '=', rowId)
    .execute()
  return -sumMoney(entries.map((entry) => entry.amount))
}

async function post(
  context: AnyContext,
  { propertyId, reserveAccountId }: LedgerAccount,
  record: LedgerRecord,
  kind: 'Release' | 'Reversal',
  amount: number,
): Promise<void> {
  const values = { propertyId, reserveAccountId, entryDate: context.settings.today(), kind, amount, note: null }
  await context.db
    .insertInto('reserveEntry')
    .values({ ...values, ...record })
    .execute()
}
