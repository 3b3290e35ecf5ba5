import { describe, expect, test } from 'vitest'
import {
  getAncestors,
  getResyndicationFaults,
  type ResyndicationFacts,
  type ResyndicationInput,
} from './rules.ts'

const context: ResyndicationFacts = {
  properties: [
    { propertyId: 1, propertyName: 'Old Court', serviceDate: '2008-11-20', lihtcNumbers: ['98-001'] },
    { propertyId: 2, propertyName: 'New Court', serviceDate: null, lihtcNumbers: ['25-002'] },
    { propertyId: 3, propertyName: 'Third Court', serviceDate: null, lihtcNumbers: [] },
  ],
  links: [],
  types: ['9% credit', 'Split'],
  today: '2026-06-01',
}
const input: ResyndicationInput = {
  oldPropertyIds: [1],
  newPropertyIds: [2],
  resyndicationType: '9% credit',
  resyndicatedDate: '2026-05-01',
}
const getFaults = (changed: Partial<ResyndicationInput>, facts: Partial<ResyndicationFacts> = {}) =>
  getResyndicationFaults({ ...input, ...changed }, { ...context, ...facts }).map(
    (fault) => `${fault.field}: ${fault.message}`,
  )

describe('faults that keep a resyndication from being recorded', () => {
  test('RSY-1: both sides name properties, each once, and only one side may name several', () => {
    expect(getFaults({})).toEqual([])
    expect(getFaults({ newPropertyIds: [2, 3] })).toEqual([])
    expect(getFaults({ oldPropertyIds: [1, 3] })).toEqual([])
    expect(getFaults({ oldPropertyIds: [], newPropertyIds: [] })).toEqual([
      'oldPropertyIds: *Field is required',
      'newPropertyIds: *Field is required',
    ])
    expect(getFaults({ oldPropertyIds: [1, 2], newPropertyIds: [3, 4] })).toEqual([
      'newPropertyIds: Several properties become one, or one becomes several.',
    ])
    expect(getFaults({ newPropertyIds: [1] })).toContain(
      'newPropertyIds: A property is named once, as old or as new.',
    )
  })

  test('RSY-2: a pair is linked only once, and no chain of links leads back to its start', () => {
    const back = [{ oldPropertyId: 2, newPropertyId: 1, resyndicatedDate: '2020-01-01' }]
    expect(getFaults({}, { links: back })).toEqual(['newPropertyIds: Old Court came from New Court itself.'])
    const long = [
      { oldPropertyId: 2, newPropertyId: 3, resyndicatedDate: null },
      { oldPropertyId: 3, newPropertyId: 1, resyndicatedDate: null },
    ]
    expect(getFaults({}, { links: long })).toEqual(['newPropertyIds: Old Court came from New Court itself.'])
    expect([...getAncestors(1, long)].toSorted()).toEqual([1, 2, 3])
    const twice = [{ oldPropertyId: 1, newPropertyId: 2, resyndicatedDate: null }]
    expect(getFaults({}, { links: twice })).toEqual([
      'newPropertyIds: Old Court is linked to New Court already.',
    ])
  })

  test('RSY-3: the day is past and after the old property’s service date and own resyndication', () => {
    expect(getFaults({ resyndicatedDate: null })).toEqual(['resyndicatedDate: *Field is required'])
    expect(getFaults({ resyndicatedDate: '2026-06-02' })[0]).toContain('still to come')
    expect(getFaults({ resyndicatedDate: '2008-11-19' })).toEqual([
      'resyndicatedDate: Old Court was placed in service on 11/20/2008.',
    ])
    const since = [{ oldPropertyId: 3, newPropertyId: 1, resyndicatedDate: '2026-05-02' }]
    expect(getFaults({}, { links: since })).toEqual([
      'resyndicatedDate: Old Court came about on 05/02/2026 itself.',
    ])
  })

  test('RSY-4, RSY-5: the new property needs its own LIHTC number, and a type on the list', () => {
    const sharedNumbers = context.properties.map((property) => ({
      ...property,
      lihtcNumbers: ['98-001'],
    }))
    expect(getFaults({}, { properties: sharedNumbers })[0]).toContain(
      'LIHTC number 98-001 is on both the old and the new property.',
    )
    expect(getFaults({ resyndicationType: null })).toEqual(['resyndicationType: *Field is required'])
    expect(getFaults({ resyndicationType: 'Magic' })).toEqual([
      'resyndicationType: Choose one from the list.',
    ])
  })
})
