import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type Page = {
  rows: { userId: number; roleId: number; name: string; userName: string }[]
  total: number
  counts: object
  companies: string[]
}

test('the server counts, filters, sorts and pages the list of people', async () => {
  await portal.owner.query(`
    with made as (insert into app_user (user_name, first_name, last_name, email, active, management_company_id)
      select 'paged.' || n, 'Paged', 'Zed' || lpad(n::text, 2, '0'), 'paged' || n || '@one.example', n > 3, 1 from generate_series(1, 12) n
      returning user_id) insert into user_role (user_id, role_id) select user_id, 3 from made`)
  const loadPage = async (query: string) =>
    (await portal.ask('agency.read', 'GET', `/api/users/GetPage?${query}`)).body as Page
  expect(await loadPage('search=paged%20one.example&fetchCount=1')).toMatchObject({
    total: 12,
    counts: { companies: 9, agency: 0, invited: 9, inactive: 3, all: 12 },
    companies: ['Test Company One', 'Test Company Three', 'Test Company Two'],
  })
  const second = await loadPage('group=companies&userName=PAGED&startRow=2&fetchCount=3')
  expect([second.total, second.rows.map((row) => row.name)]).toEqual([
    9,
    ['Paged Zed06', 'Paged Zed07', 'Paged Zed08'],
  ])
  const last = await loadPage('letter=Z&sortBy=userName&descending=true&fetchCount=2')
  expect(last.rows.map((row) => row.userName)).toEqual(['paged.9', 'paged.8'])
  const roles = (await loadPage('sortBy=standing')).rows.map(({ userId }) => userId)
  expect(roles.length).toBe((await loadPage('')).total)
  const administrators = await loadPage('standing=agency%20admin')
  const administratorIds = administrators.rows.map((row) => row.userId)
  const first = Math.min(...administratorIds.map((id) => roles.indexOf(id)))
  expect(roles.slice(first, first + administratorIds.length).toSorted()).toEqual(administratorIds.toSorted())
  expect((await loadPage('standing=company%20user')).rows.every(({ roleId }) => roleId === 3)).toBe(true)
  expect((await loadPage('company=Test%20Company%20Two&letter=Z')).total).toBe(0)
  expect((await loadPage('')).total).toBe((await loadPage('')).rows.length)
  expect((await portal.ask('company.admin', 'GET', '/api/users/GetPage')).status).toBe(403)
})
