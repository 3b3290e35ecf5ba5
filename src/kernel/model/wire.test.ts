import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { snakeCase } from './entity.ts'
import {
  day,
  flag,
  getFieldMeta,
  id,
  money,
  number,
  percent,
  ref,
  text,
  withDocumentNames,
  zip,
} from './field.ts'
import { normalize } from './wire.ts'

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

describe('a payload of a request', () => {
  test.each<[string, unknown, unknown]>([
    [
      'keys without case and underscores',
      { OperatingReserveRequest_Id: 5 },
      { operatingReserveRequestId: 5 },
    ],
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
    ['TRUST-6.4 a choice of nothing', { Project_Id: 0 }, { propertyId: null }],
    ['an id of 0 that is no choice', { OperatingReserveRequest_Id: 0 }, { operatingReserveRequestId: 0 }],
    ['yes and no', { active: 1 }, { active: true }],
    ['yes and no as text', { active: 'False' }, { active: false }],
    ['lines', { Items: [{ StatusID: '2' }] }, { items: [{ statusId: 2 }] }],
    ['an undeclared key', { amount: null, other: 1 }, { amount: null }],
    [
      'an unreadable value stays as it is',
      { amount: 'much', invoiceDate: '13/45/2024' },
      { amount: 'much', invoiceDate: '13/45/2024' },
    ],
  ])('%s', (_, payload, expected) => {
    expect(normalize(shape, payload)).toEqual(expected)
  })
})

test('only the beginning of a text that is too long is read, and a text that fits does not change', () => {
  const lines = z.object({ note: text('Note'), amount: money('Amount') })
  const read = (value: object) => lines.safeParse(normalize(lines, { amount: 1, ...value }))
  const long = { note: 'é'.repeat(100_000), amount: '1'.repeat(100_000) }
  expect((normalize(lines, long) as { note: string }).note).toHaveLength(401)
  expect(read(long).error?.issues.map((issue) => issue.path[0])).toEqual(['note', 'amount'])
  const houses = '🏠'.repeat(200)
  expect(read({ note: houses }).data).toEqual({ note: houses, amount: 1 })
  expect(read({ note: `${houses}🏠` }).success).toBe(false)
})

test('a field has its declaration when it is required, optional or both', () => {
  expect(getFieldMeta(money('Amount').unwrap())).toMatchObject({ label: 'Amount', kind: 'money' })
  expect(getFieldMeta(money('Amount').optional())).toMatchObject({ label: 'Amount', kind: 'money' })
})

test.each([
  ['propertyRoomType', 'property_room_type'],
  ['w9Date', 'w9_date'],
  ['taxIdLast4', 'tax_id_last4'],
  ['address1', 'address1'],
])('the column of %s is %s', (name, column) => {
  expect(snakeCase(name)).toBe(column)
})

test('a field is read under its names in the documents, and an object with an id is read as that id', () => {
  const lines = z.object({
    picturesReceived: withDocumentNames(flag('Pictures were received'), 'PicturesRecieved'),
    vendorId: withDocumentNames(ref('Vendor', 'Vendor'), 'vendor'),
  })
  expect(normalize(lines, { PicturesRecieved: 'true', vendor: { id: 5, name: 'Roofs Inc.' } })).toEqual({
    picturesReceived: true,
    vendorId: 5,
  })
  expect(getFieldMeta(lines.shape.vendorId)).toMatchObject({ label: 'Vendor', refersTo: 'Vendor' })
})

test('unknown keys are reported with their path', () => {
  const notes = { strangers: [], clashes: [] }
  const lines = z.object({ Note: text('Note'), items: z.array(z.object({ amount: money('Amount') })) })
  normalize(lines, { note: 'x', other: 1, items: [{ amount: 1 }, { Balance: 2, amount: 1 }] }, notes)
  expect(notes.strangers).toEqual(['other', 'items.1.Balance'])
})

test('if a field comes under two names, the changed value counts, and an ambiguous pair is reported', () => {
  const request = z.object({ invoiceNumber: withDocumentNames(text('Invoice number'), 'invoice') })
  const read = (payload: object, storedRecord?: object) => {
    const notes = { strangers: [], clashes: [], standing: storedRecord, body: payload }
    return [normalize(request, payload, notes), notes.clashes]
  }
  const both = { invoiceNumber: 'A', invoice: 'B' }
  expect(read(both, { invoiceNumber: 'A' })).toEqual([{ invoiceNumber: 'B' }, []])
  expect(read(both, { invoiceNumber: 'B' })).toEqual([{ invoiceNumber: 'A' }, []])
  expect(read({ invoice: 'B', invoiceNumber: 'A' }, { invoiceNumber: 'A' })).toEqual([
    { invoiceNumber: 'B' },
    [],
  ])
  const clash = [{ place: 'invoiceNumber', names: ['invoiceNumber', 'invoice'] }]
  expect(read(both, { invoiceNumber: 'C' })).toEqual([{ invoiceNumber: 'A' }, clash])
  expect(read(both)).toEqual([{ invoiceNumber: 'A' }, clash])
})
