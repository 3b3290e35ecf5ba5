import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type Persona = Parameters<Portal['ask']>[0]
type View = {
  savedViewId: number
  name: string
  mine: boolean
  ownerName: string
  isDefault: boolean
  state: string
}
const LIST = '/projects properties'

const save = (persona: Persona, name: string, change: object = {}) =>
  portal.ask(persona, 'POST', '/api/SavedView/SaveView', {
    list: LIST,
    name,
    state: '{"query":"find=oak"}',
    shared: false,
    isDefault: false,
    ...change,
  })
const listViews = async (persona: Persona) =>
  (await portal.ask(persona, 'GET', '/api/SavedView/GetViews')).body as unknown as View[]
const listViewNames = async (persona: Persona) => (await listViews(persona)).map(({ name }) => name)

test('a view is visible to its owner only, or if shared to colleagues on the same side', async () => {
  await save('agency.write', 'Mine alone')
  await save('agency.write', 'Late ones', { shared: true })
  await save('company.writer', 'Ours', { shared: true })
  await save('company.reader', 'Reader’s own')
  expect(await listViewNames('agency.write')).toEqual(['Late ones', 'Mine alone'])
  expect(await listViewNames('agency.read')).toEqual(['Late ones'])
  expect(await listViewNames('company.writer')).toEqual(['Ours'])
  expect(await listViewNames('company.admin')).toEqual(['Ours'])
  expect((await listViewNames('company.reader')).sort()).toEqual(['Ours', 'Reader’s own'])
  expect(await listViewNames('other.user')).toEqual([])
  expect((await portal.ask('anonymous' as Persona, 'GET', '/api/SavedView/GetViews')).status).toBe(401)
  const [shared] = await listViews('agency.read')
  expect(shared).toMatchObject({ mine: false, ownerName: expect.stringMatching(/\w+ \w+/) })
})

test("saving a name again replaces the view, one view opens the list, and nobody changes another person's view", async () => {
  await save('agency.admin', 'First', { isDefault: true })
  await save('agency.admin', 'Second', { isDefault: true, shared: true })
  const again = await save('agency.admin', 'First', { state: '{"query":"find=elm"}' })
  const views = (await listViews('agency.admin')).filter(({ mine }) => mine)
  expect(views.map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['First', false],
    ['Second', true],
  ])
  expect(views[0]).toMatchObject({ savedViewId: again.body, state: '{"query":"find=elm"}' })
  const remove = (persona: Persona, id: unknown) =>
    portal.ask(persona, 'DELETE', `/api/SavedView/DeleteView/${id}`)
  // The first person sees the view because it is shared, the second does not see it.
  expect((await remove('agency.write', views[1]?.savedViewId)).status).toBe(403)
  expect((await remove('company.writer', views[1]?.savedViewId)).status).toBe(404)
  expect((await remove('agency.admin', views[0]?.savedViewId)).body).toBe(true)
  expect((await listViews('agency.admin')).filter(({ mine }) => mine)).toHaveLength(1)
  // A view with the same name by another person is a different view.
  await save('agency.write', 'Second')
  expect(
    (await listViews('agency.admin')).find(({ name, mine }) => mine && name === 'Second')?.isDefault,
  ).toBe(true)
})

test('an invalid view is refused with its fields', async () => {
  const reply = await save('agency.write', '', { state: 'x'.repeat(8001) })
  expect(reply.status).toBe(400)
  expect(Object.keys((reply.body as { fields: object }).fields).sort()).toEqual(['name', 'state'])
})
