import { describe, expect, test } from 'vitest'
import { modules as serverModules } from '#app/registry.ts'
import { screens as allScreens, connectModules } from '#app/screens.ts'
import { getRecordKinds } from '#core/portfolio/properties/web/index.ts'
import {
  addRecent,
  findScreensByName,
  getSearchSections,
  getSearchStatus,
  groupByHeading,
  type RecentPlace,
  type SearchState,
} from './places.ts'

const createPlace = (name: string): RecentPlace => ({ to: `/${name}`, label: name, detail: '' })

test('withRecent keeps the last six choices, each once, newest first', () => {
  const all = ['a', 'b', 'c', 'b', 'd', 'e', 'f', 'g'].reduce<RecentPlace[]>(
    (recent, name) => addRecent(recent, createPlace(name)),
    [],
  )
  expect(all.map((place) => place.label)).toEqual(['g', 'f', 'e', 'd', 'b', 'c'])
})

test('screensNamed finds screens by any part of their name, and lists those that begin with the text first', () => {
  const screens = [{ label: 'Replacement reserve' }, { label: 'Property list' }, { label: 'Reserves' }]
  expect(findScreensByName(screens, ' RESERVE').map((item) => item.label)).toEqual([
    'Reserves',
    'Replacement reserve',
  ])
  expect(findScreensByName(screens, 'vendor')).toEqual([])
})

test('results are grouped under headings, and kinds without a screen are left out', () => {
  connectModules([{ found: { place: { heading: 'Places', to: ({ id }) => `/Place/${id}` } } }])
  const buildResult = (kind: string, id: number) => ({
    kind,
    id,
    propertyId: null,
    label: `${kind} ${id}`,
    detail: '',
    to: null,
  })
  expect(
    groupByHeading([buildResult('place', 7), buildResult('unknown', 8), buildResult('place', 9)]),
  ).toEqual([
    {
      label: 'Places',
      places: [
        { to: '/Place/7', label: 'place 7', detail: '' },
        { to: '/Place/9', label: 'place 9', detail: '' },
      ],
    },
  ])
  connectModules()
})

test('every kind that the server finds has a screen', () => {
  const kinds = serverModules
    .flatMap((serverModule) => serverModule.searchable ?? [])
    .map((searchable) => searchable.kind)
  const matches = kinds.map((kind) => ({ kind, id: 7, propertyId: 3, label: '', detail: '', to: null }))
  const places = groupByHeading(matches).flatMap((item) => item.places)
  expect(places).toHaveLength(kinds.length)
  expect(places.every(({ to }) => /[73]/.test(to))).toBe(true)
})

test('4.5 an action is found by its words in any order, and those that begin with the text come first', () => {
  const actions = ['New budget', 'New reserve request', 'New rent increase'].map((label) => ({ label }))
  const listScreenLabels = (text: string) => findScreensByName(actions, text).map(({ label }) => label)
  expect(listScreenLabels('new budget')).toEqual(['New budget'])
  expect(listScreenLabels('budget new')).toEqual(['New budget'])
  expect(listScreenLabels('request reserve')).toEqual(['New reserve request'])
  expect(listScreenLabels('new re')).toEqual(['New reserve request', 'New rent increase'])
})

test('4.5 everything that is filed at a property can be begun there', () => {
  const begunAtProperties = getRecordKinds()
  const kinds = begunAtProperties.map(({ kind }) => kind)
  expect(new Set(kinds).size).toBe(kinds.length)
  const reviewed = serverModules
    .flatMap((serverModule) => serverModule.filedSubjects ?? [])
    .map((filedSubject) => filedSubject.moduleId)
  // Payments of insurance money, completions and extensions are begun from the record they concern, and a
  // quarter opens automatically.
  const fromRecords = [14, 24, 32, 39]
  const missing = reviewed.filter(
    (id) =>
      !begunAtProperties.some((begunAtProperty) => begunAtProperty.moduleId === id) &&
      !fromRecords.includes(id),
  )
  expect(missing).toEqual([])
})

describe('smaller 8: the search finds screens by name and says when it finds nothing', () => {
  const screens = [
    { label: 'Vendors', to: '/Vendors' },
    { label: 'Watch list', to: '/WatchList' },
  ]
  const actions = [{ label: 'New budget', to: '/NewBudget' }]
  const search = (text: string, state: SearchState) => {
    const sections = getSearchSections(text, { found: [], recent: [], screens, actions })
    const labels = sections.flatMap(({ places }) => places.map(({ label }) => label))
    return { labels, status: getSearchStatus(text, state, labels.length) }
  }

  test("a screen is listed under its heading with its path, independently of the server's results", () => {
    const sections = getSearchSections('watch', { found: [], recent: [], screens, actions })
    expect(sections.filter(({ places }) => places.length > 0)).toEqual([
      { label: 'Screens', places: [{ label: 'Watch list', to: '/WatchList', detail: '' }] },
    ])
    expect(search('LIST watch', 'found')).toEqual({ labels: ['Watch list'], status: '1 result' })
  })

  test('“No results” is shown only after the server has answered', () => {
    expect(search('zzz', 'waiting')).toEqual({ labels: [], status: 'Searching' })
    expect(search('zzz', 'found')).toEqual({ labels: [], status: 'No results' })
    expect(search('zzz', 'failed').status).toBe('The search did not answer. Please try again.')
  })

  test('every screen without parameters in its path is found by its name', () => {
    const screens = allScreens
      .filter(({ path, layout }) => layout === 'main' && !path.includes(':'))
      .map(({ title, path }) => ({ label: title, to: path }))
    expect(screens.length).toBeGreaterThan(30)
    for (const screen of screens) expect(findScreensByName(screens, screen.label)).toContain(screen)
  })
})
