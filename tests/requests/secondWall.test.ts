import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { properties } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runAsPersonInDatabase } from '#tests/runAsPersonInDatabase.ts'

/**
 * Tests row-level security as a second line of defense: the rows that a person can change at most by any SQL
 * of a writing request.
 */
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const REFUSED = '42501'

/** Counts the rows that a statement changes. Null if the statement is refused. */
async function countChanged(client: pg.Client, statement: string): Promise<number | null> {
  await client.query('savepoint tried')
  try {
    const { rowCount } = await client.query(statement)
    return rowCount
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== REFUSED) throw error
    return null
  } finally {
    await client.query('rollback to savepoint tried')
  }
}

const countChangedAs = (persona: string, statement: string) =>
  runAsPersonInDatabase(portal, persona, (client) => countChanged(client, statement))

/** Statements that no one of a company and no reader of the agency may run, by their effect. */
const forbiddenStatements = {
  'becoming an administrator': 'update app_user set is_admin = true where user_id = kernel.actor_id()',
  'becoming a manager': 'update app_user set is_manager = true where user_id = kernel.actor_id()',
  'becoming an inspector': 'update app_user set is_inspector = true where user_id = kernel.actor_id()',
  'making somebody an administrator': 'update app_user set is_admin = true where user_id = 5',
  'making an account of the agency': `insert into app_user (user_name, email, is_admin) values ('mallory', 'm@x.example', true)`,
  'taking a role of the agency': 'update user_role set role_id = 1 where user_id = kernel.actor_id()',
  'adding a role of the agency': 'insert into user_role values (kernel.actor_id(), 1)',
  'everything, everywhere': `insert into permission (user_id, property_id, key, read, write) values (kernel.actor_id(), 1, 'Global_Admin', true, true)`,
  'a property of another company': `insert into permission (user_id, property_id, key, read, write) values (kernel.actor_id(), ${properties.d}, 'AFS', true, true)`,
  'a tie to a property of another company': `insert into user_property (user_id, property_id, is_main) values (kernel.actor_id(), ${properties.d}, true)`,
  'a role of its own': `insert into role values (9, 'MINE')`,
  'another list of the agency': `update federal_type set name = 'Mine'`,
  'a shorter list': 'delete from holiday',
  'an account of the demonstration': 'delete from demonstration_account',
  'a log of jobs': `insert into job_run (job, due_at, started_at) values ('x', now(), now())`,
}

describe('RIGHTS no SQL statement of the request role gives its caller more rights', () => {
  test.each(
    ['company.reader', 'company.writer', 'company.admin', 'former.user', 'agency.read'].flatMap((persona) =>
      Object.entries(forbiddenStatements).map(([name, statement]) => [persona, name, statement] as const),
    ),
  )('%s cannot do this: %s', async (persona, _, statement) => {
    expect((await countChangedAs(persona, statement)) ?? 0).toBe(0)
  })

  test('a writer of the agency who is no administrator cannot give rights either', async () => {
    const statements = Object.entries(forbiddenStatements).slice(0, 11)
    for (const [name, statement] of statements)
      expect((await countChangedAs('agency.write', statement)) ?? 0, name).toBe(0)
  })

  test.each([
    [
      'the own administrator flag of the company',
      'update app_user set is_mc_admin = true where user_id = kernel.actor_id()',
    ],
    ['another company', 'update app_user set management_company_id = 2 where user_id = kernel.actor_id()'],
    ['a colleague’s address', `update app_user set email = 'mine@x.example' where user_id = 5`],
    ['a role of a primary user', 'update user_role set role_id = 4 where user_id = kernel.actor_id()'],
    [
      'a permission',
      `insert into permission (user_id, property_id, key, read, write) values (kernel.actor_id(), 1, 'AFS', true, true)`,
    ],
    ['a wider permission', 'update permission set write = true where user_id = kernel.actor_id()'],
  ])('company.reader cannot change this: %s', async (_, statement) => {
    expect((await countChangedAs('company.reader', statement)) ?? 0).toBe(0)
  })

  test('the changes that calls of these people may make still succeed', async () => {
    const phoneChange = `update app_user set phone = '573-555-0101' where user_id = kernel.actor_id()`
    for (const persona of ['company.reader', 'company.admin', 'agency.read', 'agency.write'])
      expect(await countChangedAs(persona, phoneChange), persona).toBe(1)
    expect(
      await countChangedAs('agency.admin', 'update app_user set is_manager = true where user_id = 2'),
    ).toBe(1)
    expect(await countChangedAs('agency.admin', 'insert into user_role values (3, 1)')).toBe(1)
    expect(
      await countChangedAs('agency.write', `update federal_type set name = name || ' '`),
    ).toBeGreaterThan(0)
    expect(await countChangedAs('company.admin', 'update user_role set role_id = 4 where user_id = 6')).toBe(
      1,
    )
    expect(
      await countChangedAs(
        'company.admin',
        `insert into permission (user_id, property_id, key, read, write) values (6, 2, 'AFS', true, false)`,
      ),
    ).toBe(1)
  })
})

/** Tables without row-level security that the request role may write, with the reason. There are none. */
const declaredWritable: Readonly<Record<string, string>> = {}

test('RIGHTS requests cannot write tables without row-level security unless declared', async () => {
  const { rows } = await portal.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema') and not c.relrowsecurity
        and has_schema_privilege('rooftree_app', n.oid, 'usage')
        and (has_table_privilege('rooftree_app', c.oid, 'insert, update, delete, truncate')
          or has_any_column_privilege('rooftree_app', c.oid, 'insert, update')) order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(declaredWritable).toSorted())
})
