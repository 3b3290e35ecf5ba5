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
  ofProduct,
  phone,
  ref,
  requiredText,
  text,
  withDocumentNames,
} from '#kernel/model/field.ts'
import { claimFacts, requestFacts } from './facts.ts'

declare module '#kernel/model/access.ts' {
  interface PermissionKeys {
    Insurance_Claim: true
  }
}

/** A type of loss, for example fire, or wind or hail. */
export const InsuranceClaimTypeOfLoss = entity('InsuranceClaimTypeOfLoss', {
  table: 'insurance_claim_type_of_loss',
  key: 'insuranceClaimTypeOfLossId',
  label: 'Type of loss',
  fields: { insuranceClaimTypeOfLossId: id(), name: requiredText('Name', 100) },
})

const content = {
  dateOfLoss: day('Date of loss'),
  insuranceClaimTypeOfLossId: ref('Type of loss', 'InsuranceClaimTypeOfLoss'),
  otherTypeOfLoss: text('Type of loss, if other', 200),
  description: longText('What happened', 4000),
  unitsUninhabitable: number('Uninhabitable units', 0, 10_000),
  injuries: flag('Somebody was injured'),
  tenantsRelocated: flag('Tenants were relocated'),
  reportNumber: text('Number of the police or fire report', 60),
  insuranceProvider: text('Insurance company', 200),
  claimNumber: text('Claim number of the insurance company', 60),
  policyFrom: day('Policy year from'),
  policyUntil: day('Policy year until'),
  adjusterName: text('Adjuster', 200),
  adjusterPhone: phone('Phone of the adjuster'),
  totalAmountClaimed: money('Total amount claimed'),
  deductible: money('Deductible'),
  replacementCost: money('Replacement cost'),
  actualCashValue: money('Actual cash value'),
  sameLossComment: longText('Why a second claim for this loss', 1000),
}
const reviewPart = {
  approvedAmount: money(
    'Approved amount',
    'Repair costs the agency accepts. Payment requests cannot exceed it.',
    0,
  ),
  dateReportedToCo: day('Date reported to central office'),
  dateMemoRelease: day('Date of memo release'),
  claimChecksSent: flag('Claim checks were sent'),
  inspectionRequired: flag('A final inspection is required'),
  inspectorVisit: flag('The inspector has visited'),
  inspectedOn: day('Inspected on'),
  picturesReceived: withDocumentNames(flag('Pictures were received'), 'PicturesRecieved'),
}
const getNames = <T extends object>(fields: T) => Object.keys(fields) as (keyof T & string)[]

/**
 * An insured loss at a property: reported to the agency, which holds the insurer’s checks until the repairs
 * are paid (domain 16, ENT-15).
 */
export const InsuranceClaim = declareReviewedEntity('InsuranceClaim', {
  table: 'insurance_claim',
  key: 'insuranceClaimId',
  label: claimFacts.label,
  fields: { insuranceClaimId: id('Claim'), propertyId: id('Property'), ...content, ...reviewPart },
  content: getNames(content),
  review: getNames(reviewPart),
  // Claims stay open for months, and their companies may read their state in the meantime.
  withheld: [],
})

/** A line of a claim: the damaged items, the units affected and the cause. */
export const InsuranceClaimItem = declareReviewedLine('InsuranceClaimItem', {
  table: 'insurance_claim_item',
  key: 'insuranceClaimItemId',
  label: 'Damaged item',
  parent: 'insuranceClaimId',
  fields: {
    insuranceClaimItemId: id('Item'),
    insuranceClaimId: id('Claim'),
    propertyId: id('Property'),
    items: text('Damaged items', 500),
    unitsAffected: text('Units affected', 200, 'Unit numbers or part of the property.'),
    cause: text('Cause', 200),
  },
  content: ['items', 'unitsAffected', 'cause'],
})

/**
 * A check of the insurer: announced, received by the agency, and perhaps endorsed and sent on to the owner.
 */
export const InsuranceCheck = declareReviewedLine('InsuranceCheck', {
  table: 'insurance_check',
  key: 'insuranceCheckId',
  label: 'Insurance check',
  parent: 'insuranceClaimId',
  fields: {
    insuranceCheckId: id('Check'),
    insuranceClaimId: id('Claim'),
    propertyId: id('Property'),
    number: requiredText('Check number', 60),
    provider: requiredText('Issued by', 200),
    amountReceived: money('Amount').unwrap(),
    checkToProduct: ofProduct(flag('Made out to the agency'), 'CheckTo{product}'),
    notificationDate: day('Announced on'),
    receivedOn: day('Received on'),
    forwardedOn: day('Sent on to the owner on'),
  },
  content: [
    'number',
    'provider',
    'amountReceived',
    'checkToProduct',
    'notificationDate',
    'receivedOn',
    'forwardedOn',
  ],
})

/** A request to pay repairs from the proceeds of a claim that the agency holds. */
export const InsuranceRequest = declareReviewedEntity('InsuranceRequest', {
  table: 'insurance_request',
  key: 'insuranceRequestId',
  label: requestFacts.label,
  fields: {
    insuranceRequestId: id('Request'),
    propertyId: id('Property'),
    insuranceClaimId: id('Claim'),
    narrative: longText('Repairs made', 2000),
    inspectionNeeded: flag('The repairs are ready for inspection'),
    certified: flag('I certify that these repairs belong to this loss and have not been claimed elsewhere.'),
    heldAtSubmit: money('Held when submitted'),
  },
  begunWith: ['insuranceClaimId'],
  content: ['narrative', 'inspectionNeeded', 'certified'],
})

/** One invoice within a request. */
export const InsuranceRequestItem = declareReviewedLine('InsuranceRequestItem', {
  table: 'insurance_request_item',
  key: 'insuranceRequestItemId',
  label: 'Item',
  parent: 'insuranceRequestId',
  fields: {
    insuranceRequestItemId: id('Item'),
    insuranceRequestId: id('Request'),
    propertyId: id('Property'),
    description: text('Repair', 500),
    location: text('Location', 200, 'Unit numbers or part of the property.'),
    ...invoicedFields,
  },
  content: ['description', 'location', ...invoicedContent],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
