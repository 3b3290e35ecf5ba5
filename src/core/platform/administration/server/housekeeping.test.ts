import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { housekeeping } from './housekeeping.ts'

const ZONE = 'America/Chicago'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

describe('housekeeping', () => {
  const NOW = new Date('2027-02-15T12:00:00Z')
  const runHousekeeping = async () => {
    await portal.owner.query('truncate job_run')
    portal.setNow(NOW)
    expect(await runDue(portal.pool, portal.services, housekeeping)).toBe(true)
  }

  test('the job deletes tokens one day after their end, links and attempts after 30 days, and nothing sooner', async () => {
    await portal.owner.query(`
      insert into session (session_id, user_id) overriding system value values (900, 1);
      insert into session_token (token_hash, session_id, kind, expires_at) values
        ('old', 900, 'access', '2027-02-14T11:59:59Z'), ('late', 900, 'access', '2027-02-14T12:00:01Z'), ('valid', 900, 'refresh', '2027-03-01');
      insert into password_token (token_hash, user_id, purpose, expires_at) values
        ('old', 1, 'reset', '2027-01-16T11:59:59Z'), ('kept', 1, 'reset', '2027-01-16T12:00:01Z');
      insert into login_attempt (at, user_name, address, succeeded) values
        ('2027-01-16T11:59:59Z', 'old', '127.0.0.1', false), ('2027-01-16T12:00:01Z', 'kept', '127.0.0.1', false)`)
    await runHousekeeping()
    const result = await portal.owner.query(`
      select encode(token_hash, 'escape') as name from session_token where session_id = 900
      union all select encode(token_hash, 'escape') from password_token
      union all select user_name from login_attempt where address = '127.0.0.1' and user_name in ('old', 'kept') order by 1`)
    expect(result.rows.map((row: { name: string }) => row.name)).toEqual(['kept', 'kept', 'late', 'valid'])
  })

  test('the job creates the audit log partitions of four months, and the portal cannot access them directly', async () => {
    await runHousekeeping()
    await runHousekeeping()
    const partitions = await portal.owner.query<{ name: string; readable: boolean }>(
      `select inhrelid::regclass::text as name, has_table_privilege('rooftree_app', inhrelid, 'select, insert, update, delete') as readable
       from pg_inherits where inhparent = 'audit_log'::regclass and inhrelid::regclass::text between 'audit_log_2027_02' and 'audit_log_2027_05' order by 1`,
    )
    expect(partitions.rows).toEqual(
      ['02', '03', '04', '05'].map((month) => ({ name: `audit_log_2027_${month}`, readable: false })),
    )
  })

  test('the job is due every full hour', () => {
    expect(housekeeping.due(new Date('2027-02-15T12:59:59.999Z'), ZONE)).toEqual(
      new Date('2027-02-15T12:00:00Z'),
    )
    expect(housekeeping.due(new Date('2027-02-15T13:00:00Z'), ZONE)).toEqual(new Date('2027-02-15T13:00:00Z'))
  })
})
