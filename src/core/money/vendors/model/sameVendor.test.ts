import { describe, expect, test } from 'vitest'
import { KnownVendors, normalizeVendorName } from './sameVendor.ts'

test.each([
  ['The Acme Roofing Co., L.L.C.', 'acme roofing'],
  ['ACME  ROOFING', 'acme roofing'],
  ['Smith & Sons, Inc.', 'smith and sons'],
  ["O'Neil Électric", 'oneil electric'],
  ['Company', 'company'],
  ['***', '***'],
])('the name %s is compared as %s', (name, expected) => {
  expect(normalizeVendorName(name)).toBe(expected)
})

describe('KnownVendors.find matches vendors by', () => {
  const knownVendors = new KnownVendors([
    { name: 'Acme Roofing', zip: '65201-1234', taxIdLast4: '1111' },
    { name: 'No Zip Plumbing' },
  ])
  test.each([
    ['same name and ZIP code', { name: 'ACME Roofing LLC', zip: '65201' }, true],
    ['same name, no ZIP code given', { name: 'Acme Roofing' }, true],
    ['same name, none on record', { name: 'No Zip Plumbing', zip: '63101' }, true],
    [
      'same name and tax id in another place',
      { name: 'Acme Roofing', zip: '63101', taxIdLast4: '1111' },
      true,
    ],
    [
      'same ZIP code and tax id under another name',
      { name: 'Acme Roofs', zip: '65201', taxIdLast4: '1111' },
      true,
    ],
    ['same name in another place', { name: 'Acme Roofing', zip: '63101', taxIdLast4: '2222' }, false],
    ['same tax id alone', { name: 'Other', zip: '63101', taxIdLast4: '1111' }, false],
    ['same ZIP code alone', { name: 'Other', zip: '65201' }, false],
  ])('%s', (_, vendor, isSame) => {
    expect(knownVendors.find(vendor) !== undefined).toBe(isSame)
  })
})
