import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { AccessLine } from '../model/accessReasons.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const ask = (persona: string, propertyId = 1) =>
  portal.ask(persona, 'GET', `/api/permissions/GetReach/${propertyId}`)
const lines = async (persona: string, userId?: number) =>
  ((await ask(persona)).body as AccessLine[]).filter((line) => userId === undefined || line.userId === userId)
const summarize = (line: AccessLine) => [line.right, line.write, line.reason]

test('the call lists each person with every right and its reason', async () => {
  const all = await lines('agency.read')
  const people = [...new Set(all.map((line) => line.name))]
  // The list contains neither the other company's user nor a person without any right.
  expect(people.sort()).toEqual(
    ['Agency Admin', 'Agency Manager', 'Agency Read', 'Agency Second', 'Agency Write'].concat([
      'Company Admin',
      'Company Reader',
      'Company Writer',
      'Global Admin',
    ]),
  )
  const getLines = (userId: number) => all.filter((line) => line.userId === userId).map(summarize)
  expect(getLines(1)).toEqual([[null, true, 'agencyWrite']])
  expect(getLines(3)).toEqual([[null, false, 'agencyRead']])
  expect(getLines(4)).toEqual([[null, true, 'companyAdmin']])
  expect(getLines(5)).toEqual([
    ['', false, 'assigned'],
    ['Replacement_Reserve', true, 'permission'],
  ])
  expect(getLines(6)).toEqual([
    ['', false, 'assigned'],
    ['Replacement_Reserve', false, 'permission'],
  ])
  expect(getLines(8)).toEqual([[null, true, 'globalAdmin']])
})

test('the call lists who gave a right and when, and leaves out closed accounts', async () => {
  const entry = { userId: 6, propertyId: 1, key: 'Budget', read: true, write: true }
  const before = new Date().toISOString()
  expect(
    (await portal.ask('agency.admin', 'POST', '/api/permissions/CreateUserPermission', entry)).status,
  ).toBe(200)
  const tie = { properties: [{ propertyId: 1, assigned: true, isMain: true }] }
  await portal.ask('company.admin', 'POST', '/api/ManagementCompanyUser/SaveProperties/6', tie)
  const matches = await lines('agency.read', 6)
  expect(matches.map((line) => [...summarize(line), line.givenBy])).toEqual([
    [null, true, 'mainUser', 'Company Admin'],
    ['Budget', true, 'permission', 'Agency Admin'],
    ['Replacement_Reserve', false, 'permission', null],
  ])
  expect(matches[1]!.givenAt! >= before).toBe(true)
  await portal.owner.query('update app_user set active = false where user_id = 6')
  expect(await lines('agency.read', 6)).toEqual([])
})

test('a primary user sees only their own people on their own properties, and other company users see nobody', async () => {
  expect([...new Set((await lines('company.admin')).map((line) => line.userId))].sort()).toEqual([4, 5])
  expect((await ask('company.admin', 4)).status).toBe(404)
  expect((await ask('agency.read', 9999)).status).toBe(404)
  expect((await ask('company.writer')).status).toBe(403)
  expect((await ask('global.admin')).status).toBe(403)
})
