import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  computeGroupTotal,
  computeMoveOutTotal,
  describeMoveOuts,
  isDetailed,
  type MoveOuts,
  moveOutReasons,
  moveOuts,
  reasonGroups,
  setGroupTotal,
} from './moveOuts.ts'

const arbitraryMoveOuts: fc.Arbitrary<MoveOuts> = fc
  .uniqueArray(fc.constantFrom(...moveOutReasons.map(({ code }) => code)))
  .chain((codes) =>
    fc
      .array(fc.integer({ min: 0, max: 40 }), { minLength: codes.length, maxLength: codes.length })
      .map((counts) => Object.fromEntries(codes.map((code, index) => [code, counts[index]])) as MoveOuts),
  )
const arbitraryGroup = fc.constantFrom(...reasonGroups)

test('17.2: the columns of reasons add up to the total of move-outs for any combination of reasons', () => {
  fc.assert(
    fc.property(arbitraryMoveOuts, (moveOutCounts) => {
      const columns = reasonGroups.map((reasonGroup) => computeGroupTotal(moveOutCounts, reasonGroup) ?? 0)
      expect(columns.reduce((sum, number) => sum + number, 0)).toBe(computeMoveOutTotal(moveOutCounts))
      expect(moveOuts.parse(moveOutCounts)).toEqual(moveOutCounts)
    }),
  )
})

test('17.2: entering a number in a column changes only that column, and null removes it', () => {
  fc.assert(
    fc.property(
      arbitraryMoveOuts,
      arbitraryGroup,
      fc.integer({ min: 0, max: 40 }),
      (moveOutCounts, input, households) => {
        fc.pre(!isDetailed(moveOutCounts, input))
        const after = setGroupTotal(moveOutCounts, input, households)
        for (const reasonGroup of reasonGroups)
          if (reasonGroup !== input)
            expect(computeGroupTotal(after, reasonGroup)).toBe(computeGroupTotal(moveOutCounts, reasonGroup))
        expect(computeGroupTotal(after, input)).toBe(households)
        const cleared = setGroupTotal(after, input, null)
        expect(computeGroupTotal(cleared, input) ?? 0).toBe(0)
      },
    ),
  )
})

test('17.2: the words list only reasons with move-outs, in the order of the list of reasons', () => {
  expect(describeMoveOuts({})).toBe('')
  expect(describeMoveOuts({ rent: 1, home: 2, job: 0 })).toBe('2 bought a home, 1 rent too high')
})
