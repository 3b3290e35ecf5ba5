import type { Job } from '#kernel/server/jobs.ts'

/** Old tokens and attempts go, month partitions of the audit log come. */
export const housekeeping: Job = {
  name: 'housekeeping',
  due: (now) => new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000),
  run: async (transaction, services) => {
    const now = services.now().toISOString()
    await transaction.query(`delete from session_token where expires_at < $1::timestamptz - interval '1 day'`, [now])
    await transaction.query(`delete from password_token where expires_at < $1::timestamptz - interval '30 days'`, [now])
    await transaction.query(`delete from login_attempt where at < $1::timestamptz - interval '30 days'`, [now])
    await transaction.query('select kernel.ensure_partitions($1::date, 3)', [now.slice(0, 10)])
  },
}
