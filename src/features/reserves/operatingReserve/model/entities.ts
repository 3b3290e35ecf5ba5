import { declareReviewedEntity, declareReviewedLine } from '#engines/review/model/index.ts'
import { invoicedContent, invoicedFields } from '#features/shared/invoicedItems/model/index.ts'
import { entity } from '#kernel/model/entity.ts'
import {
  day,
  flag,
  id,
  longText,
  money,
  number,
  ref,
  requiredText,
  text,
  withDocumentNames,
} from '#kernel/model/field.ts'
import { facts } from './facts.ts'

/** A request to draw operating costs from one of a property’s reserves (domain 13). */
export const OperatingReserveRequest = declareReviewedEntity('OperatingReserveRequest', {
  table: 'operating_reserve_request',
  key: 'operatingReserveRequestId',
  label: facts.label,
  fields: {
    operatingReserveRequestId: id('Request'),
    propertyId: id('Property'),
    reserveTypeId: ref('Reserve', 'ReserveType'),
    reserveAccountId: ref('Reserve account', 'ReserveAccount'),
    requestContactId: ref('Contact for questions', 'Contact'),
    description: longText('Why the property cannot pay', 2000),
    processingInstructions: longText('Processing instructions', 2000),
    figuresAsOf: day('Figures as of'),
    currentPayables: money('Payables now'),
    dueWithinMonth: money('Due within the next 30 days'),
    cashAvailable: money('Cash available'),
    certified: flag(
      'I certify that these costs belong to the operation of the property and have not been claimed elsewhere.',
    ),
    submittedAsException: flag('Submitted as exception'),
    exceptionReason: longText('Reason for the exception', 1000),
    balanceAtSubmit: money('Balance when submitted'),
    vacancy: number('Vacant units', 0, 10_000),
    netIncomeOrLoss: money('Net income or loss, year to date'),
    operatingBalance: money('Operating cash balance'),
    sufficientFunds: flag('The property can pay this itself'),
    waitingOnProject: flag('Waiting on the property'),
    waitingSince: day('Waiting since'),
    waitedDays: number('Days waited').unwrap(),
  },
  content: [
    'reserveTypeId',
    'requestContactId',
    'description',
    'processingInstructions',
    'figuresAsOf',
    'currentPayables',
    'dueWithinMonth',
    'cashAvailable',
    'certified',
  ],
  review: [
    'submittedAsException',
    'exceptionReason',
    'vacancy',
    'netIncomeOrLoss',
    'operatingBalance',
    'sufficientFunds',
    'waitingOnProject',
  ],
  withheld: ['vacancy', 'netIncomeOrLoss', 'operatingBalance'],
})

/**
 * One cost within a request. A cost for a household also has its head, income and service; name and income
 * are stored encrypted.
 */
export const OperatingReserveRequestItem = declareReviewedLine('OperatingReserveRequestItem', {
  table: 'operating_reserve_request_item',
  key: 'operatingReserveRequestItemId',
  label: 'Item',
  parent: 'operatingReserveRequestId',
  fields: {
    operatingReserveRequestItemId: id('Item'),
    operatingReserveRequestId: id('Request'),
    propertyId: id('Property'),
    operatingReserveRequestTypeId: withDocumentNames(
      ref('Kind of cost', 'OperatingReserveRequestType'),
      'type',
    ),
    description: text('Description', 500),
    additionalDescription: text('Further description', 500),
    otherDescription: text('Kind of cost, if other', 200),
    reason: text('Reason', 500),
    payee: text('Payee', 200),
    location: text('Location', 200, 'Unit numbers or part of the property.'),
    ...invoicedFields,
    headOfHousehold: text('Head of household', 200),
    income: text('Income a year', 20),
    numInHousehold: number('People in the household', 1, 50),
    effectiveDate: day('In effect from'),
    serviceRequested: text('Service requested', 500),
  },
  content: [
    'operatingReserveRequestTypeId',
    'description',
    'additionalDescription',
    'otherDescription',
    'reason',
    'payee',
    'location',
    ...invoicedContent,
    'headOfHousehold',
    'income',
    'numInHousehold',
    'effectiveDate',
    'serviceRequested',
  ],
})

/** Fields of an item about a household, which are stored encrypted. */
export const householdFields = ['headOfHousehold', 'income'] as const

/**
 * A type of reserve other than the replacement reserve. Its name equals the kind of the accounts drawn on.
 */
export const ReserveType = entity('ReserveType', {
  table: 'reserve_type',
  key: 'reserveTypeId',
  label: 'Reserve type',
  fields: { reserveTypeId: id(), name: requiredText('Name', 100) },
})

/** A kind of cost, with the papers that its items need. */
export const OperatingReserveRequestType = entity('OperatingReserveRequestType', {
  table: 'operating_reserve_request_type',
  key: 'operatingReserveRequestTypeId',
  label: 'Kind of operating cost',
  fields: {
    operatingReserveRequestTypeId: id(),
    name: requiredText('Name', 100),
    needsInvoice: flag('Needs an invoice'),
    needsPhotos: flag('Needs photos of before and after'),
    forHousehold: flag('For a household'),
  },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
