import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getVectors } from '#tests/vectors.ts'
import { sliceInto } from './slices.ts'

describe('slices', () => {
  type Chunks = { chunks: number; sizes: number[] }
  test.each(getVectors<{ characters: number }, Chunks>('FIL-03'))(
    'FIL-03 $input.characters characters',
    (vector) => {
      const slices = sliceInto('x'.repeat(vector.input.characters))
      expect({ chunks: slices.length, sizes: slices.map((slice) => slice.length) }).toEqual(vector.expected)
    },
  )

  test('FIL-03 joining the slices gives the original text', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 9 }),
        (text, size) => sliceInto(text, size).join('') === text,
      ),
    )
    expect(() => sliceInto('a', 0)).toThrow(RangeError)
  })
})
