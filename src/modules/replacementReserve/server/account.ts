import { sql } from 'kysely'
import { sumMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { Job } from '#kernel/server/jobs.ts'
import { lastHour } from '#kernel/server/jobs.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { perUnit } from '../model/rules.ts'
import { reserveSettings } from '../model/settings.ts'

export type Account = {
  reserveAccountId: number
  balance: number
  units: number
  perUnit: number
  minimumPerUnit: number
  monthlyDeposit: number
  pending: number
}

/**
 * A property's reserve account with its balance and what submitted requests would draw: what they claim, for the agency
 * what its reviewers have entered so far. Not found when out of scope.
 */
export const accountOf = async (context: AnyContext, propertyId: number): Promise<Account> =>
  (await accountSeen(context, propertyId)) ?? refuse.notFound('A reserve account for this property')

/** The same; null for a property that is out of scope, such as one that has left the company that filed a record. */
export async function accountSeen(context: AnyContext, propertyId: number): Promise<Account | null> {
  const found = await sql<Omit<Account, 'perUnit' | 'minimumPerUnit'>>`
    select a.reserve_account_id, a.monthly_deposit, p.total_units as units,
      (select coalesce(sum(e.amount), 0) from reserve_entry e where e.reserve_account_id = a.reserve_account_id) as balance,
      (select coalesce(sum(coalesce(case when (select kernel.is_agency()) then i.approved_amount end, i.claimed_amount)), 0) from replacement_reserve_request r
        join replacement_reserve_request_item i on i.replacement_reserve_request_id = r.replacement_reserve_request_id
        where r.property_id = p.property_id and r.status_id in (2, 3, 4)) as pending
    from property p join reserve_account a on a.property_id = p.property_id
    where p.property_id = ${propertyId} order by a.reserve_account_id limit 1`.execute(context.db)
  const account = found.rows[0]
  if (!account) return null
  const minimumPerUnit = await context.settings.get(reserveSettings.minimumPerUnit)
  return { ...account, perUnit: perUnit(account.balance, account.units), minimumPerUnit }
}

/** Locks the account's row, so that two releases from it run one after the other; answers the balance. */
async function lockedBalance(context: AnyContext, reserveAccountId: number): Promise<number> {
  await context.db
    .selectFrom('reserveAccount')
    .select('reserveAccountId')
    .where('reserveAccountId', '=', reserveAccountId)
    .forUpdate()
    .execute()
  const total = await context.db
    .selectFrom('reserveEntry')
    .select((f) => f.fn.sum<number>('amount').as('balance'))
    .where('reserveAccountId', '=', reserveAccountId)
    .executeTakeFirst()
  return total?.balance ?? 0
}

type Posted = { replacementReserveRequestId: number; propertyId: number; reserveAccountId: number }

/** Takes the approved total of a request out of the reserve. Refuses to overdraw. */
export async function postRelease(context: AnyContext, request: Posted, approved: number): Promise<void> {
  const balance = await lockedBalance(context, request.reserveAccountId)
  if (approved > balance)
    refuse.rule('The approved total is above the reserve balance.', [
      { field: 'items', message: 'The approved total is above the reserve balance.' },
    ])
  if (approved > 0) await post(context, request, 'Release', -approved)
}

/** Puts back whatever a request has drawn so far. */
export async function reverseRelease(context: AnyContext, request: Posted): Promise<void> {
  await lockedBalance(context, request.reserveAccountId)
  const entries = await context.db
    .selectFrom('reserveEntry')
    .select('amount')
    .where('replacementReserveRequestId', '=', request.replacementReserveRequestId)
    .execute()
  const drawn = sumMoney(entries.map((entry) => entry.amount))
  if (drawn !== 0) await post(context, request, 'Reversal', -drawn)
}

async function post(context: AnyContext, request: Posted, kind: 'Release' | 'Reversal', amount: number): Promise<void> {
  await context.db
    .insertInto('reserveEntry')
    .values({
      propertyId: request.propertyId,
      reserveAccountId: request.reserveAccountId,
      entryDate: context.settings.today(),
      kind,
      amount,
      replacementReserveRequestId: request.replacementReserveRequestId,
      note: null,
    })
    .execute()
}

const POSTINGS = 'reserve postings'

/**
 * Posts what fell due on the first of each month since the last run: the monthly deposit as it stands now, and interest
 * on the balance before it at a twelfth of the annual rate, rounded to the cent. The very first run begins after the
 * newest posting that was loaded, or after the oldest opening balance. Each month is posted once: a property that comes
 * back to life, or a new rate, changes nothing of months gone by.
 */
export const reservePostings: Job = {
  name: POSTINGS,
  due: (now, zone) => lastHour(now, zone, 1),
  run: async (transaction, _services, dueAt) => {
    const months = await transaction.query<{ month: string }>(
      `select month::date as month from generate_series(
         (select date_trunc('month', min(entry_date)) + interval '1 month' from reserve_entry where kind = 'Opening balance'), $1::timestamptz, interval '1 month') as month
       where month::date > greatest('-infinity', (select max(entry_date) from reserve_entry where kind in ('Deposit', 'Interest')),
         (select max(due_at)::date from job_run where job = $2 and due_at < $1))`,
      [dueAt.toISOString(), POSTINGS],
    )
    for (const { month } of months.rows) await postMonth(transaction, month)
  },
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** SQL conditions, of reserve account `a` and a month `$1`, under which no deposit falls due. */
    depositHolds?: readonly string[]
  }
}

let depositHolds: readonly string[] = []

/** Takes what keeps deposits from falling due. */
export function setDepositHolds(given: readonly string[]): void {
  depositHolds = given
}

async function postMonth(
  transaction: { query: (text: string, values: unknown[]) => Promise<unknown> },
  month: string,
): Promise<void> {
  const opened = `exists (select 1 from reserve_entry o where o.reserve_account_id = a.reserve_account_id and o.kind = 'Opening balance' and o.entry_date < $1)`
  await transaction.query(
    `insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount, note)
     select a.property_id, a.reserve_account_id, $1, 'Interest', round(sum(e.amount) * a.annual_interest_rate / 1200, 2), 'Interest for the month before'
     from reserve_account a join reserve_entry e on e.reserve_account_id = a.reserve_account_id and e.entry_date < $1
     where a.annual_interest_rate > 0 and ${opened}
     group by a.reserve_account_id having round(sum(e.amount) * a.annual_interest_rate / 1200, 2) > 0
     on conflict do nothing`,
    [month],
  )
  await transaction.query(
    `insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount, note)
     select a.property_id, a.reserve_account_id, $1, 'Deposit', a.monthly_deposit, null
     from reserve_account a join property p using (property_id)
     where a.monthly_deposit > 0 and p.status_id in (0, 5) and ${opened}
       ${depositHolds.map((hold) => `and not ${hold}`).join(' ')} on conflict do nothing`,
    [month],
  )
}
