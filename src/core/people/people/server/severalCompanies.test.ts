import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Method } from '#kernel/model/call.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * `company.writer` (user 5) of company One is added to company Two, too; `other.user` (user 7) becomes a
 * primary user of company Two.
 */
const PERSON = 5
const companyUsersPath = '/api/ManagementCompanyUser'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(
    `insert into setting (key, value, effective_from) values ('company_merge_two_person', 'false', '2000-01-01')`,
  )
  await portal.owner.query('insert into user_role values (7, 4)')
})
afterAll(() => portal.close())

const ask = async (persona: string, method: Method, url: string, body?: unknown) => {
  const reply = await portal.ask(persona, method, url, body)
  return { status: reply.status, body: reply.body as never }
}
const names = async (persona: string, url: string): Promise<string[]> =>
  ((await portal.ask(persona, 'GET', url)).body as { userName: string }[]).map((item) => item.userName)
const loadCompanyNames = async (): Promise<unknown> =>
  (
    (await portal.ask('company.writer', 'GET', `${companyUsersPath}/GetMyManagementCompanies`)).body as {
      name: string
    }[]
  ).map((item) => item.name)
const entry = { key: 'Occupancy', read: true, write: true }
const save = (persona: string, company: number, propertyId: number) =>
  ask(persona, 'POST', `${companyUsersPath}/SavePermissions/${company}`, {
    userId: PERSON,
    permissions: [{ ...entry, propertyId }],
  })

test('only the agency adds a person to a second company', async () => {
  expect(
    (await ask('company.admin', 'POST', companyUsersPath, { userId: PERSON, managementCompanyId: 2 })).status,
  ).toBe(400)
  expect(
    (await ask('other.user', 'POST', companyUsersPath, { userId: PERSON, managementCompanyId: 2 })).status,
  ).toBe(404)
  const reply = await ask('agency.admin', 'POST', companyUsersPath, {
    userId: PERSON,
    managementCompanyId: 2,
  })
  expect(reply.body).toMatchObject({ userId: PERSON, managementCompanyId: 2 })
  expect(await loadCompanyNames()).toEqual(['Test Company One', 'Test Company Two'])
})

test("both companies list the person, and neither sees the person's other company", async () => {
  for (const persona of ['company.admin', 'other.user']) {
    expect(await names(persona, '/api/users/GetMcUsers')).toContain('company.writer')
    expect(await names(persona, companyUsersPath)).toContain('company.writer')
  }
  const payload = (await portal.ask('other.user', 'GET', companyUsersPath)).body as {
    userId: number
    managementCompanyId: number
  }[]
  expect(payload.filter((item) => item.userId === PERSON).map((item) => item.managementCompanyId)).toEqual([
    2,
  ])
})

test('the person opens records of both companies, but not of a third', async () => {
  const openCompany = async (id: number) =>
    (await portal.ask('company.writer', 'GET', `/api/ManagementCompany/GetDetail/${id}`)).status
  expect([await openCompany(1), await openCompany(2), await openCompany(3)]).toEqual([200, 200, 404])
})

test('each company saves rights on its own properties only, and they apply immediately', async () => {
  expect((await save('other.user', 2, 4)).status).toBe(400)
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) values (7, 4, 'Occupancy', true, true)`,
  )
  expect((await save('other.user', 2, 4)).body).toEqual({ changed: 1, removed: 0 })
  expect((await save('other.user', 2, 1)).status).toBe(400)
  expect((await save('other.user', 1, 4)).status).toBe(404)
  expect((await save('company.admin', 1, 1)).body).toEqual({ changed: 1, removed: 0 })
  expect((await ask('company.writer', 'GET', '/api/projects/4')).status).toBe(200)
})

test('neither company alone may change the account itself', async () => {
  const makeAdministrator = (persona: string) =>
    ask(persona, 'PATCH', '/api/users/EditUser', { userId: PERSON, isMcAdmin: true })
  expect((await makeAdministrator('company.admin')).status).toBe(403)
  expect((await makeAdministrator('other.user')).status).toBe(403)
})

test('a merge of two companies leaves one membership', async () => {
  await portal.owner.query('begin')
  await portal.owner.query(
    'insert into management_company_user (user_id, management_company_id) values (5, 3), (6, 3)',
  )
  await portal.owner.query('commit')
  expect(
    (await ask('agency.admin', 'POST', '/api/ManagementCompany/MergeManagementCompanies/2', [3])).status,
  ).toBe(200)
  const result = await portal.owner.query(
    'select kernel.companies_of(5) as writer, kernel.companies_of(6) as reader',
  )
  expect(result.rows).toEqual([{ writer: [1, 2], reader: [1, 2] }])
})

test('a person removed from one company still works for the other', async () => {
  expect((await ask('company.admin', 'DELETE', `/api/users/RemoveUserFromUserList/${PERSON}`)).body).toBe(
    true,
  )
  expect(await loadCompanyNames()).toEqual(['Test Company Two'])
  expect((await ask('company.writer', 'GET', '/api/projects/1')).status).toBe(404)
  expect((await ask('company.writer', 'GET', '/api/projects/4')).status).toBe(200)
  const result = await portal.owner.query(
    'select management_company_id, active from app_user where user_id = 5',
  )
  expect(result.rows).toEqual([{ management_company_id: 2, active: true }])
})

test('clearing the company of an account ends all its company memberships', async () => {
  const cleared = await ask('agency.admin', 'PATCH', '/api/users/EditUser', {
    userId: 6,
    managementCompanyId: 0,
  })
  expect(cleared.status).toBe(200)
  const result = await portal.owner.query('select kernel.companies_of(6) as reader')
  expect(result.rows).toEqual([{ reader: [] }])
})
