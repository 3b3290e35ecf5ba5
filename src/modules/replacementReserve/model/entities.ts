import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import {
  code,
  day,
  flag,
  id,
  longText,
  moment,
  money,
  number,
  oneOf,
  percent,
  ref,
  requiredText,
  text,
} from '#kernel/model/field.ts'

/** Paid already and to be paid back, or to be approved before the work (domain: R4R forms). */
export const requestTypes = ['Reimbursement', 'Advance review'] as const

const clientKey = z.uuid().nullable()

/** A request to draw from a property's replacement reserve. */
export const ReplacementReserveRequest = entity('ReplacementReserveRequest', {
  table: 'replacement_reserve_request',
  key: 'replacementReserveRequestId',
  label: 'Replacement reserve request',
  fields: {
    replacementReserveRequestId: id('Request'),
    propertyId: id('Property'),
    reserveAccountId: id('Reserve account'),
    requestType: oneOf('Request type', requestTypes),
    description: longText('Description', 2000, 'What was or will be replaced, and why.'),
    instructions: longText('Payment instructions', 2000),
    statusId: code('Status', 1, 6),
    version: number('Version').unwrap(),
    submittedAsException: flag('Submitted as exception'),
    exceptionReason: longText('Reason for the exception', 1000),
    submittedById: ref('Submitted by', 'User'),
    submitted: moment('Submitted'),
    reSubmitted: moment('Resubmitted'),
    reviewerId: ref('Reviewer', 'User'),
    reviewStarted: moment('Review started'),
    reviewedById: ref('Reviewed by', 'User'),
    decidedById: ref('Decided by', 'User'),
    decided: moment('Decided'),
    returnReason: longText('Reason for return', 4000),
    decisionComment: longText('Comment on the decision', 4000),
    agencyComments: longText('Internal agency comments', 4000),
    balanceAtSubmit: money('Balance when submitted'),
    certified: flag(
      'I certify that the work is complete or will be done as described, and that the costs have not been claimed elsewhere.',
    ),
    paidDate: day('Paid on'),
    paymentCheckNumber: text('Check number of the payment', 50),
    filedCompanyId: ref('Filed by company', 'ManagementCompany'),
    createdBy: ref('Created by', 'User'),
    createdAt: moment('Created'),
    clientKey,
  },
  serverOnly: [
    'reserveAccountId',
    'statusId',
    'submittedById',
    'submitted',
    'reSubmitted',
    'reviewerId',
    'reviewStarted',
    'reviewedById',
    'decidedById',
    'decided',
    'returnReason',
    'decisionComment',
    'agencyComments',
    'balanceAtSubmit',
    'paidDate',
    'paymentCheckNumber',
    'filedCompanyId',
    'createdBy',
    'createdAt',
    'submittedAsException',
    'exceptionReason',
  ],
  agencyOnly: ['agencyComments'],
})

/** One invoice, bid or piece of work within a request. */
export const ReplacementReserveRequestItem = entity('ReplacementReserveRequestItem', {
  table: 'replacement_reserve_request_item',
  key: 'replacementReserveRequestItemId',
  label: 'Item',
  fields: {
    replacementReserveRequestItemId: id('Item'),
    replacementReserveRequestId: id('Request'),
    propertyId: id('Property'),
    position: number('Position').unwrap(),
    categoryId: ref('Category', 'ReplacementReserveCategory'),
    descriptionOfWork: text('Description of work', 500),
    location: text('Location', 200, 'Unit numbers or part of the property.'),
    quantity: number('Quantity', 1, 100_000),
    age: number('Age of what is replaced (years)', 0, 200),
    vendorId: ref('Vendor', 'Vendor'),
    newVendor: flag('New vendor'),
    invoiceNumber: text('Invoice number', 60),
    invoiceDate: day('Invoice date'),
    checkNumber: text('Check number', 60),
    claimedAmount: money('Claimed amount'),
    approvedAmount: money('Approved amount'),
    denialReason: text('Reason for the reduction', 1000),
    duplicateInvoiceComment: longText('Comment on the duplicate invoice', 1000),
    payVendorDirectly: flag('Pay vendor directly'),
    clientKey,
  },
  serverOnly: ['replacementReserveRequestId', 'propertyId', 'position', 'approvedAmount', 'denialReason'],
})

/** Kinds of work, and whether a reserve may pay for them. */
export const ReplacementReserveCategory = entity('ReplacementReserveCategory', {
  table: 'replacement_reserve_category',
  key: 'replacementReserveCategoryId',
  label: 'Category',
  fields: {
    replacementReserveCategoryId: id(),
    name: requiredText('Name', 100),
    eligible: flag('Eligible'),
    warning: text('Warning', 500),
    usefulLifeYears: number('Useful life (years)', 1, 100),
  },
})

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

export const entryKinds = ['Opening balance', 'Deposit', 'Interest', 'Release', 'Reversal', 'Adjustment'] as const

/** A line of the reserve account's ledger; the balance is their sum. */
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
    replacementReserveRequestId: ref('Request', 'ReplacementReserveRequest'),
    note: text('Note', 500),
    createdAt: moment('Posted'),
  },
})
