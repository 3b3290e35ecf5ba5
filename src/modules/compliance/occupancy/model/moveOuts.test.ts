import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  groupTotal,
  isDetailed,
  type MoveOuts,
  moveOutReasons,
  moveOuts,
  moveOutTotal,
  moveOutWords,
  reasonGroups,
  withGroup,
} from './moveOuts.ts'

const arbitrary: fc.Arbitrary<MoveOuts> = fc
  .uniqueArray(fc.constantFrom(...moveOutReasons.map(({ code }) => code)))
  .chain((codes) =>
    fc
      .array(fc.integer({ min: 0, max: 40 }), { minLength: codes.length, maxLength: codes.length })
      .map((counts) => Object.fromEntries(codes.map((code, index) => [code, counts[index]])) as MoveOuts),
  )
const group = fc.constantFrom(...reasonGroups)

test('17.2: the columns of reasons add up to all who left, whatever was said', () => {
  fc.assert(
    fc.property(arbitrary, (moveOutCounts) => {
      const columns = reasonGroups.map((reasonGroup) => groupTotal(moveOutCounts, reasonGroup) ?? 0)
      expect(columns.reduce((sum, number) => sum + number, 0)).toBe(moveOutTotal(moveOutCounts))
      expect(moveOuts.parse(moveOutCounts)).toEqual(moveOutCounts)
    }),
  )
})

test('17.2: a column that is typed changes itself alone, and taken back says nothing again', () => {
  fc.assert(
    fc.property(arbitrary, group, fc.integer({ min: 0, max: 40 }), (moveOutCounts, input, households) => {
      fc.pre(!isDetailed(moveOutCounts, input))
      const after = withGroup(moveOutCounts, input, households)
      for (const reasonGroup of reasonGroups)
        if (reasonGroup !== input)
          expect(groupTotal(after, reasonGroup)).toBe(groupTotal(moveOutCounts, reasonGroup))
      expect(groupTotal(after, input)).toBe(households)
      const cleared = withGroup(after, input, null)
      expect(groupTotal(cleared, input) ?? 0).toBe(0)
    }),
  )
})

test('17.2: in words only reasons that somebody left for, in the order of the list', () => {
  expect(moveOutWords({})).toBe('')
  expect(moveOutWords({ rent: 1, home: 2, job: 0 })).toBe('2 bought a home, 1 rent too high')
})
