import { sql } from 'kysely'
import { today } from '#kernel/model/dates.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { sendFindingMails } from './mails.ts'
import { syncFindings } from './sources.ts'

/** The hour at which the job runs: after the nightly jobs of tasks and budgets, which findings depend on. */
const HOUR = 5

/** Returns the settings and the day as of the due time of the run, so that a late run has the same result. */
const asOf = (transaction: Transaction, services: Services, dueAt: Date): [Settings, string] => [
  new Settings(transaction, { ...services, now: () => dueAt }),
  today(services.config.agencyZone, dueAt),
]

/** Ends the waivers whose last day has passed, so that their findings block requests again. */
const endWaivers = ({ db }: Pick<Transaction, 'db'>, day: string) =>
  sql`with ended as (update non_compliance set waived_on = null, waived_by_id = null, waiver_reason = null,
    waived_until = null, version = version + 1
      where waived_until < ${day}::date returning non_compliance_id, property_id, status_id)
    insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, reason)
    select 'NonCompliance', non_compliance_id, property_id, status_id, status_id, 'endWaiver',
    'Its last day has passed.' from ended`.execute(db)

/**
 * The nightly job of findings: it ends waivers, opens and closes the findings of all sources, and mails the
 * companies.
 */
export const findingsNight: Job = {
  name: 'findings',
  due: (now, zone) => lastHour(now, zone, HOUR),
  run: [
    async (transaction, services, dueAt) => {
      const [settings, day] = asOf(transaction, services, dueAt)
      await endWaivers(transaction, day)
      await syncFindings(transaction.db, settings, day)
    },
    (transaction, services, dueAt) => {
      const [settings, day] = asOf(transaction, services, dueAt)
      return sendFindingMails(transaction, settings, services, day)
    },
  ],
}
