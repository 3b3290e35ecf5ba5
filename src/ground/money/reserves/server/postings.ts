import { type RawBuilder, sql } from 'kysely'
import { PropertyStatus } from '#ground/platform/lookups/model/index.ts'
import { today } from '#kernel/model/dates.ts'
import type { Job } from '#kernel/server/jobs.ts'
import { lastHour } from '#kernel/server/jobs.ts'
import { slot } from '#kernel/server/module.ts'
import { monthlyDepositOn } from './accounts.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** SQL conditions, of reserve account `a` and a month `$1`, under which no deposit falls due. */
    depositHolds?: readonly string[]
  }
}

const depositHolds = slot('depositHolds')

/**
 * SQL: what falls due to reserve account `a` within a period by its schedule, in dollars: after it was
 * opened, until it is closed, and while nothing keeps it from falling due.
 */
export const depositsDue = (from: RawBuilder<unknown>, through: RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce((select sum(${monthlyDepositOn(sql`m.day`)}) from generate_series(${from}, ${through},
    interval '1 month') m (day)
    where m.day > a.opened_on and coalesce(a.closed_on >= m.day, true)
      ${sql.raw(
        depositHolds()
          .map((hold) => `and not ${hold.replaceAll('$1', 'm.day')}`)
          .join(' '),
      )}), 0)`

type Asking = { query: (text: string, values?: unknown[]) => Promise<unknown> }

const POSTINGS = 'reserve postings'

/**
 * Posts for the first of each month since the last run: interest for the month before, at a twelfth of that
 * month's rate on the balance at its end, rounded to the cent; and the scheduled deposit falls due. A deposit
 * is in the account only once it was received. The first run starts after the newest loaded posting, or after
 * the oldest opening balance. Each month is done once: a property that becomes active again changes nothing
 * in past months.
 */
export const reservePostings: Job = {
  name: POSTINGS,
  due: (now, zone) => lastHour(now, zone, 1),
  run: async (transaction, { config }, dueAt) => {
    const months = await transaction.query<{ month: string }>(
      `select month::date as month from generate_series(
         (select date_trunc('month', min(entry_date)) + interval '1 month' from reserve_entry where kind = 'Opening balance'), $1::date, interval '1 month') as month
       where month::date > greatest('-infinity', (select max(due_on) from reserve_deposit), (select max(entry_date) from reserve_entry where kind = 'Interest'),
         (select max(kernel.agency_day(due_at)) from job_run where job = $2 and due_at < $3))`,
      [today(config.agencyZone, dueAt), POSTINGS, dueAt.toISOString()],
    )
    for (const { month } of months.rows) {
      await postInterest(transaction, month)
      await askDeposits(transaction, month)
    }
    if (months.rows.length > 0)
      await transaction.query('select reserve_cover(array_agg(reserve_account_id)) from reserve_account')
  },
}

/** An account that had its opening balance before the month, and was not closed. */
const running = `(a.closed_on is null or a.closed_on >= $1) and exists (select 1 from reserve_entry o
  where o.reserve_account_id = a.reserve_account_id and o.kind = 'Opening balance' and o.entry_date < $1)`

const postInterest = (transaction: Asking, month: string): Promise<unknown> =>
  transaction.query(
    `insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount, note)
     select a.property_id, a.reserve_account_id, $1, 'Interest', round(b.balance * r.annual_interest_rate / 1200, 2), 'Interest for the month before'
     from reserve_account a
     join lateral (select annual_interest_rate from reserve_interest_rate r where r.reserve_account_id = a.reserve_account_id
       and r.from_month < $1 order by from_month desc limit 1) r on r.annual_interest_rate > 0
     join lateral (select sum(amount) as balance from reserve_entry e where e.reserve_account_id = a.reserve_account_id and e.entry_date < $1) b on true
     where ${running} and round(b.balance * r.annual_interest_rate / 1200, 2) > 0
     on conflict do nothing`,
    [month],
  )

/** SQL: the last day whose postings are done. */
const posted = `(select greatest((select max(due_on) from reserve_deposit), (select max(entry_date) from reserve_entry where kind = 'Interest'),
  (select max(kernel.agency_day(due_at)) from job_run where job = '${POSTINGS}' and finished_at is not null)))`

/**
 * SQL: the months whose deposits fall due, for every account; none for properties that are not monitored,
 * such as sold ones, or whose release is approved.
 */
const deposits = (
  months: string,
) => `insert into reserve_deposit (property_id, reserve_account_id, due_on, amount)
     select a.property_id, a.reserve_account_id, m.day, s.monthly_deposit
     from ${months} m (day) cross join reserve_account a join property p using (property_id)
     join lateral (select monthly_deposit from reserve_deposit_schedule s where s.reserve_account_id = a.reserve_account_id
       and s.from_month <= m.day order by from_month desc limit 1) s on s.monthly_deposit > 0
     where ${running.replaceAll('$1', 'm.day')} and (p.status_id = ${PropertyStatus.Active}
         or (p.status_id = ${PropertyStatus.Decontrol} and p.decontrol_status is distinct from ${DECONTROL_APPROVED}))
       ${depositHolds()
         .map((hold) => `and not ${hold.replaceAll('$1', 'm.day')}`)
         .join(' ')}`

const askDeposits = (transaction: Asking, month: string): Promise<unknown> =>
  transaction.query(`${deposits('(select $1::date)')} on conflict do nothing`, [month])

/**
 * Adds the deposits that a newly opened account owes for past months already posted; later months come with
 * their posting. One statement.
 */
export const askEarlierDeposits = (transaction: Asking, reserveAccountId: number): Promise<unknown> =>
  transaction.query(
    `${deposits(`(select month::date from reserve_account o,
         generate_series(date_trunc('month', o.opened_on) + interval '1 month', ${posted}, interval '1 month') month
       where o.reserve_account_id = $1)`)} and a.reserve_account_id = $1 on conflict do nothing`,
    [reserveAccountId],
  )
const DECONTROL_APPROVED = 5
