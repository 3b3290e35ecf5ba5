import { agencyDay } from '#kernel/model/dates.ts'
import type { Job } from '#kernel/server/jobs.ts'

/**
 * The hourly job that deletes expired tokens, links and old sign-in attempts, and creates the next monthly
 * partitions of the audit log.
 */
export const housekeeping: Job = {
  name: 'housekeeping',
  due: (now) => new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000),
  run: [
    async (transaction, services) => {
      await transaction.query('select secret.sweep($1::timestamptz)', [services.now().toISOString()])
    },
    async (transaction, services) => {
      const today = agencyDay(services.now())
      await transaction.query('select kernel.ensure_partitions($1::date, 3)', [today])
    },
  ],
}
