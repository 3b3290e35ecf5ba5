import { expect, test } from 'vitest'
import { modules as serverModules } from '#app/registry.ts'
import { connect } from '#app/screens.ts'
import { headed, type Place, screensNamed, withRecent } from './places.ts'

const place = (name: string): Place => ({ to: `/${name}`, label: name, detail: '' })

test('the last six choices are kept, each once, the newest first', () => {
  const all = ['a', 'b', 'c', 'b', 'd', 'e', 'f', 'g'].reduce<Place[]>(
    (kept, name) => withRecent(kept, place(name)),
    [],
  )
  expect(all.map((one) => one.label)).toEqual(['g', 'f', 'e', 'd', 'b', 'c'])
})

test('screens are found by any part of their name, those that begin so first', () => {
  const screens = [{ label: 'Replacement reserve' }, { label: 'Property list' }, { label: 'Reserves' }]
  expect(screensNamed(screens, ' RESERVE').map((one) => one.label)).toEqual(['Reserves', 'Replacement reserve'])
  expect(screensNamed(screens, 'vendor')).toEqual([])
})

test('results stand under their headings, and what nobody shows is left out', () => {
  connect([{ found: { place: { heading: 'Places', to: ({ id }) => `/Place/${id}` } } }])
  const found = (kind: string, id: number) => ({ kind, id, propertyId: null, label: `${kind} ${id}`, detail: '' })
  expect(headed([found('place', 7), found('unknown', 8), found('place', 9)])).toEqual([
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
  const kinds = serverModules.flatMap((one) => one.searchable ?? []).map((one) => one.kind)
  const found = kinds.map((kind) => ({ kind, id: 7, propertyId: 3, label: '', detail: '' }))
  const places = headed(found).flatMap((one) => one.places)
  expect(places).toHaveLength(kinds.length)
  expect(places.every(({ to }) => /[73]/.test(to))).toBe(true)
})
