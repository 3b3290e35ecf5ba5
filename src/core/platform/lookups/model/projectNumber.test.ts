import { expect, test } from 'vitest'
import { getVectors } from '#tests/vectors.ts'
import { formatPropertyNumber } from './projectNumber.ts'

test.each(getVectors<Record<string, string | null>, string>('FMT-08'))(
  'FMT-08 reads "$expected"',
  (vector) => {
    const property = {
      agencyNumber: vector.input['{product}Number'] ?? null,
      lihtC1: vector.input.lihtC1 ?? null,
    }
    expect(formatPropertyNumber(property, 'MHDC')).toBe(vector.expected.replace('{product}', 'MHDC'))
  },
)
