import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { snakeCase } from './entity.ts'
import { day, flag, id, metaOf, money, number, percent, ref, text, zip } from './field.ts'
import { normalise } from './wire.ts'

const shape = z.object({
  operatingReserveRequestId: id(),
  propertyId: ref('Property', 'Property').optional(),
  amount: money('Amount').optional(),
  rate: percent('Rate').unwrap().optional(),
  units: number('Units').unwrap().optional(),
  invoiceDate: day('Invoice date').optional(),
  dueDate: day('Due').unwrap().optional(),
  active: flag('Active').optional(),
  zip: zip().optional(),
  note: text('Note').optional(),
  items: z.array(z.object({ statusId: id() })).optional(),
})

describe('what came over the wire', () => {
  test.each<[string, unknown, unknown]>([
    ['keys without case and underscores', { OperatingReserveRequest_Id: 5 }, { operatingReserveRequestId: 5 }],
    ['project is property', { Project_Id: 3 }, { propertyId: 3 }],
    ['VAL-16 a pasted amount', { amount: '$1,234.50 ' }, { amount: 1234.5 }],
    ['an amount in parentheses', { amount: '(5)' }, { amount: -5 }],
    ['DUP-03 a date with slashes', { invoiceDate: '3/7/2024' }, { invoiceDate: '2024-03-07' }],
    ['DUP-03 a required date with slashes', { dueDate: '03/07/2024' }, { dueDate: '2024-03-07' }],
    ['numbers as text', { rate: '2.5', units: ' 12 ' }, { rate: 2.5, units: 12 }],
    [
      'an empty text where there is nothing to choose',
      { amount: '', invoiceDate: '', zip: '' },
      { amount: null, invoiceDate: null, zip: null },
    ],
    ['an empty text that is a text', { note: '' }, { note: '' }],
    ['a ZIP code as number', { zip: 65201 }, { zip: '65201' }],
    ['yes and no', { active: 1 }, { active: true }],
    ['yes and no as text', { active: 'False' }, { active: false }],
    ['lines', { Items: [{ StatusID: '2' }] }, { items: [{ statusId: 2 }] }],
    ['what is not declared', { amount: null, other: 1 }, { amount: null }],
    [
      'what cannot be read stays as it is',
      { amount: 'much', invoiceDate: '13/45/2024' },
      { amount: 'much', invoiceDate: '13/45/2024' },
    ],
  ])('%s', (_, sent, expected) => {
    expect(normalise(shape, sent)).toEqual(expected)
  })
})

test('of a text that is too long no more is looked at than shows it; what fits stays as it is', () => {
  const lines = z.object({ note: text('Note'), amount: money('Amount') })
  const read = (value: object) => lines.safeParse(normalise(lines, { amount: 1, ...value }))
  const long = { note: 'é'.repeat(100_000), amount: '1'.repeat(100_000) }
  expect((normalise(lines, long) as { note: string }).note).toHaveLength(401)
  expect(read(long).error?.issues.map((one) => one.path[0])).toEqual(['note', 'amount'])
  const houses = '🏠'.repeat(200)
  expect(read({ note: houses }).data).toEqual({ note: houses, amount: 1 })
  expect(read({ note: `${houses}🏠` }).success).toBe(false)
})

test('a field keeps its declaration when it is required, optional or both', () => {
  expect(metaOf(money('Amount').unwrap())).toMatchObject({ label: 'Amount', kind: 'money' })
  expect(metaOf(money('Amount').optional())).toMatchObject({ label: 'Amount', kind: 'money' })
})

test.each([
  ['propertyRoomType', 'property_room_type'],
  ['w9Date', 'w9_date'],
  ['taxIdLast4', 'tax_id_last4'],
  ['address1', 'address1'],
])('the column of %s is %s', (name, column) => {
  expect(snakeCase(name)).toBe(column)
})
