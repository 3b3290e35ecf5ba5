import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/model/dates.ts'
import { type ComparedInvoice, compareInvoices, getDuplicateMessage } from './duplicates.ts'

const createInvoice = (changes: Partial<ComparedInvoice> = {}): ComparedInvoice => ({
  vendorId: 9,
  invoiceNumber: 'A-17',
  invoiceDate: '2024-03-07',
  amount: 715,
  ...changes,
})
const hard = { kind: 'hard', exact: true }
const soft = { kind: 'soft', exact: false }

describe('likeness of two invoices', () => {
  test.each<[string, Partial<ComparedInvoice>, object | null]>([
    ['DUP-01 same vendor, number and date', {}, hard],
    [
      'DUP-01 the number without regard to case, spaces, punctuation and leading zeros',
      { invoiceNumber: ' 00a/17 ' },
      hard,
    ],
    ['DUP-01 another amount changes nothing', { amount: 1 }, hard],
    ['same vendor and number on another date', { invoiceDate: '2020-01-01' }, { kind: 'hard', exact: false }],
    ['same vendor and number without a date', { invoiceDate: null }, { kind: 'hard', exact: false }],
    ['another vendor', { vendorId: 8 }, null],
    ['no vendor', { vendorId: null }, null],
    ['same amount 30 days later', { invoiceNumber: 'B-1', invoiceDate: '2024-04-06' }, soft],
    ['same amount 30 days earlier', { invoiceNumber: null, invoiceDate: '2024-02-06' }, soft],
    ['same amount 31 days later', { invoiceNumber: 'B-1', invoiceDate: '2024-04-07' }, null],
    ['another amount by a cent', { invoiceNumber: 'B-1', amount: 715.01 }, null],
    ['no date', { invoiceNumber: 'B-1', invoiceDate: null }, null],
  ])('%s', (_, changes, expected) => {
    expect(compareInvoices(createInvoice(), createInvoice(changes))).toEqual(expected)
  })

  test('two invoices without number, date and amount are not alike', () => {
    const empty = createInvoice({ invoiceNumber: '', invoiceDate: null, amount: null })
    expect(compareInvoices(empty, empty)).toBeNull()
    expect(
      compareInvoices(
        createInvoice({ invoiceNumber: '-', amount: 0 }),
        createInvoice({ invoiceNumber: '-', amount: 0 }),
      ),
    ).toBeNull()
  })

  test('likeness does not depend on the order of the two invoices', () => {
    const any = fc.record({
      vendorId: fc.constantFrom(null, 1, 2),
      invoiceNumber: fc.constantFrom(null, '', '1', '01', 'A1', 'a-1'),
      invoiceDate: fc.option(fc.integer({ min: 0, max: 80 }).map((days) => addDays('2024-01-01', days))),
      amount: fc.constantFrom(null, 0, 10, 10.01),
    })
    fc.assert(
      fc.property(any, any, (item, other) => {
        expect(compareInvoices(item, other)).toEqual(compareInvoices(other, item))
      }),
    )
  })
})

test('DUP-05 the message names the invoice, its request and status, and asks for an explanation', () => {
  const place = {
    label: 'replacement reserve request',
    requestId: 12,
    propertyName: 'Test Court',
    statusId: 6,
  }
  expect(getDuplicateMessage({ kind: 'hard', exact: true }, createInvoice(), place)).toBe(
    'Invoice A-17 of this vendor is claimed already in replacement reserve request 12 of Test Court, status Denied. Explain why it is claimed again.',
  )
  expect(
    getDuplicateMessage({ kind: 'soft', exact: false }, createInvoice(), { ...place, requestId: null }),
  ).toBe(
    '$715.00 on an invoice of this vendor dated 03/07/2024 is claimed already in another item of this request. Check that it is not the same invoice.',
  )
})
