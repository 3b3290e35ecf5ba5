import { describe, expect, test } from 'vitest'
import { getDepositState } from './deposits.ts'
import { type AccountToMatch, checkStatement, type StatementContext, type StatementRow } from './statement.ts'

const createAccount = (reserveAccountId: number, overrides: Partial<AccountToMatch>): AccountToMatch => ({
  reserveAccountId,
  propertyName: 'Maple Grove',
  propertyNumbers: ['15-100', '98-001'],
  name: 'Replacement reserve',
  kind: 'Replacement reserve',
  accountNumber: `77-${reserveAccountId}`,
  openedOn: '2026-01-01',
  closedOn: null,
  owed: [],
  ...overrides,
})
const listOwed = (...months: [string, number][]) => months.map(([dueOn, open]) => ({ dueOn, open }))
const makeFacts = (): StatementContext => ({
  today: '2026-11-16',
  accounts: [
    createAccount(1, { owed: listOwed(['2026-10-01', 1200], ['2026-11-01', 1200]) }),
    createAccount(2, { name: 'Painting', kind: 'Interior-painting reserve', closedOn: '2026-08-01' }),
    createAccount(3, { propertyName: 'Birch Court', propertyNumbers: ['15-200'] }),
  ],
  posted: (id, day, reference) => id === 3 && day === '2026-11-02' && reference === 'ACH 1',
})
const createRow = (overrides: Partial<StatementRow>): StatementRow => ({
  line: 2,
  propertyNumber: '15-200',
  account: '',
  accountNumber: '',
  date: '11/03/2026',
  amount: '$1,200.00',
  reference: 'ACH 9',
  ...overrides,
})
const check = (...rows: Partial<StatementRow>[]) => checkStatement(rows.map(createRow), makeFacts())

describe('matching the lines of a bank statement', () => {
  test('lines match by property, account or number in any spelling, and the amount covers the oldest deposit first', () => {
    const lines = check(
      { propertyNumber: '15 100', account: 'replacement reserve', amount: '1500' },
      { propertyNumber: '', accountNumber: '771', amount: '(not read)', reference: 'ACH 10' },
      { propertyNumber: '98001', accountNumber: '77-1', amount: '1000', reference: 'ACH 11' },
      { amount: '10.01' },
    )
    expect(lines.map((line) => line.reserveAccountId)).toEqual([1, 1, 1, 3])
    expect(lines.map((line) => line.covers)).toEqual([
      'Covers what was due 10/01/2026, part of 11/01/2026.',
      '',
      'Covers what was due 11/01/2026. The rest counts for deposits to come.',
      'Nothing is due; it counts for deposits to come.',
    ])
    expect(lines[3]).toMatchObject({ amount: 10.01, entryDate: '2026-11-03', faults: [] })
  })

  test.each([
    ['58,42', '“58,42” is not written as 1,234.56'],
    ['11/03/2026', '“11/03/2026” is a day, no amount.'],
    ['10.005', '“10.005” is finer than a cent.'],
    ['#REF!', 'mend it in the file'],
  ])('TRUST-3.1: %s is not an amount, and the line says why', (amount, why) => {
    expect(check({ amount })[0]).toMatchObject({ amount: null, faults: [expect.stringContaining(why)] })
  })

  test('every fault of every line is reported, including lines that were posted before or occur twice', () => {
    const lines = check(
      { propertyNumber: '99-999', date: '13/45/2026', amount: '-5', reference: ' ' },
      { propertyNumber: '', date: '11/17/2026', amount: '' },
      { propertyNumber: '15-100' },
      { propertyNumber: '15-100', account: 'Painting', date: '12/31/2025' },
      { propertyNumber: '15-100', account: 'Painting' },
      { propertyNumber: '15-200', accountNumber: '77-1' },
      { accountNumber: '77-9' },
      { date: '2026-11-02', reference: 'ACH 1' },
      { reference: 'twice' },
      { reference: 'twice' },
      { amount: '100,000,000', reference: 'x'.repeat(61) },
    )
    expect(lines.map((line) => line.faults)).toEqual([
      [
        'No reserve account of property 99-999 is known.',
        'Enter the date as MM/DD/YYYY.',
        'A deposit is more than $0.00; enter a returned deposit as an adjustment.',
        'The reference is missing.',
      ],
      [
        'Give the property’s number or the account’s number.',
        'The date is in the future.',
        'Enter the amount in dollars, such as 1,200.00.',
      ],
      ['Several accounts fit: Replacement reserve, Painting. Name the account.'],
      ['The account was opened on 01/01/2026, after this date.'],
      ['The account was closed on 08/01/2026.'],
      ['Property, account and number do not belong together.'],
      ['No reserve account bears the number 77-9.'],
      ['This line was posted before.'],
      [],
      ['This file has the same line twice.'],
      ['A deposit is at most $99,999,999.99.', 'The reference is longer than 60 characters.'],
    ])
  })
})

test.each([
  [0, null, '2026-11-11', 'Due'],
  [0, null, '2026-11-12', 'Overdue'],
  [0.01, null, '2026-11-01', 'Short'],
  [99.99, null, '2027-11-01', 'Short'],
  [100, null, '2027-11-01', 'Received'],
  [0, '2026-11-05', '2027-11-01', 'Waived'],
] as const)(
  'of $100.00 due 11/01/2026, with %d received, waived %s, on %s and ten days of grace: the state is %s',
  (received, waivedOn, today, state) => {
    expect(getDepositState({ dueOn: '2026-11-01', amount: 100, received, waivedOn }, today, 10)).toBe(state)
  },
)
