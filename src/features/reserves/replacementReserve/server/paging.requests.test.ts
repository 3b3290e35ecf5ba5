import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const API_PATH = '/api/ReplacementReserve'

test('the queue returns open requests, and pages, searches, sorts and sums decided ones', async () => {
  const { rows: created } = await portal.owner.query<{ id: number }>(`
    insert into replacement_reserve_request (property_id, reserve_account_id, filed_company_id, description, status_id, submitted, decided, created_by)
      select 1, 1, 1, 'Paged ' || n, case when n <= 2 then 2 when n <= 9 then 5 else 6 end, '2026-10-05', '2026-10-09', 5
      from generate_series(1, 12) n returning replacement_reserve_request_id as id`)
  const get = async (tail: string) => (await portal.ask('agency.read', 'GET', `${API_PATH}/${tail}`)).body
  const openLines = (await get('GetQueue?open=true')) as { statusId: number }[]
  expect(openLines.length).toBeGreaterThan(1)
  expect(openLines.filter((line) => line.statusId >= 5)).toEqual([])
  type Page = { rows: { requestNumber: string }[]; total: number; counts: object[] }
  const loadPage = async (query: string) => (await get(`GetPage?${query}`)) as Page
  const secondPage = await loadPage('status=5&search=paged&startRow=5&fetchCount=5')
  expect([secondPage.total, secondPage.rows.map((row) => row.requestNumber)]).toEqual([
    7,
    [created[3]!.id, created[2]!.id].map((id) => `R-${id}`),
  ])
  const counts = [
    { statusId: 2, count: 2 },
    { statusId: 5, count: 7 },
    { statusId: 6, count: 3 },
  ]
  expect(await loadPage('search=paged&fetchCount=1')).toMatchObject({ total: 12, counts })
  // Each word of a search may match any of these: number, status, property, description, or a day in the
  // format of the screen.
  for (const search of [`r-${created[8]!.id}`, 'paged 9', 'Approved PAGED 9', 'maple 10/09/2026 paged 9'])
    expect(
      (await loadPage(`search=${encodeURIComponent(search)}`)).rows.map((row) => row.requestNumber),
    ).toContain(`R-${created[8]!.id}`)
  expect(await loadPage('search=nothing%20like%20it%25')).toEqual({
    rows: [],
    total: 0,
    counts: [],
    analysts: [],
  })
  // The server sorts, filters and sums pages as the browser does for other tabs. Empty values are last in
  // both orders.
  await portal.owner.query(
    `with chosen as (update replacement_reserve_request set reviewer_id = case when replacement_reserve_request_id % 2 = 0 then 2 else 10 end,
        submitted = timestamptz '2026-10-01T12:00Z' + replacement_reserve_request_id % 5 * interval '1 day'
      where description like 'Paged%' and status_id = 5 and replacement_reserve_request_id > $1 returning replacement_reserve_request_id as id)
    insert into replacement_reserve_request_item (replacement_reserve_request_id, property_id, position, claimed_amount, approved_amount) select id, 1, 1, 100.25, 60.5 from chosen`,
    [created[3]?.id],
  )
  type Line = { requestNumber: string; reviewerName: string | null; submitted: string }
  const loadSorted = async (query: string) =>
    (await loadPage(`search=paged&${query}`)) as unknown as Omit<Page, 'rows'> & { rows: Line[] }
  const orders: [string, (line: Line) => string | number | null][] = [
    ['analyst', (line: Line) => line.reviewerName],
    ['submitted', (line: Line) => line.submitted],
    ['number', (line: Line) => Number(line.requestNumber.slice(2))],
  ]
  for (const [sortKey, read] of orders)
    for (const descending of [false, true]) {
      const keys = (await loadSorted(`sortBy=${sortKey}&descending=${descending}`)).rows.map(read)
      const matchingKeys = keys.filter((key): key is string | number => key !== null)
      expect(keys.slice(matchingKeys.length).every((key) => key === null)).toBe(true)
      const ascending = matchingKeys.toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1))
      expect(matchingKeys).toEqual(descending ? ascending.reverse() : ascending)
    }
  const writersPage = await loadSorted('reviewer=Agency%20Write&sums=true')
  expect(new Set(writersPage.rows.map((line) => line.reviewerName))).toEqual(new Set(['Agency Write']))
  expect(writersPage).toMatchObject({
    counts: [
      {
        statusId: 5,
        count: writersPage.total,
        sums: { claimed: writersPage.total * 100.25, approved: writersPage.total * 60.5 },
      },
    ],
    analysts: expect.arrayContaining(['Agency Second', 'Agency Write']),
  })
  const unassignedPage = await loadSorted('reviewer=&fetchCount=3')
  expect(unassignedPage.total + writersPage.total + (await loadSorted('analyst=SECOND')).total).toBe(12)
  expect((await loadSorted('submittedFrom=2026-10-05&letter=M')).total).toBeLessThan(12)
  expect((await loadSorted('letter=Z')).total).toBe(0)
  expect((await loadSorted('company=company%20two')).total).toBe(0)
  expect((await portal.ask('agency.read', 'GET', `${API_PATH}/GetPage?sortBy=r.description`)).status).toBe(
    400,
  )
  expect((await portal.ask('company.admin', 'GET', `${API_PATH}/GetPage`)).status).toBe(403)
})
