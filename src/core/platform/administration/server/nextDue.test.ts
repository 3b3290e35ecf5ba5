import { describe, expect, test } from 'vitest'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { findNextDue } from './nextDue.ts'

const ZONE = 'America/Chicago'

describe('nextDue', () => {
  const createJob = (due: Job['due']): Job => ({ name: 'any', due, run: async () => undefined })

  test('a nightly job is due at its hour of the next night, also when the clocks change', () => {
    const nightly = createJob((now, zone) => lastHour(now, zone, 2))
    const findNext = (now: string) => findNextDue(nightly, new Date(now), ZONE)?.toISOString()
    expect(findNext('2026-10-31T15:20:00Z')).toBe('2026-11-01T08:00:00.000Z')
    expect(findNext('2026-11-01T07:59:00Z')).toBe('2026-11-01T08:00:00.000Z')
    expect(findNext('2026-11-01T08:00:00Z')).toBe('2026-11-02T08:00:00.000Z')
  })

  test('nextDue finds the next time of a monthly job, and returns null for a job that is never due again', () => {
    const monthly = createJob((now) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)))
    expect(findNextDue(monthly, new Date('2026-01-01T00:00:00Z'), ZONE)?.toISOString()).toBe(
      '2026-02-01T00:00:00.000Z',
    )
    expect(
      findNextDue(
        createJob(() => new Date('2026-11-16T07:00:00Z')),
        new Date('2026-12-01T00:00:00Z'),
        ZONE,
      ),
    ).toBeNull()
  })
})
