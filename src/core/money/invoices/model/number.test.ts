import { describe, expect, test } from 'vitest'
import { normalizeInvoiceNumber } from './number.ts'

describe('normalizing invoice numbers', () => {
  test.each([
    [' 00a-17', 'A17'],
    ['INV #001', 'INV001'],
    ['0', '0'],
    ['000', '0'],
    ['--', ''],
    [null, ''],
  ])('invoice number %j is compared as %j', (text, expected) => {
    expect(normalizeInvoiceNumber(text)).toBe(expected)
  })
})
