import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationAddress, openPool } from '#kernel/server/postgres/role.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { buildApp } from './app.ts'
import { getDiskProblem, getUnreadyReason } from './readiness.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({ DATA_FOLDER: import.meta.dirname })
})
afterAll(() => portal.close())

/** Loads the figures of /metrics, by name and labels. */
async function loadFigures(): Promise<Record<string, number>> {
  const { status, body } = await portal.ask('anonymous', 'GET', '/metrics')
  expect(status).toBe(200)
  const lines = String(body)
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

test('TRUST-5.3: /metrics has the figures of jobs, mail, backups and disk that /admin shows', async () => {
  portal.setNow(new Date('2026-11-20T16:00:00Z'))
  await portal.owner.query(`
    insert into job_failure (job, failed_at, failures, error) values ('housekeeping', now(), 4, 'no') on conflict (job) do update set failures = 4, failed_at = now();
    insert into job_run (job, due_at, started_at, finished_at) values ('late reserve deposits', '2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z', '2026-11-20T08:01:00Z');
    insert into backup_taken (taken_at) values ('2026-11-20T04:00:00Z'), ('2026-11-19T04:00:00Z');`)
  const values = await loadFigures()
  expect(values).toMatchObject({
    rooftree_database_up: 1,
    'rooftree_job_failures{job="late reserve deposits"}': 0,
    'rooftree_job_last_run_timestamp_seconds{job="late reserve deposits"}':
      Date.parse('2026-11-20T08:01:00Z') / 1000,
    'rooftree_job_overdue_seconds{job="late reserve deposits"}': 0,
    'rooftree_mail{state="waiting"}': expect.any(Number),
    rooftree_mail_oldest_seconds: expect.any(Number),
    'rooftree_pool_connections{state="most"}': 10,
    'rooftree_pool_connections{state="waited_for"}': 0,
    'rooftree_event_loop_delay_seconds{quantile="1"}': expect.any(Number),
    rooftree_documents_damaged: 0,
    rooftree_last_backup_timestamp_seconds: Date.parse('2026-11-20T04:00:00Z') / 1000,
  })
  expect(values.rooftree_disk_free_bytes).toBeGreaterThan(0)
  expect(values.rooftree_disk_size_bytes).toBeGreaterThan(values.rooftree_disk_free_bytes!)
  // This job was due at 2 a.m. in the agency’s zone (8:00 UTC) and has never run.
  expect(values['rooftree_job_overdue_seconds{job="contact changes"}']).toBe(8 * 3600)
})

test('TRUST-5.3: every figure in the alert rules exists in /metrics', async () => {
  const rules = readFileSync(join(import.meta.dirname, '..', '..', '..', 'deploy', 'alerts.yml'), 'utf8')
  const metricNames = new Set(
    [...rules.matchAll(/expr: (.*)/g)].flatMap(([, text]) => text!.match(/rooftree_\w+/g) ?? []),
  )
  const { body } = await portal.ask('anonymous', 'GET', '/metrics')
  const published = new Set([...String(body).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  expect([...metricNames].filter((name) => !published.has(name))).toEqual([])
  expect(metricNames.size).toBeGreaterThan(8)
})

test('TRUST-5.3: /metrics answers while the database is down, and reports that it is', async () => {
  const unreachablePool = openPool('postgresql://nobody@127.0.0.1:1/nothing')
  const app = await buildApp([], unreachablePool, portal.services, null)
  const { statusCode, body } = await app.inject('/metrics')
  expect(statusCode).toBe(200)
  expect(body).toContain('\nrooftree_database_up 0\n')
  expect(body).toMatch(/^rooftree_disk_free_bytes \d/m)
  expect(body).not.toContain('rooftree_job')
  await app.close()
  await unreachablePool.end()
})

test('TRUST-5.3: /ready reports a read-only database and a full disk', async () => {
  expect((await portal.ask('anonymous', 'GET', '/ready')).body).toEqual({ status: 'ready' })
  const pool = new pg.Pool({
    connectionString: applicationAddress(portal.connectionString),
    options: '-c default_transaction_read_only=on',
  })
  expect(await getUnreadyReason(pool)).toBe('the database takes no changes: it is a standby, or read only')
  await pool.end()
  expect(await getDiskProblem(import.meta.dirname)).toBeNull()
  expect(await getDiskProblem(import.meta.dirname, Number.MAX_SAFE_INTEGER)).toContain(
    'the disk of the data folder is full',
  )
})
