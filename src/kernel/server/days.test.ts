import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { asSystem } from './database.ts'
import { agencyDay, startOfDay } from './days.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('domain 48.5: SQL of the code and functions of the database return the agency’s day of a moment', async () => {
  const created = sql<Record<string, string>>`select ${agencyDay(sql`moment`)}::text as statement,
    kernel.agency_day(moment)::text as database,
    ${agencyDay(startOfDay(sql`date '2026-03-31'`))}::text as begun
    from (select timestamptz '2026-04-01 02:30:00+00' as moment) m`
  const { rows } = await asSystem(portal.pool, 'test', ({ db }) => created.execute(db))
  expect(rows).toEqual([{ statement: '2026-03-31', database: '2026-03-31', begun: '2026-03-31' }])
})

test('no policy, trigger or function uses the database’s own day', async () => {
  const policies = await portal.owner.query<{
    policyname: string
  }>(`select tablename || ' ' || policyname as policyname
    from pg_policies p where exists (select from pg_attribute a where a.attrelid = format('%I.%I', schemaname, tablename)::regclass
      and a.atttypid = 'timestamptz'::regtype and qual like '%(' || attname || ')::date%')`)
  expect(policies.rows).toEqual([])
  const functions =
    await portal.owner.query(`select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'kernel', 'secret') and p.prosrc ~* 'current_date|now\\(\\)::date'`)
  expect(functions.rows).toEqual([])
})
