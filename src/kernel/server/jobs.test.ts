import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPool } from '#kernel/server/postgres/role.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { Transaction } from './database.ts'
import { type Job, lastHour, runDue } from './jobs.ts'

const ZONE = 'America/Chicago'
const DUE = new Date('2026-11-16T07:00:00Z')

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('truncate job_run'))
afterEach(() => portal.setNow(null))

const loadRuns = async () =>
  (
    await portal.owner.query<{ job: string; due_at: Date; finished: boolean }>(
      'select job, due_at, finished_at is not null as finished from job_run order by due_at',
    )
  ).rows

describe('runDue', () => {
  test('two workers at the same moment run a job only once, and the second waits for the first', async () => {
    const second = openPool(portal.connectionString, 2)
    const started = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    let ran = 0
    const job: Job = {
      name: 'once',
      due: () => DUE,
      run: async () => {
        ran += 1
        started.resolve()
        await gate.promise
      },
    }
    const first = runDue(portal.pool, portal.services, job)
    await started.promise
    const other = runDue(second, portal.services, job)
    await waitUntilBlocked()
    gate.resolve()
    expect(await Promise.all([first, other])).toEqual([true, false])
    expect(ran).toBe(1)
    expect(await loadRuns()).toEqual([{ job: 'once', due_at: DUE, finished: true }])
    expect(await runDue(second, portal.services, job)).toBe(false)
    await second.end()
  })

  test('if the first worker fails, the waiting second one runs the job', async () => {
    const started = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const outcomes: string[] = []
    const job: Job = {
      name: 'second try',
      due: () => DUE,
      run: async () => {
        if (outcomes.push('run') > 1) return
        started.resolve()
        await gate.promise
        throw new Error('the first fails')
      },
    }
    const first = runDue(portal.pool, portal.services, job)
    await started.promise
    const other = runDue(portal.pool, portal.services, job)
    await waitUntilBlocked()
    gate.resolve()
    await expect(first).rejects.toThrow('the first fails')
    expect(await other).toBe(true)
    expect(await loadRuns()).toEqual([{ job: 'second try', due_at: DUE, finished: true }])
  })

  test('a failed run is rolled back and counted, and the next round runs the job again', async () => {
    let fails = true
    const job: Job = {
      name: 'failing',
      due: () => DUE,
      run: async (transaction: Transaction) => {
        await transaction.query(`insert into county (county_id, fips, name) values (900, '29900', 'Nowhere')`)
        if (fails) throw new Error('half way')
      },
    }
    const counties = async () =>
      (await portal.owner.query('select 1 from county where county_id = 900')).rowCount
    await expect(runDue(portal.pool, portal.services, job)).rejects.toThrow('half way')
    expect(await counties()).toBe(0)
    expect(await loadRuns()).toEqual([])
    await expect(runDue(portal.pool, portal.services, job)).rejects.toThrow('half way')
    const loadFailures = async () =>
      (await portal.owner.query(`select job, failures, error from job_failure where job = 'failing'`)).rows
    expect(await loadFailures()).toEqual([{ job: 'failing', failures: 2, error: 'half way' }])
    fails = false
    expect(await runDue(portal.pool, portal.services, job)).toBe(true)
    expect(await counties()).toBe(1)
    expect(await loadFailures()).toEqual([])
  })

  test('each part of a job is committed separately, and the job is finished only after all parts, also after a failure or a stop', async () => {
    const counties = async () =>
      (
        await portal.owner.query('select county_id as id from county where county_id > 910 order by 1')
      ).rows.map((row: { id: number }) => row.id)
    let fails = true
    const stopping = new AbortController()
    const add = async (transaction: Transaction, maximum: number) => {
      const added = await transaction.query<{ id: number }>(
        `insert into county (county_id, fips, name) select id, '29' || id, 'County ' || id from (select greatest(911, (select max(county_id) + 1 from county)) as id) n
         where id <= $1::integer returning county_id as id`,
        [maximum],
      )
      return added.rows[0]?.id === undefined ? undefined : ('more' as const)
    }
    const job: Job = {
      name: 'in parts',
      due: () => DUE,
      run: [
        (transaction) => add(transaction, 913),
        async (transaction) => {
          await add(transaction, 914)
          if (fails) throw new Error('half way')
          stopping.abort()
        },
        (transaction) => add(transaction, 915),
      ],
    }
    const run = (signal?: AbortSignal) => runDue(portal.pool, portal.services, job, signal)
    await expect(run()).rejects.toThrow('half way')
    expect(await counties()).toEqual([911, 912, 913])
    fails = false
    expect(await run(stopping.signal)).toBe(false)
    expect(await counties()).toEqual([911, 912, 913, 914])
    expect(await loadRuns()).toEqual([{ job: 'in parts', due_at: DUE, finished: false }])
    expect(await run()).toBe(true)
    expect(await counties()).toEqual([911, 912, 913, 914, 915])
    expect(await loadRuns()).toEqual([{ job: 'in parts', due_at: DUE, finished: true }])
    expect(await run()).toBe(false)
  })

  test('a job runs once for each due moment', async () => {
    const runMoments: Date[] = []
    const job: Job = {
      name: 'daily',
      due: (now, zone) => lastHour(now, zone, 1),
      run: async (_transaction, _services, dueAt) => {
        runMoments.push(dueAt)
      },
    }
    for (let hour = 0; hour < 72; hour += 1) {
      portal.setNow(new Date(Date.parse('2026-10-31T00:00:00Z') + hour * 3_600_000))
      await runDue(portal.pool, portal.services, job)
    }
    // The clocks are set back on November 1, so that 1:00 comes twice.
    expect(runMoments.map((moment) => moment.toISOString())).toEqual([
      '2026-10-30T06:00:00.000Z',
      '2026-10-31T06:00:00.000Z',
      '2026-11-01T06:00:00.000Z',
      '2026-11-02T07:00:00.000Z',
    ])
  })
})

