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

/** The ids of an account that postings need. */
export type LedgerAccount = Pick<Account, 'reserveAccountId' | 'propertyId'>

/** The record that an entry belongs to: a request, a claim or an adjustment. */
export type LedgerRecord = { entity: string; rowId: number }

/** A posting. Positive dollars go into the account; missing fields are null. */
type Posting = Pick<Entry, 'kind' | 'amount' | 'entryDate'> &
  Partial<Pick<Entry, 'entity' | 'rowId' | 'reference' | 'exception' | 'note'>>

/**
 * SQL: the balance in dollars of account `a` at the end of a day, or of everything posted without a day.
 * The statement must have a table or lateral join `a`.
 */
export const getBalanceSql = (day?: string): RawBuilder<number> =>
  sql`(select coalesce(sum(e.amount), 0) from reserve_entry e
    where e.reserve_account_id = a.reserve_account_id
    ${day === undefined ? sql`` : sql`and e.entry_date <= ${day}`})`

/** SQL: the day of the newest entry of account `a`; null if nothing was posted. */
export const newestEntryDaySql: RawBuilder<string | null> =
  sql`(select max(e.entry_date) from reserve_entry e where e.reserve_account_id = a.reserve_account_id)`

/** Loads the balance of an account in dollars, with everything posted. */
export async function loadReserveBalance({ db }: AnyContext, reserveAccountId: number): Promise<number> {
  const result = await sql<{ balance: number }>`select ${getBalanceSql()} as balance from reserve_account a
    where a.reserve_account_id = ${reserveAccountId}`.execute(db)
  return result.rows[0]?.balance ?? 0
}

/** Locks an account, so that only one transaction at a time moves its money. Refuses a closed account. */
export async function lockOpenAccount(context: AnyContext, reserveAccountId: number): Promise<Account> {
  const account = await lockRow(context, ReserveAccount, reserveAccountId)
  if (account.closedOn !== null)
    refuse.conflict(
      `${account.name} was closed on ${formatDate(account.closedOn, 'MM/DD/YYYY')}. Reopen it first.`,
    )
  return account
}

/** The most dollars that can be taken out on a day without a balance below zero on that or a later day. */
async function loadAvailable({ db }: AnyContext, reserveAccountId: number, day: string): Promise<number> {
  const result = await sql<{
    most: number
  }>`select reserve_available(${reserveAccountId}, ${day}) as most`.execute(db)
  return result.rows[0]!.most
}

/**
 * Posts an entry to a locked account. Refuses (422, at `field`) an entry that would leave a balance below
 * zero on any day, unless it names its exception.
 */
export async function postEntry(
  context: AnyContext,
  { propertyId, reserveAccountId }: LedgerAccount,
  posting: Posting,
  field = 'amount',
): Promise<void> {
  if (posting.amount < 0 && !posting.exception) {
    const maximum = await loadAvailable(context, reserveAccountId, posting.entryDate)
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
 * Takes dollars out of an account for a record, dated today. Refuses to overdraw (422, at `field` of the
 * record), and to release twice for one record without a reversal in between (409). Posts nothing for 0.
 */
export async function releaseMoney(
  context: AnyContext,
  account: LedgerAccount,
  record: LedgerRecord,
  amount: number,
  field?: string,
): Promise<void> {
  await lockOpenAccount(context, account.reserveAccountId)
  if ((await loadReleased(context, record)) !== 0) refuse.conflict('This was released already.')
  const entryDate = context.settings.today()
  if (amount > 0)
    await postEntry(context, account, { ...record, kind: 'Release', amount: -amount, entryDate }, field)
}

/** Puts everything that a record has taken out back into the account, dated today. */
export async function reverseRelease(
  context: AnyContext,
  account: LedgerAccount,
  record: LedgerRecord,
): Promise<void> {
  await lockOpenAccount(context, account.reserveAccountId)
  const amount = await loadReleased(context, record)
  const entryDate = context.settings.today()
  if (amount !== 0) await postEntry(context, account, { ...record, kind: 'Reversal', amount, entryDate })
}

/** The dollars that a record has taken out and not put back. */
async function loadReleased({ db }: AnyContext, { entity, rowId }: LedgerRecord): Promise<number> {
  const entries = await db
    .selectFrom('reserveEntry')
    .select('amount')
    .where('entity', '=', entity)
    .where('rowId', '=', rowId)
    .execute()
  return sumMoney(entries.map((entry) => -entry.amount))
}

/** Recomputes which due deposits are covered by the received amounts. */
export async function coverDeposits({ db }: AnyContext, reserveAccountIds: readonly number[]): Promise<void> {
  await sql`select reserve_cover(${reserveAccountIds}::integer[])`.execute(db)
}
