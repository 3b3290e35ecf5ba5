import { z } from 'zod'
import { declareReviewedEntity, declareReviewedLine } from '#engines/review/model/index.ts'
import {
  code,
  day,
  decimal,
  flag,
  getFieldMeta,
  id,
  longText,
  moment,
  money,
  number,
  percent,
  ref,
  text,
} from '#kernel/model/field.ts'
import { RentIncreaseType, rentIncreaseTypes } from './arithmetic.ts'
import { facts } from './facts.ts'

/** A question of the checklist: yes, no, or null if the reviewer has not answered. */
const answer = (label: string) => flag(label).nullable()

/**
 * The review checklist as the specification names it (SHP-37), with its spelling on the wire (reading D32).
 */
export const checklist = {
  budgetApproved: answer('Budget approved'),
  openInspection: answer('Open inspection'),
  aodNonComplianceIssues: answer('Occupancy data late or not compliant'),
  mitasOpenIssues: answer('Open issues in the loan system'),
  r4rBalanceTooLow: answer('Replacement reserve too low'),
  findingsInNonComplianceLog: answer('Findings in the non-compliance log'),
  afsReviewed: answer('Annual statement reviewed'),
  rentRollRevied: answer('Rent roll reviewed'),
  extendedUsePeriod: answer('In the extended use period'),
  sec42Requirements: answer('Requirements of Section 42 met'),
} as const
export type ChecklistItem = keyof typeof checklist
export const checklistItems = Object.keys(checklist) as ChecklistItem[]

/** The answers that block an approval: missing prerequisites, and open findings (domain 14.2, 25). */
export const blockingAnswer: Readonly<Partial<Record<ChecklistItem, boolean>>> = {
  budgetApproved: false,
  afsReviewed: false,
  rentRollRevied: false,
  findingsInNonComplianceLog: true,
  sec42Requirements: false,
}

/** The answer to each question that indicates a problem, whether or not it blocks. */
export const problemAnswer: Readonly<Record<ChecklistItem, boolean>> = {
  budgetApproved: false,
  openInspection: true,
  aodNonComplianceIssues: true,
  mitasOpenIssues: true,
  r4rBalanceTooLow: true,
  findingsInNonComplianceLog: true,
  afsReviewed: false,
  rentRollRevied: false,
  extendedUsePeriod: false,
  sec42Requirements: false,
}

/** Questions for which the portal has no data, with the place where the reviewer looks. */
export const notInPortal: Readonly<Partial<Record<ChecklistItem, string>>> = {
  mitasOpenIssues: 'Loans',
}

/** Returns the label of a question of the checklist. */
export const getChecklistLabel = (tick: ChecklistItem): string => getFieldMeta(checklist[tick])?.label ?? tick

/**
 * The reviewer's fields for the cash flow of a budget-based increase (domain 14.6), in dollars a year. Some
 * income is required, because without it no rent would be enough.
 */
export const cashFlowFields = {
  operatingExpenses: money('Operating expenses', undefined, 0),
  debtService: money('Debt service', undefined, 0),
  targetCoverage: decimal('Target debt coverage').refine(
    (value) => value === null || (value > 0 && value <= 100),
    'Enter a number above 0, at most 100.',
  ),
  reserveDeposits: money('Replacement reserve deposits', undefined, 0),
  otherIncome: money('Other income', undefined, 0),
  vacancyPercent: percent('Vacancy (percent)').refine(
    (value) => value === null || (value >= 0 && value < 100),
    'Enter 0 or more, below 100.',
  ),
} as const
export const cashFlowNames = Object.keys(cashFlowFields) as (keyof typeof cashFlowFields)[]

/** Returns the label of a figure of the cash flow. */
export const getCashFlowLabel = (name: keyof typeof cashFlowFields): string =>
  getFieldMeta(cashFlowFields[name])?.label ?? name

/** A fault in a line of the rent roll. */
export const rollFault = z.object({ line: z.int(), message: z.string().max(500) })

