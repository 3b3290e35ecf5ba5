import { expect, test } from 'vitest'
import { defineSlots, inOrder, mergeEntries } from './slot.ts'

type Manifest = {
  names?: readonly string[]
  rule?: () => string
  labels?: Record<string, string>
  places?: readonly { order: number }[]
}

test('a slot returns the entries of all manifests under its field, and a single value counts as one entry', () => {
  const { slot, fill } = defineSlots<Manifest>()
  const names = slot('names')
  const rules = slot('rule')
  expect(names()).toEqual([])
  fill([{ names: ['a', 'b'] }, { rule: () => 'c' }, { names: ['d'] }])
  expect([names(), rules().map((rule) => rule())]).toEqual([['a', 'b', 'd'], ['c']])
  expect(slot('names')()).toEqual(['a', 'b', 'd'])
  fill([])
  expect(names()).toEqual([])
})

test('the result of make is computed once, and a conflict throws when the slots are filled', () => {
  const { slot, fill } = defineSlots<Manifest>()
  const labels = slot('labels', mergeEntries)
  const places = slot('places', inOrder)
  const only = slot('names', (slotNames) => {
    if (slotNames.length > 1) throw new Error('Two names.')
    return slotNames[0] ?? null
  })
  fill([
    { labels: { a: 'A' }, places: [{ order: 2 }] },
    { labels: { b: 'B' }, names: ['x'], places: [{ order: 1 }] },
  ])
  expect(labels()).toEqual({ a: 'A', b: 'B' })
  expect(labels()).toBe(labels())
  expect(places()).toEqual([{ order: 1 }, { order: 2 }])
  expect(only()).toBe('x')
  expect(() => fill([{ names: ['x', 'y'] }])).toThrow('Two names.')
})
