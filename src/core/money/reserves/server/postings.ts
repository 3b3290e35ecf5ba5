import { type RawBuilder, sql } from 'kysely'
import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { today } from '#kernel/model/dates.ts'
import type { Job } from '#kernel/server/jobs.ts'
import { lastHour } from '#kernel/server/jobs.ts'
import { slot } from '#kernel/server/module.ts'
import { getMonthlyDepositSql } from './accounts.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** SQL conditions on reserve account `a` and a month `$1`. If one is true, no deposit falls due. */
    depositHolds?: readonly string[]
  }
}

const getHolds = slot('depositHolds')

/**
 * SQL: the dollars that fall due to reserve account `a` in a period by its schedule: after it was opened,
 * until it is closed, and without the months of `depositHolds`.
 */
export const getDepositsDueSql = (
  from: RawBuilder<unknown>,
  through: RawBuilder<unknown>,
): RawBuilder<number> =>
  sql`coalesce((select sum(${getMonthlyDepositSql(sql`m.day`)}) from generate_series(${from}, ${through},
    interval '1 month') m (day)
    where m.day > a.opened_on and coalesce(a.closed_on >= m.day, true)
      ${sql.raw(
        getHolds()
          .map((hold) => `and not ${hold.replaceAll('$1', 'm.day')}`)
          .join(' '),
      )}), 0)`

type Queryable = { query: (text: string, values?: unknown[]) => Promise<unknown> }

const JOB_NAME = 'reserve postings'

/**
 * The job that posts for the first of each month since the last run: interest for the prior month, a
 * twelfth of that month's rate on the balance at its end, rounded to the cent; and the scheduled deposit,
 * which falls due. A deposit counts in the balance only once it is received. The first run starts after the
 * newest loaded posting, or after the oldest opening balance. Each month is posted once: a property that
 * becomes active again changes nothing in past months.
 */
export const reservePostingsJob: Job = {
  name: JOB_NAME,
  due: (now, zone) => lastHour(now, zone, 1),
  run: async (transaction, { config }, dueAt) => {
    const months = await transaction.query<{ month: string }>(
      `select month::date as month from generate_series(
         (select date_trunc('month', min(entry_date)) + interval '1 month' from reserve_entry where kind = 'Opening balance'), $1::date, interval '1 month') as month
       where month::date > greatest('-infinity', (select max(due_on) from reserve_deposit), (select max(entry_date) from reserve_entry where kind = 'Interest'),
         (select max(kernel.agency_day(due_at)) from job_run where job = $2 and due_at < $3))`,
      [today(config.agencyZone, dueAt), JOB_NAME, dueAt.toISOString()],
    )
    for (const { month } of months.rows) {
      await postInterest(transaction, month)
      await addDueDeposits(transaction, month)
    }
    if (months.rows.length > 0)
      await transaction.query('select reserve_cover(array_agg(reserve_account_id)) from reserve_account')
  },
}

/** SQL condition: account `a` had its opening balance before month `$1`, and was not closed by then. */
const isRunningSql = `(a.closed_on is null or a.closed_on >= $1) and exists (select 1 from reserve_entry o
  where o.reserve_account_id = a.reserve_account_id and o.kind = 'Opening balance' and o.entry_date < $1)`

const postInterest = (transaction: Queryable, month: string): Promise<unknown> =>
  transaction.query(
    `insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount, note)
     select a.property_id, a.reserve_account_id, $1, 'Interest', round(b.balance * r.annual_interest_rate / 1200, 2), 'Interest for the month before'
     from reserve_account a
     join lateral (select annual_interest_rate from reserve_interest_rate r where r.reserve_account_id = a.reserve_account_id
       and r.from_month < $1 order by from_month desc limit 1) r on r.annual_interest_rate > 0
     join lateral (select sum(amount) as balance from reserve_entry e where e.reserve_account_id = a.reserve_account_id and e.entry_date < $1) b on true
     where ${isRunningSql} and round(b.balance * r.annual_interest_rate / 1200, 2) > 0
     on conflict do nothing`,
    [month],
  )

/** SQL: the last day for which postings are done. */
const lastPostedDaySql = `(select greatest((select max(due_on) from reserve_deposit), (select max(entry_date) from reserve_entry where kind = 'Interest'),
  (select max(kernel.agency_day(due_at)) from job_run where job = '${JOB_NAME}' and finished_at is not null)))`

/**
 * SQL: inserts the deposits that fall due in these months, for every account except those of properties
 * that are not monitored, such as sold ones, or whose release is approved.
 */
const getInsertDepositsSql = (
  months: string,
) => `insert into reserve_deposit (property_id, reserve_account_id, due_on, amount)
     select a.property_id, a.reserve_account_id, m.day, s.monthly_deposit
     from ${months} m (day) cross join reserve_account a join property p using (property_id)
     join lateral (select monthly_deposit from reserve_deposit_schedule s where s.reserve_account_id = a.reserve_account_id
       and s.from_month <= m.day order by from_month desc limit 1) s on s.monthly_deposit > 0
     where ${isRunningSql.replaceAll('$1', 'm.day')} and (p.status_id = ${PropertyStatus.Active}
         or (p.status_id = ${PropertyStatus.Decontrol} and p.decontrol_status is distinct from ${DECONTROL_APPROVED}))
       ${getHolds()
         .map((hold) => `and not ${hold.replaceAll('$1', 'm.day')}`)
         .join(' ')}`

const addDueDeposits = (transaction: Queryable, month: string): Promise<unknown> =>
  transaction.query(`${getInsertDepositsSql('(select $1::date)')} on conflict do nothing`, [month])

/**
 * Adds the deposits that a newly opened account owes for past months that are already posted. Later months
 * are posted by the job. One statement.
 */
export const addEarlierDeposits = (transaction: Queryable, reserveAccountId: number): Promise<unknown> =>
  transaction.query(
    `${getInsertDepositsSql(`(select month::date from reserve_account o,
         generate_series(date_trunc('month', o.opened_on) + interval '1 month', ${lastPostedDaySql}, interval '1 month') month
       where o.reserve_account_id = $1)`)} and a.reserve_account_id = $1 on conflict do nothing`,
    [reserveAccountId],
  )
const DECONTROL_APPROVED = 5