/** A request to raise the rents of a property (SHP-35). */
export const RentIncrease = declareReviewedEntity('RentIncrease', {
  table: 'rent_increase_request_header',
  key: 'rentIncreaseRequestHeaderId',
  label: facts.label,
  fields: {
    rentIncreaseRequestHeaderId: id('Request'),
    propertyId: id('Property'),
    rentIncreaseTypeId: code('Type', RentIncreaseType.Auto, RentIncreaseType.Elderly, rentIncreaseTypes),
    rentEffectiveDate: day('New rents from'),
    tenantsNotified: flag(
      'All tenants were given the notice (Exhibit A-21), and it is posted at the property',
    ),
    tenantsNotifiedOn: day('Notice given on'),
    managementCompanyComments: longText('Comments', 4000),
    certified: flag('I certify that the rents and tenants above are those at the property today.'),
    /** Who certified it; the portal fills it in. */
    certificationId: ref('Certified by', 'User'),
    submittedAsException: flag('Submitted as exception'),
    exceptionReason: longText('Reason for the exception', 1000),
    budgetRequired: flag('Must be filed as a budget increase'),
    ...checklist,
    comments: longText('Comments of the review', 4000),
    conditions: longText('Conditions', 2000),
    expiresOn: day('Approval expires'),
    worksheetSaved: moment('Worksheet saved'),
    taxCreditSaved: moment('Tax-credit review saved'),
    cashFlowSaved: moment('Cash-flow review saved'),
    ...cashFlowFields,
    denialAppealed: flag('Denial appealed'),
    denialAppealedOn: day('Appealed on'),
    onHold: flag('On hold'),
    holdReason: longText('Reason for the hold', 2000),
    rentRollUnits: number('Units in the rent roll'),
    rentRollChecked: moment('Rent roll checked'),
    rentRollFaults: z.array(rollFault).nullable(),
    signedFiled: moment('Signed Schedule II filed'),
    rentsPosted: moment('Rents in force since'),
  },
  content: [
    'rentIncreaseTypeId',
    'rentEffectiveDate',
    'tenantsNotified',
    'tenantsNotifiedOn',
    'managementCompanyComments',
    'certified',
  ],
  review: [
    ...checklistItems,
    ...cashFlowNames,
    ...(['comments', 'conditions', 'expiresOn', 'submittedAsException', 'exceptionReason'] as const),
  ],
  withheld: [...checklistItems, ...cashFlowNames, 'conditions', 'expiresOn'],
  agencyOnly: ['comments'],
})

/** One rent of a request: a unit type by rent type and class of tenants (SHP-36). */
export const RoomRentIncrease = declareReviewedLine('RoomRentIncrease', {
  table: 'room_rent_increase_request',
  key: 'roomRentIncreaseRequestId',
  label: 'Rent',
  parent: 'rentIncreaseRequestHeaderId',
  fields: {
    roomRentIncreaseRequestId: id('Row'),
    rentIncreaseRequestHeaderId: id('Request'),
    propertyId: id('Property'),
    /** The rent in effect that is raised. Null for a new row. */
    projectRoomTypeRentId: ref('Present rent', 'PropertyRent'),
    projectRoomTypeId: ref('Unit type', 'ProjectRoomType'),
    rentTypeId: ref('Rent type', 'RentType'),
    existingTenants: flag('Existing tenants'),
    numberOfExistingTenants: number('Existing tenants', 0, 5000),
    units: number('Units', 0, 5000),
    currentRent: money('Current rent'),
    requestedRent: money('Requested rent'),
    /** The adjusted rent that the company has agreed to. */
    confirmedRent: money('Confirmed rent'),
    /** The requested rent after the rounding rule, as submitted. */
    adjustedRent: money('New rent'),
    utilityAllowance: money('Utility allowance'),
    approvedRent: money('Approved rent'),
    lowerReason: text('Reason for a lower rent', 500),
    medianPercent: number('Income limit (percent)', 1, 120),
    medianMaxRent: money('Greatest gross rent'),
  },
  content: [
    'projectRoomTypeRentId',
    'projectRoomTypeId',
    'rentTypeId',
    'existingTenants',
    'numberOfExistingTenants',
    'units',
    'requestedRent',
    'confirmedRent',
    'utilityAllowance',
    'medianPercent',
  ],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
