import { expect, test } from 'vitest'
import { foundKinds } from '../model/calls.ts'
import { type Place, placeOf, screensNamed, withRecent } from './places.ts'

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

test('every kind of result leads to a place of its own', () => {
  const found = foundKinds.map((kind) => placeOf({ kind, id: 7, propertyId: 3, label: '', detail: '' }))
  expect(found.every((to) => /[73]/.test(to))).toBe(true)
})
