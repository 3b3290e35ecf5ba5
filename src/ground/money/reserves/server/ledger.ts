import { type RawBuilder, sql } from 'kysely'
import { formatDate } from '#kernel/model/dates.ts'
import type { Row } from '#kernel/model/entity.ts'
import { formatMoney, sumMoney, toCents } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { ReserveAccount, type ReserveEntry } from '../model/entities.ts'

type Account = Row<typeof ReserveAccount>
type Entry = Row<typeof ReserveEntry>

/** An account as its ledger sees it. */
export type LedgerAccount = Pick<Account, 'reserveAccountId' | 'propertyId'>

/** The record an entry belongs to: a request, a claim, an adjustment. */
export type LedgerRecord = { entity: string; rowId: number }

/** A posting: amounts in dollars, positive into the account; missing fields are empty. */
type Posting = Pick<Entry, 'kind' | 'amount' | 'entryDate'> &
  Partial<Pick<Entry, 'entity' | 'rowId' | 'reference' | 'exception' | 'note'>>

/**
 * SQL: the balance in dollars of account `a` at the end of a day; with all that was posted when none is
 * given. For statements that read a table or a lateral join called `a`.
 */
export const balanceOn = (day?: string): RawBuilder<number> =>
  sql`(select coalesce(sum(e.amount), 0) from reserve_entry e
    where e.reserve_account_id = a.reserve_account_id
    ${day === undefined ? sql`` : sql`and e.entry_date <= ${day}`})`

/** SQL: the day of the newest entry of account `a`; null where nothing was posted. */
export const newestEntryOn: RawBuilder<string | null> =
  sql`(select max(e.entry_date) from reserve_entry e where e.reserve_account_id = a.reserve_account_id)`

/** The balance of an account, in dollars, with all that was posted. */
export async function loadReserveBalance({ db }: AnyContext, reserveAccountId: number): Promise<number> {
  const result = await sql<{ balance: number }>`select ${balanceOn()} as balance from reserve_account a
    where a.reserve_account_id = ${reserveAccountId}`.execute(db)
  return result.rows[0]?.balance ?? 0
}

/** Locks an account, so that its money moves in one transaction at a time. Refuses a closed account. */
export async function lockOpenAccount(context: AnyContext, reserveAccountId: number): Promise<Account> {
  const account = await lockRow(context, ReserveAccount, reserveAccountId)
  if (account.closedOn !== null)
    refuse.conflict(
      `${account.name} was closed on ${formatDate(account.closedOn, 'MM/DD/YYYY')}. Reopen it first.`,
    )
  return account
}

/**
 * The most that can be taken out on a day, in dollars, so that neither it nor a later one ends below zero.
 */
async function available({ db }: AnyContext, reserveAccountId: number, day: string): Promise<number> {
  const result = await sql<{
    most: number
  }>`select reserve_available(${reserveAccountId}, ${day}) as most`.execute(db)
  return result.rows[0]!.most
}

/**
 * Posts an entry to an account that is locked. Refuses (422, at `field`) what would leave it below zero on
 * any day, unless the entry names its exception.
 */
export async function post(
  context: AnyContext,
  { propertyId, reserveAccountId }: LedgerAccount,
  posting: Posting,
  field = 'amount',
): Promise<void> {
  if (posting.amount < 0 && !posting.exception) {
    const maximum = await available(context, reserveAccountId, posting.entryDate)
    if (toCents(maximum) + toCents(posting.amount) < 0) {
      const message = `The reserve has ${formatMoney(Math.max(0, maximum))} to spend; ${formatMoney(-posting.amount)} would leave it below zero.`
      refuse.rule(message, [{ field, message }])
    }
  }
  const empty = { entity: null, rowId: null, reference: null, exception: null, note: null }
  await context.db
    .insertInto('reserveEntry')
    .values({ propertyId, reserveAccountId, ...empty, ...posting })
    .execute()
}

/**
 * Takes an amount in dollars out of an account for a record, today. Refuses to overdraw (422, at `field` of
 * the record), and to release twice for one record without a reversal in between (409). Posts nothing for 0.
 */
export async function release(
  context: AnyContext,
  account: LedgerAccount,
  record: LedgerRecord,
  amount: number,
  field?: string,
): Promise<void> {
  await lockOpenAccount(context, account.reserveAccountId)
  if ((await drawnBy(context, record)) !== 0) refuse.conflict('This was released already.')
  const entryDate = context.settings.today()
  if (amount > 0)
    await post(context, account, { ...record, kind: 'Release', amount: -amount, entryDate }, field)
}

/** Puts back, today, everything that a record has drawn. */
export async function reverse(
  context: AnyContext,
  account: LedgerAccount,
  record: LedgerRecord,
): Promise<void> {
  await lockOpenAccount(context, account.reserveAccountId)
  const amount = await drawnBy(context, record)
  const entryDate = context.settings.today()
  if (amount !== 0) await post(context, account, { ...record, kind: 'Reversal', amount, entryDate })
}

/** Dollars a record has drawn and not given back. */
async function drawnBy({ db }: AnyContext, { entity, rowId }: LedgerRecord): Promise<number> {
  const entries = await db
    .selectFrom('reserveEntry')
    .select('amount')
    .where('entity', '=', entity)
    .where('rowId', '=', rowId)
    .execute()
  return sumMoney(entries.map((entry) => -entry.amount))
}

/** Recomputes which due deposits the received amounts cover. */
export async function coverDeposits({ db }: AnyContext, reserveAccountIds: readonly number[]): Promise<void> {
  await sql`select reserve_cover(${reserveAccountIds}::integer[])`.execute(db)
}
