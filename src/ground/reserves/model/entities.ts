import { entity } from '#kernel/model/entity.ts'
import { day, id, moment, money, number, oneOf, percent, text } from '#kernel/model/field.ts'

/** An account in which money of a property is set aside. */
export const ReserveAccount = entity('ReserveAccount', {
  table: 'reserve_account',
  key: 'reserveAccountId',
  label: 'Reserve account',
  fields: {
    reserveAccountId: id(),
    propertyId: id('Property'),
    name: text('Name', 100).unwrap(),
    monthlyDeposit: money('Monthly deposit').unwrap(),
    annualInterestRate: percent('Annual interest rate').unwrap(),
    openedOn: day('Opened').unwrap(),
  },
})

const entryKinds = ['Opening balance', 'Deposit', 'Interest', 'Release', 'Reversal', 'Adjustment'] as const

/** A line of a reserve account's ledger; the balance is their sum. `entity` and `rowId` name the record it belongs to. */
export const ReserveEntry = entity('ReserveEntry', {
  table: 'reserve_entry',
  key: 'reserveEntryId',
  label: 'Reserve entry',
  fields: {
    reserveEntryId: id(),
    propertyId: id('Property'),
    reserveAccountId: id('Reserve account'),
    entryDate: day('Date').unwrap(),
    kind: oneOf('Kind', entryKinds),
    amount: money('Amount').unwrap(),
    entity: text('Kind of record', 60),
    rowId: number('Record'),
    note: text('Note', 500),
    createdAt: moment('Posted'),
  },
})
