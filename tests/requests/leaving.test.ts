import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { properties } from '#tests/fixture.ts'
import { addFurtherPeople } from '#tests/matrix/furtherPeople.ts'
import { seedProperty } from '#tests/matrix/records.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * Tests which rows people see of a property that their company left, and after they were removed from the
 * company. It asks over HTTP and reads every table with the database role of requests. Property E moved from
 * company Three to company Two on 12/31/2025.
 */
const LAST_DAY = '2025-12-31'
const FORMER = 11
const FORMER_ADMIN = 21
const OTHER = 7
const OTHER_LEAD = 23

let portal: Portal

beforeAll(async () => {
  portal = await openPortal()
  const { owner, services } = portal
  await owner.query(`
    insert into app_user (user_id, user_name, first_name, last_name, email, is_mc_admin, management_company_id) overriding system value values
      (${FORMER_ADMIN}, 'former.admin', 'Former', 'Admin', 'former.admin@three.example', true, 3),
      (${OTHER_LEAD}, 'other.lead', 'Other', 'Lead', 'other.lead@two.example', false, 2);
    insert into user_role values (${FORMER_ADMIN}, 4), (${OTHER_LEAD}, 4);
    insert into property (property_id, name, status_id, total_units, county_id, management_company_id) overriding system value
      values (50, 'Fir Flats', 0, 8, 1, 3);
    insert into user_property (user_id, property_id, is_main) values (${OTHER_LEAD}, ${properties.d}, false);
    insert into permission (user_id, property_id, key, read, write) values (${OTHER_LEAD}, ${properties.d}, 'Replacement_Reserve', true, true)`)
  const { contentHash } = await services.files.put(Readable.from([Buffer.from('%PDF-1.7 Elm')]), 1000)
  await seedProperty(owner, properties.e, 'Elm', contentHash)
  await addFurtherPeople(owner)
  await owner.query(
    'insert into replacement_reserve_request (property_id, reserve_account_id, filed_company_id) values (1, 1, 1), (2, 2, 1)',
  )
})
afterAll(() => portal.close())

/**
 * Counts the rows of a table that a person sees with the database role of requests. `key` is the permission
 * of the call.
 */
async function countVisibleRows(
  userId: number,
  fromClause: string,
  key: string | null = 'Replacement_Reserve',
): Promise<number> {
  const { owner } = portal
  await owner.query('begin')
  try {
    await owner.query(
      `select kernel.put('user_id', u.user_id::text), kernel.put('company_ids', d.companies::text),
        kernel.put('read_scope', coalesce(kernel.scope(u.user_id, $2, 'read'), '{}')::text)
      from app_user u join kernel.person_scope d on d.user_id = u.user_id and d.key = '*' where u.user_id = $1`,
      [userId, key],
    )
    await owner.query('set local role rooftree_app')
    const result = await owner.query<{ count: number }>(
      `select count(*)::integer as count from ${fromClause}`,
    )
    return result.rows[0]!.count
  } finally {
    await owner.query('rollback')
  }
}

/**
 * Lists the tables with a property that requests may read, and whether they contain filed records or their
 * lines.
 */
async function loadPropertyTables(): Promise<{ name: string; filed: boolean }[]> {
  const result = await portal.owner.query<{ name: string; filed: boolean }>(
    `select c.relname as name, exists (select from pg_attribute f where f.attrelid = c.oid and f.attname = 'filed_company_id') as filed
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'property_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and has_table_privilege('rooftree_app', c.oid, 'select') order by 1`,
  )
  return result.rows
}

const rowsOfE = (table: string) => `${table} where property_id = ${properties.e}`

