import { expect, test } from 'vitest'
import { modules as serverModules } from '#app/registry.ts'
import { connect } from '#app/screens.ts'
import { begunAtProperty } from '#ground/portfolio/properties/web/index.ts'
import { headed, type Place, screensNamed, withRecent } from './places.ts'

const place = (name: string): Place => ({ to: `/${name}`, label: name, detail: '' })

test('the last six choices are kept, each once, the newest first', () => {
  const all = ['a', 'b', 'c', 'b', 'd', 'e', 'f', 'g'].reduce<Place[]>(
    (recent, name) => withRecent(recent, place(name)),
    [],
  )
  expect(all.map((place) => place.label)).toEqual(['g', 'f', 'e', 'd', 'b', 'c'])
})

test('screens are found by any part of their name, those that begin so first', () => {
  const screens = [{ label: 'Replacement reserve' }, { label: 'Property list' }, { label: 'Reserves' }]
  expect(screensNamed(screens, ' RESERVE').map((item) => item.label)).toEqual([
    'Reserves',
    'Replacement reserve',
  ])
  expect(screensNamed(screens, 'vendor')).toEqual([])
})

test('results stand under their headings, and what nobody shows is left out', () => {
  connect([{ found: { place: { heading: 'Places', to: ({ id }) => `/Place/${id}` } } }])
  const buildResult = (kind: string, id: number) => ({
    kind,
    id,
    propertyId: null,
    label: `${kind} ${id}`,
    detail: '',
    to: null,
  })
  expect(headed([buildResult('place', 7), buildResult('unknown', 8), buildResult('place', 9)])).toEqual([
    {
      label: 'Places',
      places: [
        { to: '/Place/7', label: 'place 7', detail: '' },
        { to: '/Place/9', label: 'place 9', detail: '' },
      ],
    },
  ])
  connect()
})

test('every kind that the server finds leads somewhere', () => {
  const kinds = serverModules
    .flatMap((serverModule) => serverModule.searchable ?? [])
    .map((searchable) => searchable.kind)
  const matches = kinds.map((kind) => ({ kind, id: 7, propertyId: 3, label: '', detail: '', to: null }))
  const places = headed(matches).flatMap((item) => item.places)
  expect(places).toHaveLength(kinds.length)
  expect(places.every(({ to }) => /[73]/.test(to))).toBe(true)
})

test('4.5 an action is found by its words in any order, those that begin as typed first', () => {
  const actions = ['New budget', 'New reserve request', 'New rent increase'].map((label) => ({ label }))
  const listScreenLabels = (text: string) => screensNamed(actions, text).map(({ label }) => label)
  expect(listScreenLabels('new budget')).toEqual(['New budget'])
  expect(listScreenLabels('budget new')).toEqual(['New budget'])
  expect(listScreenLabels('request reserve')).toEqual(['New reserve request'])
  expect(listScreenLabels('new re')).toEqual(['New reserve request', 'New rent increase'])
})

test('4.5 whatever is filed at a property is offered in its menu, on its list and in the search', () => {
  const begunAtProperties = begunAtProperty()
  const kinds = begunAtProperties.map(({ kind }) => kind)
  expect(new Set(kinds).size).toBe(kinds.length)
  const reviewed = serverModules
    .flatMap((serverModule) => serverModule.filedSubjects ?? [])
    .map((filedSubject) => filedSubject.moduleId)
  // A payment of insurance money, a completion and more time are begun from the record they are about; a
  // quarter opens by itself.
  const fromRecords = [14, 24, 32, 39]
  const missing = reviewed.filter(
    (id) =>
      !begunAtProperties.some((begunAtProperty) => begunAtProperty.moduleId === id) &&
      !fromRecords.includes(id),
  )
  expect(missing).toEqual([])
})
