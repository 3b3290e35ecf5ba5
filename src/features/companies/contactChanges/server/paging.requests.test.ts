import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const path = '/api/ContactChangeRequest'
type Page = {
  rows: { reason: string }[]
  total: number
  counts: { statusId: number; count: number; sums?: object }[]
}

test('the server counts and pages requests of properties and of companies as two queues', async () => {
  await portal.owner.query(`
    insert into contact_change_request (property_id, management_company_id, owner_managed, filed_company_id, reason, status_id, submitted, decided, created_by)
      select case when n <= 9 then 1 end, case when n > 9 then 1 end, n <= 2, 1, 'Paged ' || lpad(n::text, 2, '0'),
        case when n % 3 = 0 then 2 else 5 end, '2026-10-05', '2026-10-09', 5 from generate_series(1, 12) n`)
  const get = async (tail: string) => (await portal.ask('agency.read', 'GET', `${path}/${tail}`)).body
  const loadPage = async (query: string) => (await get(`GetPage?search=paged&${query}`)) as Page
  expect(await loadPage('part=ofProperties')).toMatchObject({
    total: 7,
    counts: [
      { statusId: 2, count: 3 },
      { statusId: 5, count: 4 },
    ],
  })
  const companies = await loadPage(
    'part=ofCompanies&status=5&sortBy=reason&descending=true&fetchCount=2&sums=true',
  )
  expect([companies.total, companies.rows.map((line) => line.reason)]).toEqual([4, ['Paged 11', 'Paged 10']])
  expect(companies.counts).toContainEqual({ statusId: 5, count: 4, sums: { changes: 0 } })
  expect((await loadPage('reason=PAGED%200&part=ofCompanies')).total).toBe(2)
  const open = (await get('GetQueue?open=true&part=ofCompanies')) as { reason: string }[]
  expect(open.map((line) => line.reason)).toEqual(['Paged 12'])
})
