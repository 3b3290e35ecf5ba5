import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const getHolidays = (startDate: string, endDate: string) =>
  portal.ask(
    'company.reader',
    'GET',
    `/api/Holiday/GetHolidaysByDate?startDate=${startDate}&endDate=${endDate}`,
  )

test('CAL-30 returns holidays from startDate to endDate, both included, and accepts dates with slashes', async () => {
  expect((await getHolidays('12/25/2026', '2026-12-31')).body).toMatchObject([
    { holidayDate: '2026-12-25', name: 'Christmas Day' },
  ])
  expect((await getHolidays('2026-12-26', '2026-12-31')).body).toEqual([])
})

test('an end before the start is refused with the field', async () => {
  const reply = await getHolidays('2026-12-31', '2026-12-01')
  expect(reply.status).toBe(400)
  expect((reply.body as { fields: object }).fields).toHaveProperty('endDate')
})

test('CAL-04 only administrators may add, change and remove holidays', async () => {
  const holiday = { holidayDate: '2027-01-01', name: 'New Year' }
  expect((await portal.ask('agency.write', 'POST', '/api/Holiday', holiday)).status).toBe(403)
  const added = (await portal.ask('agency.admin', 'POST', '/api/Holiday', holiday)).body as {
    holidayId: number
  }
  expect(
    (await portal.ask('agency.admin', 'PUT', '/api/Holiday', { ...added, name: 'New Year’s Day' })).body,
  ).toMatchObject({ name: 'New Year’s Day' })
  expect((await portal.ask('agency.admin', 'POST', '/api/Holiday', holiday)).status).toBe(409)
  expect((await portal.ask('agency.admin', 'DELETE', `/api/Holiday/${added.holidayId}`)).body).toBe(true)
})

test('loading a year leaves existing days unchanged, and loading it again adds nothing', async () => {
  const load = (body: object, persona: 'agency.admin' | 'agency.write' = 'agency.admin') =>
    portal.ask(persona, 'POST', '/api/Holiday/LoadYear', body)
  await portal.ask('agency.admin', 'POST', '/api/Holiday', { holidayDate: '2028-07-04', name: 'The Fourth' })
  const added = (await load({ year: 2028 })).body as { holidayDate: string; name: string }[]
  expect(added).toContainEqual(
    expect.objectContaining({ holidayDate: '2028-02-11', name: "Lincoln's Birthday" }),
  )
  expect(added.some((item) => item.holidayDate === '2028-07-04')).toBe(false)
  expect((await getHolidays('2028-07-04', '2028-07-04')).body).toMatchObject([{ name: 'The Fourth' }])
  expect((await load({ year: 2028 })).body).toEqual([])
  const federal = (await load({ year: 2030, state: false })).body as { name: string }[]
  expect(federal.map(({ name }) => name)).not.toContain("Lincoln's Birthday")
  expect((await load({ year: 1850 })).status).toBe(400)
  expect((await load({ year: 2029 }, 'agency.write')).status).toBe(403)
})

test('the holidays of Missouri are only loaded for an agency in Missouri', async () => {
  const elsewhere = await openPortal({ AGENCY_NAME: 'Another Housing Agency', AGENCY_STATE: 'IL' })
  const added = (await elsewhere.ask('agency.admin', 'POST', '/api/Holiday/LoadYear', { year: 2028 })).body
  await elsewhere.close()
  expect(JSON.stringify(added)).toContain('Independence Day')
  expect(JSON.stringify(added)).not.toMatch(/Lincoln|Truman/)
})
