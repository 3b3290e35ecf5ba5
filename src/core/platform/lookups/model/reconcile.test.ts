import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getVectors } from '#tests/vectors.ts'
import { reconcile } from './reconcile.ts'

describe('reconcile', () => {
  type Lists = { stored: number[]; wanted: number[] }
  test.each(getVectors<Lists, unknown>('REC-01'))('REC-01 $input', ({ input, expected }) => {
    expect(reconcile(input.stored, input.wanted, (id) => id)).toEqual(expected)
  })

  test('REC-01 rows without a key are all new, and of several rows with one key the last counts', () => {
    const storedRows = [{ id: 1, text: 'old' }]
    const targetRows = [
      { id: 0, text: 'new' },
      { id: 0, text: 'also new' },
      { id: 1, text: 'first' },
      { id: 1, text: 'last' },
    ]
    expect(reconcile(storedRows, targetRows, (row) => row.id)).toEqual({
      create: targetRows.slice(0, 2),
      update: [{ id: 1, text: 'last' }],
      delete: [],
    })
  })

  test('REC-01 applying the difference leaves exactly the target rows', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }))
    fc.assert(
      fc.property(ids, ids, (storedIds, targetIds) => {
        const difference = reconcile(storedIds, targetIds, (id) => id)
        const remaining = storedIds.filter((id) => !difference.delete.includes(id))
        expect(new Set(remaining)).toEqual(new Set(difference.update))
        expect(new Set([...remaining, ...difference.create])).toEqual(new Set(targetIds))
      }),
    )
  })
})
