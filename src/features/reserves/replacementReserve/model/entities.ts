import { declareReviewedEntity, declareReviewedLine } from '#engines/review/model/index.ts'
import { invoicedContent, invoicedFields } from '#features/shared/invoicedItems/model/index.ts'
import { entity } from '#kernel/model/entity.ts'
import {
  choiceField,
  flag,
  id,
  longText,
  money,
  number,
  ref,
  requiredText,
  text,
} from '#kernel/model/field.ts'

/**
 * A reimbursement pays back costs already paid; an advance review approves costs before the work (R4R forms).
 */
export const requestTypes = ['Reimbursement', 'Advance review'] as const

/** A request to draw from a property's replacement reserve. */
export const ReplacementReserveRequest = declareReviewedEntity('ReplacementReserveRequest', {
  table: 'replacement_reserve_request',
  key: 'replacementReserveRequestId',
  label: 'Replacement reserve request',
  fields: {
    replacementReserveRequestId: id('Request'),
    propertyId: id('Property'),
    reserveAccountId: id('Reserve account'),
    requestType: choiceField('Request type', requestTypes),
    description: longText('Description', 2000, 'The items replaced or to be replaced, and why.'),
    instructions: longText('Payment instructions', 2000),
    submittedAsException: flag('Submitted as exception'),
    exceptionReason: longText('Reason for the exception', 1000),
    balanceAtSubmit: money('Balance when submitted'),
    /** Whether the request was approved without a release. Its completions then draw the money. */
    preApproved: flag('Pre-approved'),
    certified: flag(
      'I certify that the work is complete or will be done as described, and that the costs have not been claimed elsewhere.',
    ),
  },
  content: ['requestType', 'description', 'instructions', 'certified'],
  review: ['submittedAsException', 'exceptionReason'],
  withheld: [],
})

/** One invoice, bid or piece of work within a request. */
export const ReplacementReserveRequestItem = declareReviewedLine('ReplacementReserveRequestItem', {
  table: 'replacement_reserve_request_item',
  key: 'replacementReserveRequestItemId',
  label: 'Item',
  parent: 'replacementReserveRequestId',
  fields: {
    replacementReserveRequestItemId: id('Item'),
    replacementReserveRequestId: id('Request'),
    propertyId: id('Property'),
    categoryId: ref('Category', 'ReplacementReserveCategory'),
    descriptionOfWork: text('Description of work', 500),
    location: text('Location', 200, 'Unit numbers or part of the property.'),
    quantity: number('Quantity', 1, 100_000),
    age: number('Age of what is replaced (years)', 0, 200),
    ...invoicedFields,
  },
  content: ['categoryId', 'descriptionOfWork', 'location', 'quantity', 'age', ...invoicedContent],
})

/** A category of work, and whether a reserve usually pays for it. */
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

/** Which agency approves draws from a reserve, by the funding of its property (domain 11.1). */
export const ReserveAuthority = entity('ReserveAuthority', {
  table: 'reserve_authority',
  key: 'reserveAuthorityId',
  label: 'Approving agency',
  fields: {
    reserveAuthorityId: id(),
    position: number('Order', 1, 999).unwrap(),
    federalTypeId: id('Federal type'),
    alsoFederalTypeId: ref('Together with', 'FederalType'),
    byAgency: flag('This agency approves'),
    approver: requiredText('Approved by', 100),
  },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
