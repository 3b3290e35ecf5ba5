import { expect, test } from 'vitest'
import { describeRefusals } from './refusals.ts'

test('reasons are listed once each, the most frequent first, with their number of properties', () => {
  const reasons = ['Not active.', 'Another agency sets the rents.', 'Another agency sets the rents.']
  expect(describeRefusals(reasons.map((reason) => ({ reason })))).toEqual([
    '2 properties: Another agency sets the rents.',
    'One property: Not active.',
  ])
})

test('only the first four reasons are listed, and the others are counted', () => {
  const texts = describeRefusals(['A.', 'B.', 'C.', 'D.', 'E.', 'F.'].map((reason) => ({ reason })))
  expect(texts).toHaveLength(5)
  expect(texts.at(-1)).toBe('2 properties have other reasons.')
  expect(describeRefusals([])).toEqual([])
})
