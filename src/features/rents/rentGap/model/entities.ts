import { z } from 'zod'
import { declareReviewedEntity, declareReviewedLine } from '#engines/review/model/index.ts'
import { day, flag, id, longText, money, number, ref, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'
import { qualification } from './qualification.ts'

/** The first year of assistance. */
export const FIRST_YEAR = 2025
const LAST_YEAR = 2100

/** An application for assistance for households that pay less rent than may be charged (domain 15). */
export const RentGap = declareReviewedEntity('RentGapApplication', {
  table: 'rent_gap_application',
  key: 'rentGapApplicationId',
  label: facts.label,
  fields: {
    rentGapApplicationId: id('Application'),
    propertyId: id('Property'),
    assistanceYear: number('Year', FIRST_YEAR, LAST_YEAR),
    periodStart: day('First day'),
    periodEnd: day('Last day'),
    payee: text('Paid to', 200),
    financialInstitutionId: ref('Bank of the payee', 'FinancialInstitution'),
    companyComments: longText('Comments', 4000),
    certified: flag('I certify that these households live at the property and pay these rents.'),
    submittedAsException: flag('Taken although the property does not qualify'),
    /** The day by which a returned application must be submitted again. */
    adjustedResubmitDate: day('Submit again by'),
    /** The conditions that the property met, and its open points, as of the submission. */
    qualificationAtSubmit: qualification.nullable(),
    /** Whether the company was mailed that the application waits for funds. */
    waitingMailed: z.boolean(),
  },
  content: [
    'assistanceYear',
    'periodStart',
    'periodEnd',
    'payee',
    'financialInstitutionId',
    'companyComments',
    'certified',
  ],
  review: ['submittedAsException'],
  withheld: [],
})

/** One household of an application. Its identity is stored encrypted. */
export const RentGapItem = declareReviewedLine('RentGapItem', {
  table: 'rent_gap_item',
  key: 'rentGapItemId',
  label: 'Household',
  parent: 'rentGapApplicationId',
  fields: {
    rentGapItemId: id('Household'),
    rentGapApplicationId: id('Application'),
    propertyId: id('Property'),
    unit: text('Unit', 20),
    projectRoomTypeId: ref('Unit type', 'ProjectRoomType'),
    rentTypeId: ref('Rent type', 'RentType'),
    headOfHousehold: text('Head of household', 200),
    householdNumber: text('Household number', 50, 'As your own files have it.'),
    moveInDate: day('Moved in'),
    moveOutDate: day('Moved out'),
    tenantRent: money('Rent the tenant pays'),
    hasVoucher: flag('The household has a voucher'),
    approvedRent: money('Approved rent'),
    utilityAllowance: money('Utility allowance'),
    programMax: money('Greatest gross rent'),
    monthlyGap: money('Gap a month'),
    claimedAmount: money('Amount'),
    approvedAmount: money('Approved amount'),
    denialReason: text('Reason for the reduction', 1000),
  },
  content: [
    'unit',
    'projectRoomTypeId',
    'rentTypeId',
    'headOfHousehold',
    'householdNumber',
    'moveInDate',
    'moveOutDate',
    'tenantRent',
    'hasVoucher',
  ],
})

/** The fields that identify a household, which are stored encrypted. */
export const householdFields = ['headOfHousehold', 'householdNumber'] as const

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
