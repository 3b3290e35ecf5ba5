import type { Job } from '#kernel/server/jobs.ts'
import { lastHour } from '#kernel/server/jobs.ts'

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
