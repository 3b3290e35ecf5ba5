import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '#kernel/model/refusals.ts'
import { merging } from '#tests/merging.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await letOneMerge()
})
afterAll(() => portal.close())

const { begin, merge, preview, letOneMerge } = merging(() => portal)
beforeEach(begin)

const faults = (reply: Reply) => (reply.body as { faults: Fault[] }).faults

/** All rows that may name a company, so that a comparison shows any change. */
async function readAllRows(): Promise<unknown> {
  const result = await portal.owner.query(`select
    (select json_agg(c order by management_company_id) from management_company c) as companies,
    (select json_agg(p order by property_id) from property p) as properties,
    (select json_agg(u order by user_id) from app_user u) as users,
    (select json_agg(h order by management_company_project_history_id) from management_company_project_history h) as history,
    (select json_agg(f order by file_id) from file f) as files`)
  return result.rows[0]
}

test('MergeManagementCompanies moves every record, and the source remains as an inactive alias', async () => {
  const reply = await merge(12, [11])
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ into: { name: 'Beech Homes' } })
  const moved = (reply.body as { moves: { label: string; count: number }[] }).moves
  expect(moved).toEqual(
    expect.arrayContaining([
      { label: 'Properties', count: 2 },
      { label: 'Users', count: 2 },
      { label: 'Permissions of its users', count: 2 },
      { label: 'Files', count: 1 },
    ]),
  )
  expect((await portal.ask('agency.read', 'GET', '/api/ManagementCompany/GetDetail/12')).body).toMatchObject({
    defaultQuarter: 2,
    aliases: [{ managementCompanyId: 11, name: 'Alder Homes' }],
  })
  expect((await portal.ask('agency.read', 'GET', '/api/ManagementCompany/11')).body).toMatchObject({
    status: 0,
    aliasOf: 12,
  })
  const list = (await portal.ask('agency.read', 'GET', '/api/ManagementCompany/GetWithPropertyCount')).body
  expect(list).toContainEqual(
    expect.objectContaining({
      name: 'Beech Homes',
      propertyCount: 3,
      userCount: 3,
      aliases: ['Alder Homes'],
    }),
  )
})

test('the history of a property ends the merged company yesterday and begins the other one today', async () => {
  await merge(12, [11])
  const rows = await portal.owner.query(
    `select h.management_company_id as company, from_date::text, to_date::text from management_company_project_history h
      join property p using (property_id) where p.name like 'Merging%' and p.management_company_id = 12
      order by p.property_id, from_date`,
  )
  const each = [
    { company: 11, from_date: '2015-01-01', to_date: '2026-11-15' },
    { company: 12, from_date: '2026-11-16', to_date: null },
  ]
  expect(rows.rows).toEqual([...each, ...each, { company: 12, from_date: '2015-01-01', to_date: null }])
})

test('a company that took over a property today is ended on its first day', async () => {
  await portal.owner.query(
    `update management_company_project_history set from_date = '2026-11-16' where management_company_id = 11`,
  )
  expect((await merge(12, [11])).status).toBe(200)
  const rows = await portal.owner.query(
    `select distinct from_date::text, to_date::text from management_company_project_history where management_company_id = 11`,
  )
  expect(rows.rows).toEqual([{ from_date: '2026-11-16', to_date: '2026-11-16' }])
})

