import { z } from 'zod'
import { declareReviewedEntity } from '#engines/review/model/index.ts'
import {
  choiceField,
  day,
  decimal,
  email,
  flag,
  id,
  longText,
  money,
  number,
  percent,
  phone,
  ref,
  text,
} from '#kernel/model/field.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { designationKinds, insuranceKinds, licenseKinds, programs, recommendations } from './terms.ts'

/** The maximum number of lines in one list of an application. */
const MAX_LINES = 200
/**
 * Declares a list of lines. A line has a key from the browser, so that a save that is repeated or answered
 * late finds it again.
 */
const listField = <F extends z.ZodRawShape>(label: string, noun: string, shape: F) =>
  z
    .array(z.object({ ...shape, clientKey: z.uuid().nullable().optional() }))
    .max(MAX_LINES)
    .meta({ label, noun })

const markField = (label: string) =>
  decimal(label)
    .unwrap()
    .min(0, 'Enter 0 or more.')
    .max(100, 'Enter 100 or less.')
    .nullable()
    .meta({ label, kind: 'number' })
const yesNoField = (label: string) => flag(label).nullable()
/** An amount in a list is rounded to cents here because no database column rounds it. */
const amountField = (label: string) =>
  money(label).overwrite((value) => (value === null ? null : fromCents(toCents(value))))

/** The lists of an application. Each is stored as one JSON column. */
export const applicationLists = {
  principals: listField('Principals and owners', 'Principal', {
    name: text('Name', 200),
    title: text('Title', 100),
    ownership: percent('Ownership'),
  }),
  portfolio: listField('Portfolio by program', 'Program', {
    programme: choiceField('Program', programs).nullable(),
    properties: number('Properties', 0, 100_000),
    units: number('Units', 0, 1_000_000),
  }),
  licences: listField('Licenses', 'License', {
    kind: choiceField('License', licenseKinds).nullable(),
    licenceNumber: text('Number', 60),
    state: text('State', 2),
    holder: text('Holder', 200),
    expiresOn: day('Expires'),
  }),
  insurance: listField('Insurance and bond', 'Policy', {
    kind: choiceField('Cover', insuranceKinds).nullable(),
    carrier: text('Carrier', 200),
    policyNumber: text('Policy number', 60),
    amount: amountField('Amount'),
    expiresOn: day('Expires'),
  }),
  designations: listField('Training and designations', 'Designation', {
    designation: choiceField('Designation', designationKinds).nullable(),
    holders: number('People who hold it', 0, 100_000),
    latestOn: day('Latest training'),
  }),
  companyReferences: listField('References', 'Reference', {
    organisation: text('Organization', 200),
    relationship: text('Relationship', 200),
    phone: phone(),
    email: email(),
  }),
  requestedProperties: listField('Properties to be managed under this certification', 'Property', {
    propertyId: ref('Property', 'Property'),
    feePerUnit: amountField('Fee per unit and month'),
  }),
  identityOfInterest: listField('Companies with an identity of interest', 'Company', {
    company: text('Company', 200),
    relationship: text('Relationship', 200),
    services: text('Goods or services', 300),
  }),
} as const
export type ListName = keyof typeof applicationLists

/** The fields that the company fills in. */
const content = {
  legalName: text('Legal name', 200),
  ein: text('Employer identification number', 10, 'Nine digits, as 12-3456789.'),
  yearsInBusiness: number('Years in business', 0, 300),
  statesServed: text('States in which it manages', 200, 'Two letters each, as MO, KS.'),
  principals: applicationLists.principals,
  portfolio: applicationLists.portfolio,
  licences: applicationLists.licences,
  insurance: applicationLists.insurance,
  siteStaff: number('Staff at the properties', 0, 100_000),
  complianceStaff: number('Staff for compliance', 0, 100_000),
  unitsManaged: number('Affordable units managed', 0, 1_000_000),
  designations: applicationLists.designations,
  occupancyPercent: percent('Average occupancy of the last 12 months'),
  averageInspectionScore: markField('Average inspection score'),
  overdueStatements: number('Annual statements overdue today', 0, 100_000),
  hasLitigation: yesNoField(
    'Is the company, or one of its principals, party to a lawsuit about its management?',
  ),
  litigationExplanation: longText('Lawsuits', 4000, 'Parties, court, matter and status.'),
  hasDebarment: yesNoField(
    'Was the company, or one of its principals, ever debarred, suspended or denied participation?',
  ),
  debarmentExplanation: longText('Debarments', 4000, 'By whom, when, why, and whether it was lifted.'),
  companyReferences: applicationLists.companyReferences,
  fairHousingPolicy: longText(
    'Fair-housing policy',
    4000,
    'How staff are trained and complaints are handled.',
  ),
  software: text('Property-management software', 200),
  requestedProperties: applicationLists.requestedProperties,
  identityOfInterest: applicationLists.identityOfInterest,
  noIdentityOfInterest: flag('No company with an identity of interest serves our properties'),
  certified: flag('We make these pledges and certify that this application is complete and true.'),
  signedName: text('Name of the signer', 100),
  signedTitle: text('Title of the signer', 100),
}

/** The schema of the fields that the company fills in. */
export const applicationContent = z.object(content)
export type ApplicationContent = z.infer<typeof applicationContent>

/** The fields that the reviewer fills in. */
const review = {
  occupancyMark: markField('Occupancy'),
  inspectionMark: markField('Inspections'),
  timelinessMark: markField('Timeliness'),
  financialMark: markField('Financial standing'),
  trainingMark: markField('Training'),
  recommendation: choiceField('Recommendation', recommendations).nullable(),
  recommendationComment: longText('Inputs for the recommendation', 4000),
  termMonths: number('Term in months', 1, 120),
}

const getNames = <F extends object>(fields: F) => Object.keys(fields) as (keyof F & string)[]

/**
 * A company's application to be certified as a managing agent, and the certification that resulted from it.
 */
export const ManagementCompanyAssetCertification = declareReviewedEntity(
  'ManagementCompanyAssetCertification',
  {
    table: 'management_company_asset_certification',
    key: 'managementCompanyAssetCertificationId',
    label: 'Certification application',
    fields: {
      managementCompanyAssetCertificationId: id('Application'),
      managementCompanyId: id('Management company'),
      renewalOfId: ref('Renewal of', 'ManagementCompanyAssetCertification'),
      ...content,
      ...review,
      score: decimal('Score'),
      scoreParts: z.array(z.record(z.string(), z.unknown())).nullable(),
      decisionDocument: z.record(z.string(), z.unknown()).nullable(),
      certifiedOn: day('Certified on'),
      startsOn: day('Term begins'),
      expiresOn: day('Expires'),
      certifiedSince: day('Certified since'),
      reminderDays: number('Reminded, days before expiry'),
    },
    content: getNames(content),
    review: getNames(review),
    // Marks and reasons remain hidden from the company after the decision.
    agencyOnly: [...getNames(review).filter((name) => name !== 'termMonths'), 'score', 'scoreParts'],
  },
)

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