/** Waits until a backend of this database waits for the lock of another one. */
async function waitUntilBlocked(): Promise<void> {
  const blocked =
    'select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0'
  while ((await portal.owner.query(blocked)).rowCount === 0);
}

describe('lastHour', () => {
  const last = (now: string, hour: number) => lastHour(new Date(now), ZONE, hour).toISOString()

  test.each([
    ['an ordinary day', '2026-07-15T12:34:56Z', 1, '2026-07-15T06:00:00.000Z'],
    ['exactly that moment', '2026-07-15T06:00:00Z', 1, '2026-07-15T06:00:00.000Z'],
    ['a second before', '2026-07-15T05:59:59Z', 1, '2026-07-14T06:00:00.000Z'],
    ['winter', '2026-01-15T12:00:00Z', 1, '2026-01-15T07:00:00.000Z'],
    ['before the clocks are set forward', '2026-03-08T07:30:00Z', 1, '2026-03-08T07:00:00.000Z'],
    ['after the clocks are set forward', '2026-03-08T13:00:00Z', 1, '2026-03-08T07:00:00.000Z'],
    ['the morning after that', '2026-03-09T05:30:00Z', 1, '2026-03-08T07:00:00.000Z'],
    [
      'an hour that is skipped that day: the moment right after',
      '2026-03-08T13:00:00Z',
      2,
      '2026-03-08T08:00:00.000Z',
    ],
    ['a later hour of that day', '2026-03-08T13:00:00Z', 5, '2026-03-08T10:00:00.000Z'],
    ['the first 1:00 in autumn', '2026-11-01T06:30:00Z', 1, '2026-11-01T06:00:00.000Z'],
    ['the second time', '2026-11-01T07:30:00Z', 1, '2026-11-01T06:00:00.000Z'],
    ['later that day', '2026-11-01T18:00:00Z', 1, '2026-11-01T06:00:00.000Z'],
    ['the night after', '2026-11-02T06:30:00Z', 1, '2026-11-01T06:00:00.000Z'],
    ['the next time', '2026-11-02T07:00:00Z', 1, '2026-11-02T07:00:00.000Z'],
  ])('%s', (_, now, hour, expected) => {
    expect(last(now, hour)).toBe(expected)
  })

  test('returns one moment for every local day of ten years, at that hour or right after it if it is skipped', () => {
    const DAY = 86_400_000
    const zones = ['America/Chicago', 'America/New_York', 'UTC', 'Asia/Kolkata', 'Australia/Lord_Howe']
    const clock = (zone: string, moment: Date) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(
        moment,
      )
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2022-01-01'), max: new Date('2032-01-01'), noInvalidDate: true }),
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 23 }),
        (now, zone, hour) => {
          const lastMoment = lastHour(now, zone, hour)
          expect(lastMoment.getTime()).toBeLessThanOrEqual(now.getTime())
          expect(now.getTime() - lastMoment.getTime()).toBeLessThan(DAY + 2 * 3_600_000)
          expect(lastHour(lastMoment, zone, hour)).toEqual(lastMoment)
          const before = lastHour(new Date(lastMoment.getTime() - 1), zone, hour)
          const days =
            (Date.parse(clock(zone, lastMoment).slice(0, 10)) -
              Date.parse(clock(zone, before).slice(0, 10))) /
            DAY
          expect(days).toBe(1)
          const clockTime = clock(zone, lastMoment).slice(11)
          const sharp = `${String(hour).padStart(2, '0')}:00:00`
          if (clockTime !== sharp) {
            // The clock jumped over the hour: a moment earlier it was before, now it is after.
            expect(clockTime > sharp).toBe(true)
            expect(clock(zone, new Date(lastMoment.getTime() - 1000)).slice(11) < sharp).toBe(true)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('months of the audit log', () => {
  test('a row written before its month had a partition is moved into the new partition', async () => {
    const months = () => portal.owner.query(`select kernel.ensure_partitions('2031-05-20', 1)`)
    await portal.owner.query(`
      insert into audit_log (table_name, row_id, operation, changes, changed_at) values
        ('early', 1, 'insert', '{}', '2031-05-01T00:00:00Z'), ('early', 2, 'insert', '{}', '2031-08-01T00:00:00Z')`)
    await months()
    await months()
    const placed = await portal.owner.query(
      `select tableoid::regclass::text as partition, row_id from audit_log where table_name = 'early' order by row_id`,
    )
    expect(placed.rows).toEqual([
      { partition: 'audit_log_2031_05', row_id: 1 },
      { partition: 'audit_log_default', row_id: 2 },
    ])
    const rights = `select has_table_privilege('rooftree_app', 'audit_log_2031_05', 'select') as may`
    expect((await portal.owner.query(rights)).rows).toEqual([{ may: false }])
  })
})
