import { expect, test } from 'vitest'
import { z } from 'zod'
import { money, requiredText } from '#kernel/model/field.ts'
import { LINE_KEY } from './lenient.ts'
import { copyOfLine, keyed, resolveColumn, totalsOf } from './lines.ts'

const schema = z.object({
  items: z.array(z.object({ work: requiredText('Description of work', 100), amount: money('Amount') })),
})

test('a column takes label, kind and limits from the entity, and its own words where it has any', () => {
  expect(resolveColumn(schema, 'items', { name: 'work' })).toMatchObject({
    label: 'Description of work',
    kind: 'text',
    required: true,
    facts: { maxLength: 100 },
  })
  expect(
    resolveColumn(schema, 'items', { name: 'amount', label: 'Claimed', rounding: false, total: true }),
  ).toMatchObject({ label: 'Claimed', kind: 'money', required: false, total: true, facts: { rounding: false } })
  expect(resolveColumn(schema, 'items', { name: 'unknownName', kind: 'day' })).toMatchObject({
    label: 'Unknown name',
    kind: 'day',
  })
})

test('a duplicate is a new line: no id, a key of its own, inner lists left behind', () => {
  const line = keyed({ id: 7, work: 'Roof', files: [{ id: 1 }] })
  const copy = copyOfLine(line)
  expect(copy).toMatchObject({ id: 0, work: 'Roof', files: [] })
  expect(copy[LINE_KEY]).not.toBe(line[LINE_KEY])
})

test('sums are exact to the cent and pass over what is no amount', () => {
  const lines = [{ a: 0.1 }, { a: 0.2 }, { a: null }, { a: 'typed' }, {}]
  expect(totalsOf(lines, ['a', 'b'])).toEqual({ a: 0.3, b: 0 })
})