describe('a property that left the company', () => {
  test("no table shows people of the former company a row dated after the property's last day", async () => {
    const tablesWithVisibleRows: string[] = []
    for (const { name, filed } of await loadPropertyTables()) {
      if (filed) continue
      // The fixture's rows are dated after the property left.
      if (
        (await countVisibleRows(
          FORMER,
          `${rowsOfE(name)} and not (to_jsonb(${name}) ->> 'from_date' <= '${LAST_DAY}')`,
        )) > 0
      )
        tablesWithVisibleRows.push(name)
    }
    const { owner } = portal
    const old = await owner.query<{ count: number }>(
      `select count(*)::integer as count from reserve_entry where property_id = ${properties.e} and entry_date > $1`,
      [LAST_DAY],
    )
    expect(old.rows[0]!.count).toBeGreaterThan(0)
    for (const name of tablesWithVisibleRows) {
      const days = await owner.query(
        `select column_name from information_schema.columns where table_name = $1 and (data_type = 'date' or data_type like 'timestamp%')`,
        [name],
      )
      expect(days.rows.length, name).toBeGreaterThan(0)
      const after = days.rows.map(({ column_name }) => `${column_name}::date > '${LAST_DAY}'`).join(' and ')
      expect(await countVisibleRows(FORMER, `${rowsOfE(name)} and ${after}`), name).toBe(0)
    }
  })

  test('the former company still sees earlier rows, and the present company sees all', async () => {
    const before = `${rowsOfE('reserve_entry')} and entry_date <= '${LAST_DAY}'`
    expect(await countVisibleRows(FORMER, before)).toBeGreaterThan(0)
    expect(await countVisibleRows(OTHER, rowsOfE('reserve_entry'))).toBeGreaterThan(
      await countVisibleRows(FORMER, rowsOfE('reserve_entry')),
    )
  })

  test("a former administrator reads the documents, letters and steps of their company's draft and of no other record", async () => {
    const { owner } = portal
    const insertRequest = (filed: number) =>
      owner.query<{ id: number }>(
        `insert into replacement_reserve_request (property_id, reserve_account_id, filed_company_id) values ($1, 5, $2) returning replacement_reserve_request_id as id`,
        [properties.e, filed],
      )
    for (const [filed, sees] of [
      [3, true],
      [2, false],
    ] as const) {
      const { id } = (await insertRequest(filed)).rows[0]!
      await owner.query(
        `insert into file (property_id, module_name, module_id, document_type, title, file_name, content_type, size_bytes, content_hash)
          values ($1, 'Replacement_Reserve', $2, 'Other', 'Elm', 'elm.pdf', 'application/pdf', 100, 'elm')`,
        [properties.e, id],
      )
      await owner.query(
        `insert into status_history (entity, row_id, property_id, to_status_id, action) values ('ReplacementReserveRequest', $2, $1, 1, 'test')`,
        [properties.e, id],
      )
      await owner.query(
        `insert into letter (property_id, entity, row_id, kind, title, data) values ($1, 'ReplacementReserveRequest', $2, 'approval', 'Elm', '{}')`,
        [properties.e, id],
      )
      for (const person of [FORMER, FORMER_ADMIN]) {
        expect(
          await countVisibleRows(
            person,
            `replacement_reserve_request where replacement_reserve_request_id = ${id}`,
          ),
        ).toBe(Number(sees))
        expect(
          await countVisibleRows(
            person,
            `file where module_name = 'Replacement_Reserve' and module_id = ${id}`,
          ),
        ).toBe(Number(sees))
        expect(
          await countVisibleRows(
            person,
            `status_history where entity = 'ReplacementReserveRequest' and row_id = ${id}`,
          ),
        ).toBe(Number(sees))
        expect(
          await countVisibleRows(
            person,
            `letter where entity = 'ReplacementReserveRequest' and row_id = ${id}`,
          ),
        ).toBe(Number(sees))
      }
      expect(
        await countVisibleRows(OTHER, `file where module_name = 'Replacement_Reserve' and module_id = ${id}`),
      ).toBe(Number(!sees))
      const files = await portal.ask('former.admin', 'POST', '/api/Files/GetList', {
        propertyId: properties.e,
        moduleName: 'Replacement_Reserve',
      })
      expect((files.body as { moduleId: number }[]).some(({ moduleId }) => moduleId === id)).toBe(sees)
    }
  })
})

test("a primary user reads only the granted ones of the company's present properties", async () => {
  for (const { name, filed } of await loadPropertyTables())
    if (filed) expect(await countVisibleRows(OTHER_LEAD, rowsOfE(name)), name).toBe(0)
})

test('the database knows the table of every kind of filed record with its documents and steps', async () => {
  const result = await portal.owner.query<{ name: string; target: string }>(
    'select name, target::regclass::text as target from kernel.filed_table',
  )
  const tablesByName = new Map(result.rows.map(({ name, target }) => [name, target]))
  const expectedTables = modules.flatMap(({ reviews = [], files = [] }) => [
    ...reviews.map(({ kit: { review } }) => [review.entity.name, review.entity.table] as const),
    ...files.flatMap(({ name, record, agencyOnly, ofCompany }) =>
      record && !agencyOnly && !ofCompany ? [[name, record.table] as const] : [],
    ),
  ])
  const ofProperties = expectedTables.filter(
    ([, table]) => table !== 'management_company_asset_certification',
  )
  expect(ofProperties.filter(([name, table]) => tablesByName.get(name) !== table)).toEqual([])
})

test('a person removed from a company sees no row of its properties any more, former properties included', async () => {
  const reply = await portal.ask('agency.admin', 'DELETE', `/api/users/RemoveUserFromUserList/${FORMER}`)
  expect(reply.status).toBe(200)
  for (const { name } of await loadPropertyTables())
    expect(await countVisibleRows(FORMER, rowsOfE(name)), name).toBe(0)
  const result = await portal.owner.query(
    'select count(*)::integer as count from permission where user_id = $1',
    [FORMER],
  )
  expect(result.rows[0].count).toBe(0)
})

/** Permissions and assignments of a company's people are shown to its leaders, for any property. */
const TABLES_ABOUT_PEOPLE = ['permission', 'user_property']

describe('TRUST-1.5: what further personas see in every table with the request role', () => {
  test.each([
    ['a person removed from the company sees nothing of a property that was not granted', 31, properties.a],
    [
      'a primary user with one granted property sees nothing of another property of the company',
      33,
      properties.b,
    ],
    [
      'an administrator of a company that runs no property sees nothing of one it never ran',
      32,
      properties.a,
    ],
  ])('%s', async (_, person, property) => {
    const leaks: string[] = []
    for (const { name } of (await loadPropertyTables()).filter(
      (table) => !TABLES_ABOUT_PEOPLE.includes(table.name),
    ))
      for (const key of ['Replacement_Reserve', 'AFS', null])
        if ((await countVisibleRows(person, `${name} where property_id = ${property}`, key)) > 0)
          leaks.push(`${name} ${key}`)
    expect(leaks).toEqual([])
  })
})