test('the history of both companies and the audit log record who merged, when and what', async () => {
  await merge(12, [11])
  const history = async (companyId: number) =>
    (await portal.ask('agency.read', 'GET', `/api/ManagementCompany/GetHistory/${companyId}`)).body
  expect(await history(11)).toContainEqual(
    expect.objectContaining({
      userName: 'Agency Admin',
      action: 'Merged',
      reason: expect.stringMatching(/^Merged into Beech Homes \(.*properties: 2/),
    }),
  )
  expect(await history(11)).toContainEqual(
    expect.objectContaining({ changes: expect.objectContaining({ alias_of: [null, 12], status: [1, 0] }) }),
  )
  expect(await history(12)).toContainEqual(
    expect.objectContaining({ reason: expect.stringContaining('Alder Homes was merged into it') }),
  )
})

test('the preview counts what the merge then moves, lists conflicts, and changes nothing', async () => {
  const before = await readAllRows()
  const payload = (await preview(12, 11)).body as { moves: object[]; conflicts: string[] }
  expect(await readAllRows()).toEqual(before)
  expect(payload).toMatchObject({ into: { name: 'Beech Homes' }, from: { name: 'Alder Homes' } })
  expect(payload.conflicts).toEqual([
    'Alder Homes begins with quarter 1, Beech Homes with 2; that of Beech Homes stays.',
    expect.stringMatching(
      /^Person No 1 has a user in both companies: merging\.\d+ and merging\.\d+\. Both stay\.$/,
    ),
  ])
  expect(((await merge(12, [11])).body as { moves: object[] }).moves).toEqual(payload.moves)
})

test('an existing request continues to show the company that filed it, and a later one shows the new company', async () => {
  const propertyId = (
    await portal.owner.query<{ id: number }>(
      `select property_id as id from property where management_company_id = 11 order by 1 limit 1`,
    )
  ).rows[0]!.id
  await portal.owner.query(
    `with account as (insert into reserve_account (property_id, opened_on) values ($1, '2020-01-01') returning *)
    insert into replacement_reserve_request (property_id, reserve_account_id, description, status_id, submitted)
      select $1, reserve_account_id, description, status, now() from account,
        (values ('Under way', 3), ('Draft', 1)) as r (description, status)`,
    [propertyId],
  )
  await merge(12, [11])
  await portal.owner.query(
    `insert into replacement_reserve_request (property_id, reserve_account_id, description)
      select property_id, reserve_account_id, 'Later' from reserve_account where property_id = $1`,
    [propertyId],
  )
  const lines = await portal.ask(
    'agency.read',
    'GET',
    `/api/ReplacementReserve/GetReplacementList/${propertyId}`,
  )
  expect(
    (lines.body as { description: string; companyName: string }[])
      .map((item) => [item.description, item.companyName])
      .sort(),
  ).toEqual([
    ['Draft', 'Alder Homes'],
    ['Later', 'Beech Homes'],
    ['Under way', 'Alder Homes'],
  ])
  await portal.owner.query(`delete from replacement_reserve_request where property_id >= 1000;
    delete from reserve_account where property_id >= 1000`)
})

test('people of the merged company work for the other one immediately', async () => {
  await portal.owner.query('update app_user set management_company_id = 11 where user_id in (4, 6)')
  const url = '/api/ManagementCompany/MergeManagementCompanies/12?administrators=4'
  expect((await portal.ask('agency.admin', 'POST', url, [11])).status).toBe(200)
  expect((await portal.ask('company.reader', 'GET', '/api/ManagementCompany/GetDetail/12')).status).toBe(200)
  expect(
    (await portal.ask('company.admin', 'GET', '/api/ManagementCompany/GetProjectsByManagementCompanyId/12'))
      .body,
  ).toHaveLength(3)
  await portal.owner.query('update app_user set management_company_id = 1 where user_id in (4, 6)')
})

describe('refused merges change nothing and name the field', () => {
  test.each<[string, number, number[], Fault[]]>([
    [
      'of a company into itself',
      12,
      [12],
      [{ field: '0', message: 'Merged company: a company cannot be merged into itself.' }],
    ],
    ['into an inactive company', 14, [11], [{ field: 'id', message: 'Into: Fir Homes is inactive.' }]],
    [
      'into an unknown company',
      9999,
      [11],
      [{ field: 'id', message: 'Into: choose a company of the list.' }],
    ],
    [
      'of an unknown company',
      12,
      [9999],
      [{ field: '0', message: 'Merged company: choose a company of the list.' }],
    ],
    [
      'of the same company twice',
      12,
      [11, 11],
      [{ field: '1', message: 'Merged company: it is named twice.' }],
    ],
    [
      'with several faults at once',
      14,
      [11, 14],
      [
        { field: 'id', message: 'Into: Fir Homes is inactive.' },
        { field: '1', message: 'Merged company: a company cannot be merged into itself.' },
      ],
    ],
  ])('%s', async (_, into, from, expected) => {
    const before = await readAllRows()
    const reply = await merge(into, from)
    expect([reply.status, faults(reply)]).toEqual([422, expected])
    expect(await readAllRows()).toEqual(before)
    if (from.length === 1) expect(faults(await preview(into, from[0]!))).toEqual(expected)
  })

  test('a merge into an alias is refused', async () => {
    await merge(12, [11])
    expect(faults(await merge(11, [13]))).toEqual([
      { field: 'id', message: 'Into: Alder Homes was merged into another company itself.' },
    ])
  })

  test('one invalid company among several stops the entire merge', async () => {
    const before = await readAllRows()
    expect((await merge(12, [11, 9999])).status).toBe(422)
    expect(await readAllRows()).toEqual(before)
  })

  test.each([[[]], [['x']], [[-1]], [Array.from({ length: 21 }, (_, n) => n + 1)], [{ from: 11 }]])(
    'a body of %j is refused',
    async (body) => {
      expect(
        (await portal.ask('agency.admin', 'POST', '/api/ManagementCompany/MergeManagementCompanies/12', body))
          .status,
      ).toBe(400)
    },
  )

  test('PER-18 only an administrator of the agency may merge or preview a merge', async () => {
    const before = await readAllRows()
    for (const persona of ['agency.write', 'agency.read', 'company.admin', 'global.admin'] as const) {
      expect((await merge(12, [11], persona)).status, persona).toBe(403)
      expect((await preview(12, 11, persona)).status, persona).toBe(403)
    }
    expect(await readAllRows()).toEqual(before)
  })
})

describe('an alias', () => {
  test('a merged company cannot be made active, and its name cannot be used for another company', async () => {
    await merge(12, [11])
    const status = await portal.ask('agency.write', 'PUT', '/api/ManagementCompany', {
      managementCompanyId: 11,
      status: 1,
    })
    expect([status.status, faults(status)[0]?.field]).toEqual([422, 'status'])
    const name = await portal.ask('agency.write', 'POST', '/api/ManagementCompany', { name: 'alder homes' })
    expect(faults(name)).toEqual([
      { field: 'name', message: 'Name: Alder Homes is an earlier name of Beech Homes.' },
    ])
  })

  test('a merged company cannot be given a property', async () => {
    await merge(12, [11])
    const reply = await portal.ask('agency.write', 'POST', '/api/projects/ChangeCompany', {
      propertyId: 1,
      managementCompanyId: 11,
      fromDate: '2026-11-01',
    })
    expect([reply.status, faults(reply)[0]?.field]).toEqual([422, 'managementCompanyId'])
  })

  test('a merged company points to the last company after a second merge', async () => {
    await merge(12, [11])
    await merge(15, [12])
    const aliases = await portal.owner.query(
      'select management_company_id as id, alias_of from management_company where alias_of is not null order by 1',
    )
    expect(aliases.rows).toEqual([
      { id: 11, alias_of: 15 },
      { id: 12, alias_of: 15 },
    ])
  })

  test('records that are still written for a merged company go to the other company', async () => {
    await merge(12, [11])
    await portal.owner.query(
      `insert into property (property_id, name, management_company_id) overriding system value values (1999, 'Late', 11)`,
    )
    const late = await portal.owner.query(
      'select management_company_id as id from property where property_id = 1999',
    )
    expect(late.rows).toEqual([{ id: 12 }])
  })
})

describe('domain 47.9: primary users of the merged company become ordinary users', () => {
  let userId = 0
  beforeEach(async () => {
    const result = await portal.owner.query(
      'select min(user_id) as id from app_user where management_company_id = 11',
    )
    userId = result.rows[0].id
    await portal.owner.query(`update app_user set is_mc_admin = true where user_id = ${userId};
      insert into user_role (user_id, role_id) values (${userId}, 4)`)
  })
  const rights = async () => {
    const result = await portal.owner.query(
      `select is_mc_admin as administers, array(select role_id from user_role r where r.user_id = u.user_id) as roles,
        kernel.companies_of(u.user_id) as companies, cardinality(kernel.scope(u.user_id, 'AFS', 'write')) as writes
        from app_user u where user_id = ${userId}`,
    )
    return result.rows[0]
  }
  const mergeWith = (query: string) =>
    portal.ask('agency.admin', 'POST', `/api/ManagementCompany/MergeManagementCompanies/12?${query}`, [11])

  test('the preview lists them, and after the merge they still work with the same properties', async () => {
    expect((await preview(12, 11)).body).toMatchObject({
      administrators: [{ userId, name: 'Person No 1', stays: false }],
    })
    expect(await rights()).toEqual({ administers: true, roles: [4], companies: [11], writes: 2 })
    expect((await merge(12, [11])).status).toBe(200)
    expect(await rights()).toEqual({ administers: false, roles: [3], companies: [12], writes: 2 })
  })

  test('a confirmed person becomes a primary user of the other company', async () => {
    expect((await mergeWith(`administrators=${userId}`)).status).toBe(200)
    expect(await rights()).toEqual({ administers: true, roles: [4], companies: [12], writes: 3 })
  })

  test('people who are not primary users of the merged company cannot be confirmed', async () => {
    for (const list of [`${userId + 1}`, `${userId},4`, 'x', '']) {
      const reply = await mergeWith(`administrators=${list}`)
      expect([list, reply.status]).toEqual([list, 400])
    }
    expect(await rights()).toMatchObject({ companies: [11] })
  })
})
