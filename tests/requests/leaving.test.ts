import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { properties } from '#tests/fixture.ts'
import { addFurtherPeople } from '#tests/matrix/furtherPeople.ts'
import { seedProperty } from '#tests/matrix/records.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * What somebody sees of a property that their company left, and after they were taken out of the company:
 * asked over HTTP and, as the role that requests run as, of every table. Property E went from company Three
 * to company Two on 12/31/2025.
 */
const LAST_DAY = '2025-12-31'
const FORMER = 11
const FORMER_ADMIN = 21
const OTHER = 7
const LED = 23

let portal: Portal

beforeAll(async () => {
  portal = await openPortal()
  const { owner, services } = portal
  await owner.query(`
    insert into app_user (user_id, user_name, first_name, last_name, email, is_mc_admin, management_company_id) overriding system value values
      (${FORMER_ADMIN}, 'former.admin', 'Former', 'Admin', 'former.admin@three.example', true, 3),
      (${LED}, 'other.lead', 'Other', 'Lead', 'other.lead@two.example', false, 2);
    insert into user_role values (${FORMER_ADMIN}, 4), (${LED}, 4);
    insert into property (property_id, name, status_id, total_units, county_id, management_company_id) overriding system value
      values (50, 'Fir Flats', 0, 8, 1, 3);
    insert into user_property (user_id, property_id, is_main) values (${LED}, ${properties.d}, false);
    insert into permission (user_id, property_id, key, read, write) values (${LED}, ${properties.d}, 'Replacement_Reserve', true, true)`)
  const { contentHash } = await services.files.put(Readable.from([Buffer.from('%PDF-1.7 Elm')]), 1000)
  await seedProperty(owner, properties.e, 'Elm', contentHash)
  await addFurtherPeople(owner)
  await owner.query(
    'insert into replacement_reserve_request (property_id, reserve_account_id, filed_company_id) values (1, 1, 1), (2, 2, 1)',
  )
})
afterAll(() => portal.close())

/** Rows a person sees of a table, as the role of requests; `key` is the permission of the call. */
async function seen(
  userId: number,
  from: string,
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
    const result = await owner.query<{ count: number }>(`select count(*)::integer as count from ${from}`)
    return result.rows[0]!.count
  } finally {
    await owner.query('rollback')
  }
}

/** Tables with a property that requests may read, and whether they hold filed records or their lines. */
async function tables(): Promise<{ name: string; filed: boolean }[]> {
  const result = await portal.owner.query<{ name: string; filed: boolean }>(
    `select c.relname as name, exists (select from pg_attribute f where f.attrelid = c.oid and f.attname = 'filed_company_id') as filed
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'property_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and has_table_privilege('rooftree_app', c.oid, 'select') order by 1`,
  )
  return result.rows
}

const ofE = (table: string) => `${table} where property_id = ${properties.e}`

describe('a property that left the company', () => {
  test('no row of it that came after the last day is seen by those who read it before, of no table', async () => {
    const leaks: string[] = []
    for (const { name, filed } of await tables()) {
      if (filed) continue
      // What everything of the fixture is dated: after the property had left.
      if (
        (await seen(FORMER, `${ofE(name)} and not (to_jsonb(${name}) ->> 'from_date' <= '${LAST_DAY}')`)) > 0
      )
        leaks.push(name)
    }
    const { owner } = portal
    const old = await owner.query<{ count: number }>(
      `select count(*)::integer as count from reserve_entry where property_id = ${properties.e} and entry_date > $1`,
      [LAST_DAY],
    )
    expect(old.rows[0]!.count).toBeGreaterThan(0)
    for (const name of leaks) {
      const days = await owner.query(
        `select column_name from information_schema.columns where table_name = $1 and (data_type = 'date' or data_type like 'timestamp%')`,
        [name],
      )
      expect(days.rows.length, name).toBeGreaterThan(0)
      const after = days.rows.map(({ column_name }) => `${column_name}::date > '${LAST_DAY}'`).join(' and ')
      expect(await seen(FORMER, `${ofE(name)} and ${after}`), name).toBe(0)
    }
  })

  test('what happened before stays, and the company that runs it sees all', async () => {
    const before = `${ofE('reserve_entry')} and entry_date <= '${LAST_DAY}'`
    expect(await seen(FORMER, before)).toBeGreaterThan(0)
    expect(await seen(OTHER, ofE('reserve_entry'))).toBeGreaterThan(await seen(FORMER, ofE('reserve_entry')))
  })

  test('documents, letters and steps follow the record: a former administrator reads those of its draft, and no other', async () => {
    const { owner } = portal
    const place = (filed: number) =>
      owner.query<{ id: number }>(
        `insert into replacement_reserve_request (property_id, reserve_account_id, filed_company_id) values ($1, 5, $2) returning replacement_reserve_request_id as id`,
        [properties.e, filed],
      )
    for (const [filed, sees] of [
      [3, true],
      [2, false],
    ] as const) {
      const { id } = (await place(filed)).rows[0]!
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
          await seen(person, `replacement_reserve_request where replacement_reserve_request_id = ${id}`),
        ).toBe(Number(sees))
        expect(
          await seen(person, `file where module_name = 'Replacement_Reserve' and module_id = ${id}`),
        ).toBe(Number(sees))
        expect(
          await seen(person, `status_history where entity = 'ReplacementReserveRequest' and row_id = ${id}`),
        ).toBe(Number(sees))
        expect(
          await seen(person, `letter where entity = 'ReplacementReserveRequest' and row_id = ${id}`),
        ).toBe(Number(sees))
      }
      expect(await seen(OTHER, `file where module_name = 'Replacement_Reserve' and module_id = ${id}`)).toBe(
        Number(!sees),
      )
      const files = await portal.ask('former.admin', 'POST', '/api/Files/GetList', {
        propertyId: properties.e,
        moduleName: 'Replacement_Reserve',
      })
      expect((files.body as { moduleId: number }[]).some(({ moduleId }) => moduleId === id)).toBe(sees)
    }
  })
})

test('a primary user reads of the company’s present properties what was granted, and nothing else', async () => {
  for (const { name, filed } of await tables()) if (filed) expect(await seen(LED, ofE(name)), name).toBe(0)
})

test('where filed records, their documents and their steps stand is known to the database for every kind', async () => {
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

test('who is taken out of a company sees nothing more of what it gave: no table, no call, former properties included', async () => {
  const reply = await portal.ask('agency.admin', 'DELETE', `/api/users/RemoveUserFromUserList/${FORMER}`)
  expect(reply.status).toBe(200)
  for (const { name } of await tables()) expect(await seen(FORMER, ofE(name)), name).toBe(0)
  const result = await portal.owner.query(
    'select count(*)::integer as count from permission where user_id = $1',
    [FORMER],
  )
  expect(result.rows[0].count).toBe(0)
})

/** What people of a company hold is shown to those who lead it, whatever property it is about. */
const OF_PEOPLE = ['permission', 'user_property']

describe('TRUST-1.5, done when: further personas, of every table as the request role', () => {
  test.each([
    ['who was taken out of the company sees nothing of a property that was not granted', 31, properties.a],
    [
      'a primary user with one property granted sees nothing of another one their company runs',
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
    for (const { name } of (await tables()).filter((table) => !OF_PEOPLE.includes(table.name)))
      for (const key of ['Replacement_Reserve', 'AFS', null])
        if ((await seen(person, `${name} where property_id = ${property}`, key)) > 0)
          leaks.push(`${name} ${key}`)
    expect(leaks).toEqual([])
  })
})
