import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const path = '/api/ReplacementReserve'

test('the queue sends what is open whole, and pages and searches what is decided with true counts', async () => {
  const { rows: created } = await portal.owner.query<{ id: number }>(`
    insert into replacement_reserve_request (property_id, reserve_account_id, filed_company_id, description, status_id, submitted, decided, created_by)
      select 1, 1, 1, 'Paged ' || n, case when n <= 2 then 2 when n <= 9 then 5 else 6 end, '2026-10-05', '2026-10-09', 5
      from generate_series(1, 12) n returning replacement_reserve_request_id as id`)
  const get = async (tail: string) => (await portal.ask('agency.read', 'GET', `${path}/${tail}`)).body
  const open = (await get('GetQueue?open=true')) as { statusId: number }[]
  expect(open.length).toBeGreaterThan(1)
  expect(open.filter((line) => line.statusId >= 5)).toEqual([])
  type Page = { rows: { requestNumber: string }[]; total: number; counts: object[] }
  const page = async (query: string) => (await get(`GetPage?${query}`)) as Page
  const second = await page('status=5&search=paged&startRow=5&fetchCount=5')
  expect([second.total, second.rows.map((row) => row.requestNumber)]).toEqual([
    7,
    [created[3]!.id, created[2]!.id].map((id) => `R-${id}`),
  ])
  const counts = [
    { statusId: 2, count: 2 },
    { statusId: 5, count: 7 },
    { statusId: 6, count: 3 },
  ]
  expect(await page('search=paged&fetchCount=1')).toMatchObject({ total: 12, counts })
  // Each word, wherever it stands: number, status, property, and days as the screen writes them.
  for (const search of [`r-${created[8]!.id}`, 'paged 9', 'Approved PAGED 9', 'maple 10/09/2026 paged 9'])
    expect(
      (await page(`search=${encodeURIComponent(search)}`)).rows.map((row) => row.requestNumber),
    ).toContain(`R-${created[8]!.id}`)
  expect(await page('search=nothing%20like%20it%25')).toEqual({
    rows: [],
    total: 0,
    counts: [],
    analysts: [],
  })
  // Sorted, filtered and added up as the other tabs are by the browser; what has no value stands last both
  // ways.
  await portal.owner.query(
    `with chosen as (update replacement_reserve_request set reviewer_id = case when replacement_reserve_request_id % 2 = 0 then 2 else 10 end,
        submitted = timestamptz '2026-10-01T12:00Z' + replacement_reserve_request_id % 5 * interval '1 day'
      where description like 'Paged%' and status_id = 5 and replacement_reserve_request_id > $1 returning replacement_reserve_request_id as id)
    insert into replacement_reserve_request_item (replacement_reserve_request_id, property_id, position, claimed_amount, approved_amount) select id, 1, 1, 100.25, 60.5 from chosen`,
    [created[3]?.id],
  )
  type Line = { requestNumber: string; reviewerName: string | null; submitted: string }
  const sorted = async (query: string) =>
    (await page(`search=paged&${query}`)) as unknown as Omit<Page, 'rows'> & { rows: Line[] }
  const orders: [string, (line: Line) => string | number | null][] = [
    ['analyst', (line: Line) => line.reviewerName],
    ['submitted', (line: Line) => line.submitted],
    ['number', (line: Line) => Number(line.requestNumber.slice(2))],
  ]
  for (const [sortKey, read] of orders)
    for (const descending of [false, true]) {
      const keys = (await sorted(`sortBy=${sortKey}&descending=${descending}`)).rows.map(read)
      const matchingKeys = keys.filter((key): key is string | number => key !== null)
      expect(keys.slice(matchingKeys.length).every((key) => key === null)).toBe(true)
      const up = matchingKeys.toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1))
      expect(matchingKeys).toEqual(descending ? up.reverse() : up)
    }
  const write = await sorted('reviewer=Agency%20Write&sums=true')
  expect(new Set(write.rows.map((line) => line.reviewerName))).toEqual(new Set(['Agency Write']))
  expect(write).toMatchObject({
    counts: [
      {
        statusId: 5,
        count: write.total,
        sums: { claimed: write.total * 100.25, approved: write.total * 60.5 },
      },
    ],
    analysts: expect.arrayContaining(['Agency Second', 'Agency Write']),
  })
  const nobody = await sorted('reviewer=&fetchCount=3')
  expect(nobody.total + write.total + (await sorted('analyst=SECOND')).total).toBe(12)
  expect((await sorted('submittedFrom=2026-10-05&letter=M')).total).toBeLessThan(12)
  expect((await sorted('letter=Z')).total).toBe(0)
  expect((await sorted('company=company%20two')).total).toBe(0)
  expect((await portal.ask('agency.read', 'GET', `${path}/GetPage?sortBy=r.description`)).status).toBe(400)
  expect((await portal.ask('company.admin', 'GET', `${path}/GetPage`)).status).toBe(403)
})
