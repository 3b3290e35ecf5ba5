import type { Job } from '#kernel/server/jobs.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * Finds when a job is due next: the first hour after `now` at which its last due moment changes. Returns
 * null if there is none within 40 days.
 */
export function findNextDue(job: Job, now: Date, zone: string): Date | null {
  const last = job.due(now, zone).getTime()
  const findChange = (step: number, from: number, maximum: number): number => {
    for (let index = from + step; index <= maximum; index += step)
      if (job.due(new Date(index), zone).getTime() > last) return index
    return Number.NaN
  }
  const start = Math.floor(now.getTime() / HOUR) * HOUR
  const byDay = findChange(DAY, start, start + 40 * DAY)
  if (Number.isNaN(byDay)) return null
  return job.due(new Date(findChange(HOUR, byDay - DAY, byDay)), zone)
}
