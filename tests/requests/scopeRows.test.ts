import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { properties } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * SQL that lists the stored scopes that differ from those that `kernel.scopes` computes, over all people and
 * several keys.
 */
const WRONG_SCOPES_SQL = `
  with person as (select user_id, array(select role_id from user_role r where r.user_id = u.user_id) as roles from app_user u),
  key as (select unnest(array['Replacement_Reserve', 'Occupancy', 'Budget', 'Global_Admin', 'Never given', null]) as key),
  sorted as (
    select p.user_id, k.key,
      array(select unnest(s.reads) order by 1) as meant_reads, s.reads is null as meant_all, array(select unnest(s.writes) order by 1) as meant_writes,
      s.writes is null as meant_writes_all,
      array(select unnest(kernel.scope(p.user_id, k.key, 'read')) order by 1) as reads, kernel.scope(p.user_id, k.key, 'read') is null as reads_all,
      array(select unnest(kernel.scope(p.user_id, k.key, 'write')) order by 1) as writes, kernel.scope(p.user_id, k.key, 'write') is null as writes_all
    from person p cross join key k cross join lateral kernel.scopes(p.user_id, p.roles, k.key) s)
  select * from sorted where (meant_reads, meant_all, meant_writes, meant_writes_all) is distinct from (reads, reads_all, writes, writes_all)`

/**
 * SQL that lists people whose first company is not the first of their companies, or whose roles and companies
 * differ from those stored with their scopes.
 */
const WRONG_PEOPLE_SQL = `select u.user_id from app_user u
  left join kernel.person_scope s on s.user_id = u.user_id and s.key = '*'
  where management_company_id is distinct from (kernel.companies_of(u.user_id))[1]
    or (management_company_id is null) <> (cardinality(kernel.companies_of(u.user_id)) = 0)
    or s.roles is distinct from array(select role_id from user_role r where r.user_id = u.user_id order by 1)
    or s.companies is distinct from kernel.companies_of(u.user_id)`

const people = [4, 5, 6, 7, 8] as const
const companies = [1, 2, 3] as const
type Change = { sql: string; values: unknown[] }

const person = fc.constantFrom(...people)
const company = fc.constantFrom(...companies)
const property = fc.constantFrom(...Object.values(properties), 11, 12)
const role = fc.constantFrom(1, 2, 3, 4)
const key = fc.constantFrom('Replacement_Reserve', 'Occupancy', 'Budget', 'Global_Admin')

const change = (sql: string, ...values: fc.Arbitrary<unknown>[]): fc.Arbitrary<Change> =>
  fc.tuple(...values).map((parameters) => ({ sql, values: parameters }))

/** Statements that change the data from which scopes are computed, in many ways. */
const changes: fc.Arbitrary<Change> = fc.oneof(
  change(
    `insert into permission (user_id, property_id, key, read, write) select $1::int, $2::int, $3::text, $4::bool, $5::bool
      where exists (select from property where property_id = $2)
      on conflict (user_id, key, property_id) do update set read = excluded.read, write = excluded.write`,
    person,
    property,
    key,
    fc.boolean(),
    fc.boolean(),
  ),
  change('delete from permission where user_id = $1 and key = $2', person, key),
  change('update permission set write = not write where key = $1', key),
  change(
    'update permission set user_id = $1 where user_id = $2 and key = $3 and user_id <> $1 and not exists (select from permission where user_id = $1 and key = $3)',
    person,
    person,
    key,
  ),
  change(
    `insert into user_property (user_id, property_id, is_main) select $1::int, property_id, $2::bool from property where property_id <= $3::int
      on conflict (user_id, property_id) do update set is_main = excluded.is_main`,
    person,
    fc.boolean(),
    property,
  ),
  change('delete from user_property where property_id = $1', property),
  change('insert into user_role values ($1, $2) on conflict do nothing', person, role),
  change('delete from user_role where user_id = $1 and role_id = $2', person, role),
  change(
    'update user_role set role_id = $2 where user_id = $1 and not exists (select from user_role where user_id = $1 and role_id = $2) and role_id = (select min(role_id) from user_role where user_id = $1)',
    person,
    role,
  ),
  change('update app_user set is_mc_admin = not is_mc_admin where user_id = $1', person),
  change('update app_user set management_company_id = $2 where user_id = $1', person, fc.option(company)),
  change(
    'insert into management_company_user (user_id, management_company_id) values ($1, $2) on conflict do nothing',
    person,
    company,
  ),
  change(
    'update management_company_user set management_company_id = $2 where user_id = $1 and not exists (select from management_company_user where user_id = $1 and management_company_id = $2) and management_company_user_id = (select max(management_company_user_id) from management_company_user where user_id = $1)',
    person,
    company,
  ),
  change(
    'delete from management_company_user where user_id = $1 and management_company_id = $2',
    person,
    company,
  ),
  change(
    'update property set management_company_id = $2 where property_id = $1',
    property,
    fc.option(company),
  ),
  change('update property set management_company_id = $2 where management_company_id = $1', company, company),
  change(
    `insert into property (property_id, name, management_company_id) overriding system value values ($1, 'New', $2) on conflict do nothing`,
    fc.constantFrom(11, 12),
    company,
  ),
  change('delete from property where property_id = $1', fc.constantFrom(11, 12)),
  change(
    `insert into app_user (user_id, user_name, email, is_mc_admin, management_company_id) overriding system value
    values (50, 'late', 'late@one.example', $1, $2) on conflict do nothing`,
    fc.boolean(),
    fc.option(company),
  ),
  change('delete from app_user where user_id = $1', fc.constant(50)),
)

