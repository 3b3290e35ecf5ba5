import { expect, test } from 'vitest'
import { z } from 'zod'
import { id, money, number, requiredText } from '#kernel/model/field.ts'
import { LINE_KEY } from './lenient.ts'
import { lineNames } from './lineNames.ts'
import { computeLineTotals, copyOfLine, keyed, resolveColumn, totalText } from './lines.ts'

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
  ).toMatchObject({
    label: 'Claimed',
    kind: 'money',
    required: false,
    total: true,
    facts: { rounding: false },
  })
  expect(resolveColumn(schema, 'items', { name: 'unknownName', kind: 'day' })).toMatchObject({
    label: 'Unknown name',
    kind: 'day',
  })
})

test('a duplicate is a new line: no id, a key of its own, inner lists left behind', () => {
  const names = { id: 'itemId', key: 'clientKey' }
  const line = keyed({ itemId: 7, work: 'Roof', files: [{ id: 1 }] }, names)
  const copy = keyed(copyOfLine(line, names), names)
  expect(copy).toMatchObject({ itemId: 0, work: 'Roof', files: [] })
  expect(copy.clientKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(copy.clientKey).not.toBe(line.clientKey)
})

test('what tells lines apart is found in the entity: its own id, and a key that travels where there is one', () => {
  const line = z.object({
    work: requiredText('Work'),
    itemId: id('Item').optional(),
    requestId: id('Request'),
  })
  expect(lineNames(line)).toEqual({ id: 'itemId', key: LINE_KEY })
  expect(lineNames(line.extend({ id: id(), clientKey: z.string() }))).toEqual({ id: 'id', key: 'clientKey' })
  expect(lineNames(undefined)).toEqual({ id: 'id', key: LINE_KEY })
})

test('sums are exact to the cent and pass over what is no amount', () => {
  const lines = [{ a: 0.1 }, { a: 0.2 }, { a: null }, { a: 'typed' }, {}]
  expect(
    computeLineTotals(lines, [
      { name: 'a' },
      { name: 'b' },
      { name: 'c', formula: ({ a }) => Number(a) * 2 },
    ]),
  ).toEqual({
    a: 0.3,
    b: 0,
    c: 0.6,
  })
})

test('a sum reads as the values of its column: dollars, cents, or a plain count', () => {
  const unitMix = z.object({ rows: z.array(z.object({ units: number('Units'), rent: money('Rent') })) })
  const getText = (name: string, total: number, rounding?: boolean) =>
    totalText(resolveColumn(unitMix, 'rows', { name, total: true, rounding }), total)
  expect(getText('units', 1248)).toBe('1,248')
  expect(getText('rent', 1248)).toBe('$1,248.00')
  expect(getText('rent', 1248.5)).toBe('$1,248.50')
  expect(getText('rent', 1248.5, true)).toBe('$1,249')
  expect(totalText(resolveColumn(unitMix, 'rows', { name: 'cost', formula: () => 1 }), 7)).toBe('$7')
})
