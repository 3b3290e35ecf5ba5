import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import {
  choiceField,
  day,
  id,
  longText,
  moment,
  money,
  number,
  percent,
  ref,
  requiredText,
  text,
} from '#kernel/model/field.ts'

/** The purposes of reserve accounts (domain 11 to 13). */
export const reserveKinds = [
  'Replacement reserve',
  'Operating reserve',
  'Special-needs housing reserve',
  'Rent-up reserve',
  'Interior-painting reserve',
  'Cash-flow reserve',
  'Transition reserve',
  'Developer-fee reserve',
  'Other reserve',
] as const

/** The parties that may have the account at the bank. */
export const reserveHolders = ['Agency', 'Lender', 'Owner'] as const

const accountNumber = z
  .string()
  .max(34, 'Text cannot exceed 34 characters.')
  .regex(/^[0-9A-Za-z -]*$/, 'Enter letters, digits, spaces and hyphens only.')
  .nullable()
  .meta({ label: 'Account number', kind: 'text', maxLength: 34 })

/**
 * An account in which money of a property is set aside. Without `minimumPerUnit` the agency's setting
 * applies.
 */
export const ReserveAccount = entity('ReserveAccount', {
  table: 'reserve_account',
  key: 'reserveAccountId',
  label: 'Reserve account',
  fields: {
    reserveAccountId: id(),
    propertyId: id('Property'),
    kind: choiceField('Kind', reserveKinds),
    name: requiredText('Name', 100),
    holder: choiceField('Held by', reserveHolders),
    financialInstitutionId: ref('Bank', 'FinancialInstitution'),
    accountNumber,
    minimumPerUnit: money('Minimum balance per unit', 'Empty: the agency’s setting.'),
    openedOn: day('Opened').unwrap(),
    closedOn: day('Closed'),
    version: z.int(),
  },
  serverOnly: ['openedOn', 'closedOn', 'version'],
})

/** A field for a month, given by its first day. */
const month = (label: string) =>
  z.iso
    .date('Enter a date as MM/DD/YYYY.')
    .refine((value) => value.endsWith('-01'), 'Enter the first day of a month.')
    .meta({ label, kind: 'day' })

/** The monthly deposit from a month on, until the next line. */
export const ReserveDepositSchedule = entity('ReserveDepositSchedule', {
  table: 'reserve_deposit_schedule',
  key: 'reserveDepositScheduleId',
  label: 'Deposit schedule',
  fields: {
    reserveDepositScheduleId: id(),
    propertyId: id('Property'),
    reserveAccountId: id('Reserve account'),
    fromMonth: month('From month'),
    monthlyDeposit: money('Monthly deposit').unwrap().min(0, 'Enter 0 or more.'),
    reason: text('Reason', 500),
  },
})

/** The annual interest rate in percent from a month on, until the next line. */
export const ReserveInterestRate = entity('ReserveInterestRate', {
  table: 'reserve_interest_rate',
  key: 'reserveInterestRateId',
  label: 'Interest rate',
  fields: {
    reserveInterestRateId: id(),
    propertyId: id('Property'),
    reserveAccountId: id('Reserve account'),
    fromMonth: month('From month'),
    annualInterestRate: percent('Annual interest rate')
      .unwrap()
      .min(0, 'Enter 0 or more.')
      .max(100, 'Enter 100 or less.'),
    reason: text('Reason', 500),
  },
})

/** A deposit that fell due. `received` is the part of it that received money covers, oldest deposit first. */
export const ReserveDeposit = entity('ReserveDeposit', {
  table: 'reserve_deposit',
  key: 'reserveDepositId',
  label: 'Deposit due',
  fields: {
    reserveDepositId: id(),
    propertyId: id('Property'),
    reserveAccountId: id('Reserve account'),
    dueOn: day('Due').unwrap(),
    amount: money('Required').unwrap(),
    received: money('Received').unwrap(),
    waivedOn: day('Waived on'),
    waivedReason: text('Reason for the waiver', 1000),
    /** The night in which the company was mailed that the deposit is overdue or short. */
    lateNoticeOn: day('Late notice on'),
  },
})

/** The kinds of movements that neither a request nor a bank statement explains. */
export const adjustmentKinds = ['Adjustment', 'Returned deposit', 'Bank fee', 'Transfer'] as const

/** The reasons for which a balance may go below zero. */
export const overdraftExceptions = [
  'Deposit returned after money was released',
  'Charge of the bank',
  'Error that is being made good',
] as const

/** A correction of a balance. One person enters it, and another confirms it, which posts it. */
export const ReserveAdjustment = entity('ReserveAdjustment', {
  table: 'reserve_adjustment',
  key: 'reserveAdjustmentId',
  label: 'Adjustment',
  fields: {
    reserveAdjustmentId: id(),
    propertyId: id('Property'),
    reserveAccountId: id('Reserve account'),
    kind: choiceField('Kind', adjustmentKinds),
    entryDate: day('Date').unwrap(),
    amount: money('Amount', 'Money that leaves the account with a minus: -25.00.').unwrap(),
    reason: longText('Reason', 1000).unwrap(),
    exception: choiceField('May go below zero because of', overdraftExceptions).nullable().meta({
      label: 'May go below zero because of',
      kind: 'choice',
    }),
    state: choiceField('State', ['Waiting', 'Confirmed', 'Refused'] as const),
    enteredBy: id('Entered by'),
    enteredAt: moment('Entered'),
    decidedBy: id('Decided by').nullable(),
    decidedAt: moment('Decided'),
    comment: text('Comment', 1000),
  },
})

const entryKinds = [
  'Opening balance',
  'Deposit',
  'Interest',
  'Release',
  'Reversal',
  ...adjustmentKinds,
] as const

/**
 * A line of an account's ledger; the balance is their sum. `entity` and `rowId` name the record that caused
 * it, `reference` the line of a bank statement, `exception` the reason for which it may overdraw.
 */
export const ReserveEntry = entity('ReserveEntry', {
  table: 'reserve_entry',
  key: 'reserveEntryId',
  label: 'Reserve entry',
  fields: {
    reserveEntryId: id(),
    propertyId: id('Property'),
    reserveAccountId: id('Reserve account'),
    entryDate: day('Date').unwrap(),
    kind: choiceField('Kind', entryKinds),
    amount: money('Amount').unwrap(),
    entity: text('Kind of record', 60),
    rowId: number('Record'),
    reference: text('Reference', 60),
    exception: text('Exception', 60),
    note: text('Note', 500),
    createdAt: moment('Posted'),
  },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
