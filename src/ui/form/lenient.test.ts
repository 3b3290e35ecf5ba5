import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { day, decimal, money, ref, text } from '#kernel/model/field.ts'
import { getSaveableValues, withoutLineKeys } from './lenient.ts'

const schema = z.object({
  day: day('Day'),
  note: text('Note', 3),
  score: decimal('Score'),
  kind: ref('Kind', 'Kind'),
  items: z.array(z.object({ amount: money('Amount'), on: day('On') })),
})

describe('a lenient save', () => {
  test('sends all values that have the type of their field, without other checks', () => {
    const values = {
      id: 7,
      day: '2026-03-15',
      note: 'far too long',
      score: null,
      items: [{ amount: 1.5, on: null }],
    }
    expect(getSaveableValues(schema, values)).toEqual({ values, faults: [] })
  })

  test('a text that is not yet a date or number is not sent, and has a fault', () => {
    const { values, faults } = getSaveableValues(schema, {
      day: '02/31/2026',
      score: 'abc',
      items: [{ amount: 1, on: '3' }],
    })
    expect(values).toEqual({ day: null, score: null, items: [{ amount: 1, on: null }] })
    expect(faults.map((fault) => fault.field)).toEqual(['day', 'score', 'items.0.on'])
    expect(faults[0]?.message).toBe('Enter a date as MM/DD/YYYY.')
  })

  test('a pasted word that is not in its list is not sent, and has a fault', () => {
    expect(getSaveableValues(schema, { kind: 'Gazebo' })).toEqual({
      values: { kind: null },
      faults: [{ field: 'kind', message: 'Choose one from the list.' }],
    })
    expect(getSaveableValues(schema, { kind: 3 }).faults).toEqual([])
  })

  test('empty texts are sent as null', () => {
    expect(getSaveableValues(schema, { day: '', note: '' }).values).toEqual({ day: null, note: null })
  })

  test('keys that identify new lines are not sent', () => {
    expect(getSaveableValues(schema, { items: [{ lineKey: 'a', amount: 1 }] }).values).toEqual({
      items: [{ amount: 1 }],
    })
    expect(withoutLineKeys([{ lineKey: 'a', inner: [{ lineKey: 'b', id: 1 }] }])).toEqual([
      { inner: [{ id: 1 }] },
    ])
  })
})