let portal: Portal
let secondConnection: pg.Client

beforeAll(async () => {
  portal = await openPortal()
  secondConnection = new pg.Client({ connectionString: portal.connectionString })
  await secondConnection.connect()
})
afterAll(async () => {
  await secondConnection.end()
  await portal.close()
})

const loadFaults = async () => ({
  rows: (await portal.owner.query(WRONG_SCOPES_SQL)).rows,
  people: (await portal.owner.query(WRONG_PEOPLE_SQL)).rows,
})
const noFaults = { rows: [], people: [] }

beforeEach(async () => {
  expect(await loadFaults()).toEqual(noFaults)
})

test('PER-05 to PER-14 after any changes of rights, companies, properties and people, stored scopes equal computed ones', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 12 }), async (changes) => {
      await portal.owner.query('begin')
      try {
        for (const { sql, values } of changes) {
          await portal.owner.query(sql, values)
          expect({ sql, values, ...(await loadFaults()) }).toEqual({ sql, values, ...noFaults })
        }
      } finally {
        await portal.owner.query('rollback')
      }
    }),
    { numRuns: 60, seed: 20_261_122 },
  )
})

test('after a company is merged into another, memberships written for it go to the other company', async () => {
  await portal.owner.query('begin')
  await portal.owner.query('update property set management_company_id = 2 where management_company_id = 3')
  await portal.owner.query(
    'update management_company set alias_of = 2, status = 0, merged_at = now() where management_company_id = 3',
  )
  await portal.owner.query(
    'insert into management_company_user (user_id, management_company_id) values (4, 3)',
  )
  await portal.owner.query('update app_user set management_company_id = 3 where user_id = 5')
  const result = await portal.owner.query(
    'select kernel.companies_of(4) as admin, kernel.companies_of(5) as writer',
  )
  expect(result.rows).toEqual([{ admin: [1, 2], writer: [2] }])
  expect(await loadFaults()).toEqual(noFaults)
  await portal.owner.query('rollback')
})

/**
 * Starts the second change while the first is not committed. Commits the first when the second waits for it
 * or is done.
 */
async function runConcurrently(first: string, second: string): Promise<void> {
  const { rows } = await secondConnection.query<{ id: number }>('select pg_backend_pid() as id')
  await portal.owner.query('begin')
  await portal.owner.query(first)
  let isDone = false
  const secondChange = secondConnection.query(second).finally(() => {
    isDone = true
  })
  const waits = async () =>
    (await portal.owner.query('select 1 where cardinality(pg_blocking_pids($1)) > 0', [rows[0]!.id])).rows
      .length > 0
  while (!isDone && !(await waits()));
  await portal.owner.query('commit')
  await secondChange
}

const insertPermission = (key: string) =>
  `insert into permission (user_id, property_id, key, read) values (6, 2, '${key}', true) on conflict do nothing`
const makeAdministrator = 'update app_user set is_mc_admin = true where user_id = 6'
const giveDogwoodToOne = 'update property set management_company_id = 1 where property_id = 4'
const addToCompanyTwo = 'insert into management_company_user (user_id, management_company_id) values (6, 2)'
const giveCedarToTwo = 'update property set management_company_id = 2 where property_id = 3'

test.each([
  ['two grants', insertPermission('Budget'), insertPermission('Occupancy')],
  ['a grant and a role', insertPermission('AFS'), 'update user_role set role_id = 4 where user_id = 6'],
  ['an administrator and a property', makeAdministrator, giveDogwoodToOne],
  ['a property and a further company', giveCedarToTwo, addToCompanyTwo],
  [
    'a property and an administrator',
    'update property set management_company_id = 1 where property_id = 3',
    makeAdministrator,
  ],
  [
    'a further company and a property',
    'insert into management_company_user (user_id, management_company_id) values (6, 3)',
    'update property set management_company_id = 3 where property_id = 4',
  ],
])('the concurrent changes of %s are both reflected in the scopes', async (_, first, second) => {
  await runConcurrently(first, second)
  expect(await loadFaults()).toEqual(noFaults)
})
