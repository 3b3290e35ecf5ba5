import { expect, test } from 'vitest'
import { getVendorLabel, importedFields, readVendorRow } from './importRow.ts'

test('CSV-01 reads a row with the headings of the screen, as an export writes it', () => {
  const row = {
    Name: ' Acme Roofing ',
    'Doing business as': 'Acme',
    'ZIP code': '65401',
    'E-mail': 'office@acme.example',
    'Tax id, last four digits': '0123',
    'W-9 dated': '03/07/2025',
    Active: 'No',
    Phone: '',
  }
  expect(readVendorRow(row).data).toEqual({
    name: 'Acme Roofing',
    doingBusinessAs: 'Acme',
    zip: '65401',
    email: 'office@acme.example',
    taxIdLast4: '0123',
    w9Date: '2025-03-07',
    active: false,
  })
})

test('headings may also be the names of the fields, in any case and with any punctuation', () => {
  expect(
    readVendorRow({ NAME: 'Acme', w9_date: '2025-03-07', 'Tax-ID last 4': '0123', active: true }).data,
  ).toEqual({
    name: 'Acme',
    w9Date: '2025-03-07',
    taxIdLast4: '0123',
    active: true,
  })
})

test.each([
  [{}, 'name'],
  [{ Name: '  ' }, 'name'],
  [{ Name: 'Acme', 'ZIP code': '654' }, 'zip'],
  [{ Name: 'Acme', 'W-9 dated': '02/30/2025' }, 'w9Date'],
  [{ Name: 'Acme', Active: 'perhaps' }, 'active'],
])('%j has a fault in the field %s', (row, field) => {
  expect(readVendorRow(row).error?.issues.map((issue) => issue.path[0])).toEqual([field])
})

test('every field has a different label', () => {
  const labels = importedFields.map(getVendorLabel)
  expect(new Set(labels).size).toBe(labels.length)
})
