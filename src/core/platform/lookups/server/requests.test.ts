import { afterAll, beforeAll, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { taskTypes } from '#core/portfolio/tasks/model/index.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const get = async (path: string) => portal.ask('company.reader', 'GET', path)

test('CALL-CTY-01 returns a county with the name of its region, and 404 for an unknown one', async () => {
  expect((await get('/api/County/GetCountyWithRegion/2')).body).toMatchObject({
    name: 'St. Louis County',
    regionName: 'St. Louis',
  })
  expect((await get('/api/County/GetCountyWithRegion/99')).status).toBe(404)
})

test('CALL-CTY-02 returns names of counties in the order of the ids, sent as an array or in an object', async () => {
  const names = [
    { countyId: 3, name: 'St. Louis city' },
    { countyId: 1, name: 'Boone County' },
  ]
  const ask = async (body: unknown) =>
    (await portal.ask('company.reader', 'POST', '/api/County/GetCountyNames', body)).body
  expect(await ask([3, 99, 1])).toEqual(names)
  expect(await ask({ countyIds: [3, 1] })).toEqual(names)
  expect(await ask([])).toEqual([])
  expect(await ask([3, 'x'])).toMatchObject({ error: 'invalid' })
})

test.each([
  ['ContactType', 8],
  ['Quarter', 4],
  ['ParticipationLoanLender', 5],
  ['Role', 4],
  // The task types, and further modules that have documents.
  [
    'Module',
    taskTypes.length +
      modules.flatMap((module) => module.files ?? []).filter(({ id }) => id > taskTypes.length).length,
  ],
  ['EmailTemplateType', 3],
])('CAL-04 the list %s has its %i values and refuses new ones', async (name, count) => {
  const list = (await get(`/api/${name}`)).body as { id: number; name: string }[]
  expect(list).toHaveLength(count)
  expect((await get(`/api/${name}/${list[1]!.id}`)).body).toEqual(list[1])
  const added = await portal.ask('agency.admin', 'POST', `/api/${name}`, { name: 'Another' })
  expect(JSON.stringify(added.body)).toContain('are fixed')
})
