import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationAddress } from '#kernel/server/postgres/role.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
let client: pg.Client
beforeAll(async () => {
  portal = await openPortal()
  client = new pg.Client({ connectionString: applicationAddress(portal.connectionString) })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await portal.close()
})

test('requests log in with a role that is no superuser, owns nothing and is a member of no other role', async () => {
  const result =
    await portal.pool.query(`select current_user as current, session_user as session, rolsuper, rolbypassrls,
    rolcreaterole, rolcreatedb, rolreplication,
    (select count(*)::integer from pg_auth_members where member = r.oid) as memberships,
    (select count(*)::integer from pg_class where relowner = r.oid) as owned
    from pg_roles r where rolname = session_user`)
  expect(result.rows).toEqual([
    {
      current: 'rooftree_app',
      session: 'rooftree_app',
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      memberships: 0,
      owned: 0,
    },
  ])
})

test('no statement on such a connection gives it more rights', async () => {
  const { rows } = await portal.owner.query<{ owner: string }>('select current_user as owner')
  const owner = pg.escapeIdentifier(rows[0]!.owner)
  for (const more of [
    `set role ${owner}`,
    `set session authorization ${owner}`,
    `grant ${owner} to rooftree_app`,
    'alter role rooftree_app superuser',
    'alter table property disable row level security',
    'set session_replication_role = replica',
    'create table public.mine (id integer)',
    'create schema mine',
  ])
    await expect(client.query(more), more).rejects.toMatchObject({ code: '42501' })
  for (const nothing of ['set role none', 'reset role', 'reset session authorization', 'discard all'])
    await client.query(nothing)
  const finalRole = await client.query('select current_user as current, session_user as session')
  expect(finalRole.rows).toEqual([{ current: 'rooftree_app', session: 'rooftree_app' }])
})

test("the password of that role differs from the owner's, and no one can connect without it", async () => {
  const applicationUrl = new URL(applicationAddress(portal.connectionString))
  expect(applicationUrl.password).not.toBe(new URL(portal.connectionString).password)
  expect(applicationUrl.password.length).toBeGreaterThan(40)
  for (const wrong of ['', 'guess', new URL(portal.connectionString).password]) {
    const client = new pg.Client({
      connectionString: Object.assign(new URL(applicationUrl), { password: wrong }).toString(),
    })
    await expect(client.connect(), wrong).rejects.toThrow(/password/)
    // Without this, the server would keep waiting for the right password.
    await client.end()
  }
})

test('every function that runs as its owner has a fixed search path with temporary tables last', async () => {
  const result = await portal.owner.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
        and not coalesce(p.proconfig @> array['search_path=public, pg_temp'], false) order by 1`,
  )
  expect(result.rows).toEqual([])
})

test('requests cannot use functions and tables that only triggers and the owner use', async () => {
  await expect(client.query('select kernel.renew_scopes(array[1])')).rejects.toMatchObject({ code: '42501' })
  await expect(client.query('select * from kernel.person_scope')).rejects.toMatchObject({ code: '42501' })
})

/** Tables that requests may read without row-level security, with their contents. */
const publicTables: Readonly<Record<string, string>> = {
  demonstration_account: 'the accounts that the sign-in page lists',
  role: 'list of the specification',
  backup_taken: 'log of backups',
  schema_migration: 'log of migrations',
  filed_table: 'which table the records of a name stand in',
}

test('every other table that requests can reach has row-level security', async () => {
  const result = await portal.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema') and not c.relrowsecurity
        and has_schema_privilege('rooftree_app', n.oid, 'usage')
        and (has_table_privilege('rooftree_app', c.oid, 'select, insert, update, delete, truncate')
          or has_any_column_privilege('rooftree_app', c.oid, 'select, insert, update'))
      order by 1`,
  )
  expect(result.rows.map((row) => row.name)).toEqual(Object.keys(publicTables).sort())
})

test.each([
  'user_secret',
  'session_token',
  'password_token',
  'calendar_feed',
  'known_device',
  'account_mail',
])('requests cannot read %s', async (table) => {
  await expect(client.query(`select * from ${table}`)).rejects.toMatchObject({ code: '42501' })
})
