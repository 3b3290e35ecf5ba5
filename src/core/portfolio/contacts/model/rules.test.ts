import { describe, expect, test } from 'vitest'
import { getContactFaults, getMissingTypes } from './rules.ts'

describe('ENT-09 contact values', () => {
  const faults = (values: object) =>
    getContactFaults({ name: 'Manager', ...values }).map((fault) => fault.message)

  test.each([
    ['e-mail', { email: 'manager@one.example' }],
    ['ZIP of five', { zip: '65201' }],
    ['ZIP of nine', { zip: '65201-1234' }],
    ['phone with an extension', { phone: '573-555-0100 ext. 12' }],
    ['phone with country code', { phone: '+1 (573) 555-0100' }],
    ['nothing but a name', {}],
  ])('%s is accepted', (_, values) => {
    expect(faults(values)).toEqual([])
  })

  test.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'Name: *Field is required'],
    [
      'an address that is none',
      { email: 'manager at one' },
      'E-mail: Enter an e-mail address such as name@company.example.',
    ],
    [
      'two people in one address field',
      { email: 'a@one.example; b@one.example' },
      'E-mail: Enter one e-mail address; each person gets an entry of their own.',
    ],
    [
      'two with a comma',
      { email: 'a@one.example,b@one.example' },
      'E-mail: Enter one e-mail address; each person gets an entry of their own.',
    ],
    [
      'a line break in the address',
      { email: 'a@one.example\nBcc: b@two.example' },
      'E-mail: Enter one e-mail address; each person gets an entry of their own.',
    ],
    ['ZIP of six', { zip: '652011' }, 'ZIP code: Enter a ZIP code of five or nine digits.'],
    [
      'phone of seven digits',
      { phone: '555-0100' },
      'Phone: Enter a US phone number of ten digits, such as (573) 555-0100.',
    ],
    ['a state written out', { state: 'Missouri' }, 'State: Enter a state by its two letters.'],
  ])('%s is a fault of its field', (_, values, message) => {
    expect(faults(values)).toEqual([message])
  })

  test('a known ZIP code must match the state; an unknown one is not checked', () => {
    const states = new Map([['65201', 'MO']])
    expect(getContactFaults({ name: 'X', zip: '65201-0001', state: 'ks' }, 'at.', states)).toEqual([
      { field: 'at.zip', message: 'ZIP code: 65201 is in MO, not in KS.' },
    ])
    expect(getContactFaults({ name: 'X', zip: '66101', state: 'KS' }, '', states)).toEqual([])
  })
})

test('missing contact types are listed in the order of the specification', () => {
  expect(getMissingTypes([1, 3, 3, 8])).toEqual([2, 4, 5, 6, 7])
})
