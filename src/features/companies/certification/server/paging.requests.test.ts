import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const path = '/api/ManagementCompanyAssetCertification'
type Page = { rows: Line[]; total: number; counts: { statusId: number; count: number; parts?: object }[] }
type Line = { requestNumber: string; statusId: number; expiresOn: string | null; score: number | null }

test('the server counts, pages, sorts and filters the list of applications by their terms', async () => {
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
  // Company 1 has twenty terms, each renewed by the next, with the last one in force. Company 2 has one that
  // ends soon, and a draft.
  await portal.owner.query(`
    insert into management_company_asset_certification (management_company_id, status_id, submitted, decided, starts_on, expires_on, score,
        requested_properties, created_by)
      select 1, case when n = 20 then 5 else 7 end, timestamptz '2020-01-02', timestamptz '2020-02-03', date '2007-01-01' + n * 365, date '2007-12-31' + n * 365 + 200,
          60 + n, '[]'::jsonb, 5 from generate_series(1, 20) n
      union all select 2, 5, '2024-01-02', '2024-02-03', '2024-12-01', '2026-11-30', 91.5, '[]', 5
      union all select 2, 1, null, null, null, null, null, '[]', 5`)
  const get = async (tail: string) => (await portal.ask('agency.read', 'GET', `${path}/${tail}`)).body
  const loadPage = async (query: string) => (await get(`GetPage?${query}`)) as Page
  const all = await loadPage('fetchCount=1')
  const parts = (expectedParts: object) =>
    expect.objectContaining({ parts: expect.objectContaining(expectedParts) })
  expect(all).toMatchObject({ total: 22, rows: [{}] })
  expect(all.counts).toEqual([
    parts({ inForce: 0, expiring: 0, expired: 0 }),
    parts({ inForce: 2, expiring: 1, expired: 0 }),
    // All expired terms were renewed.
    parts({ inForce: 0, expiring: 0, expired: 0 }),
  ])
  expect(await loadPage('part=expiring')).toMatchObject({ total: 1, rows: [{ expiresOn: '2026-11-30' }] })
  expect(await loadPage('part=expired')).toMatchObject({ total: 0, rows: [] })
  const byScore = await loadPage('part=inForce&sortBy=score&descending=true')
  expect(byScore.rows.map((line) => line.score)).toEqual([91.5, 80])
  const terms = (await loadPage('sortBy=expiresOn&startRow=1&fetchCount=3')).rows.map(
    (line) => line.expiresOn,
  )
  expect(terms).toEqual(terms.toSorted())
  expect((await loadPage('sortBy=expiresOn&descending=true')).rows.at(-1)).toMatchObject({ expiresOn: null })
  expect((await loadPage('scoreFrom=70&scoreTo=75.5&sums=true')).counts).toMatchObject([
    { statusId: 7, count: 6 },
  ])
  expect(await loadPage('expiresOnFrom=2026-11-30&expiresOnTo=2026-11-30')).toMatchObject({ total: 1 })
  expect((await portal.ask('agency.read', 'GET', `${path}/GetPage?part=nothing`)).status).toBe(400)
  expect(((await get('GetQueue?open=true')) as Line[]).map((line) => line.statusId)).toEqual([1])
})
