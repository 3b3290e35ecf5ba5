import { z } from 'zod'
import { declareReviewedEntity, declareReviewedLine } from '#engines/review/model/index.ts'
import { entity, type Row } from '#kernel/model/entity.ts'
import { day, flag, id, longText, moment, number, ref, requiredText, text } from '#kernel/model/field.ts'
import { priorityFacts } from './facts.ts'

/** The populations for whom units are committed (domain 17.3). */
export const populations = [
  'Chronic mental illness',
  'Developmental disability',
  'Physical disability',
  'Substance use',
  'Homeless',
  'Domestic violence',
  'Youth aging out of care',
  'Veterans',
  'Other',
] as const

/**
 * A property's certification for a year about its units for households with special needs (Exhibit Z, domain
 * 23).
 */
export const HousingPriorityCertification = declareReviewedEntity('HousingPriorityCertification', {
  table: 'housing_priority_certification',
  key: 'housingPriorityCertificationId',
  label: priorityFacts.label,
  fields: {
    housingPriorityCertificationId: id('Certification'),
    propertyId: id('Property'),
    year: number('Year', 1990, 2200).unwrap(),
    committedUnits: number('Units committed'),
    vacantUnits: number('Of them vacant on December 31'),
    heldUnits: number('Of those held for a referral'),
    partOfYear: flag('The property was not in service for the whole year'),
    referrals: longText('How households were referred', 2000),
    lraName: text('Lead referral agency', 200),
    lraAgreementEnds: day('Its agreement ends'),
    lraClosedOn: day('It closed on'),
    services: longText('Services offered', 2000),
    outreach: longText('Outreach', 2000),
    explanation: longText('Why fewer units are filled than committed', 2000),
    certified: flag('I certify that this is true and complete, and that the commitment is met.'),
    ownerSignedBy: text('Signed for the owner', 100),
    ownerSignedOn: day('On'),
    lraSignedBy: text('Signed for the lead referral agency', 100),
    lraSignedOn: day('On'),
    reviewComments: longText('Comments of the review', 2000),
  },
  begunWith: ['year'],
  content: [
    'committedUnits',
    'vacantUnits',
    'heldUnits',
    'partOfYear',
    'referrals',
    'lraName',
    'lraAgreementEnds',
    'lraClosedOn',
    'services',
    'outreach',
    'explanation',
    'certified',
    'ownerSignedBy',
    'ownerSignedOn',
    'lraSignedBy',
    'lraSignedOn',
  ],
  review: ['reviewComments'],
})

/** The units and households of one population in a certification. */
export const SpecialNeeds = declareReviewedLine('HousingPriorityCertificationSpecialNeeds', {
  table: 'housing_priority_certification_special_needs',
  key: 'housingPriorityCertificationSpecialNeedsId',
  label: 'Population',
  parent: 'housingPriorityCertificationId',
  fields: {
    housingPriorityCertificationSpecialNeedsId: id('Population'),
    housingPriorityCertificationId: id('Certification'),
    propertyId: id('Property'),
    population: z.enum(populations).meta({ label: 'Population', kind: 'choice' }),
    committed: number('Units committed'),
    filled: number('Households on December 31'),
    byReferral: number('Of them referred'),
    comments: text('Comments', 500),
  },
  content: ['population', 'committed', 'filled', 'byReferral', 'comments'],
})
export type PopulationRow = Row<typeof SpecialNeeds>
/** A population of a draft. Values that the server adds may be missing. */
export type PopulationInput = Partial<PopulationRow>

/** A change of the lead referral agency's contact of a property, with the new contact and the time. */
export const LraContactChange = entity('LraContactChange', {
  table: 'lra_contact_change',
  key: 'lraContactChangeId',
  label: 'Contact of the lead referral agency',
  fields: {
    lraContactChangeId: id('Change'),
    propertyId: id('Property'),
    contactId: ref('Contact', 'Contact'),
    name: requiredText('Name', 200),
    company: text('Agency', 200),
    phone: text('Phone', 30),
    email: text('E-mail', 254),
    changedAt: moment('Changed').unwrap(),
    changedBy: ref('Changed by', 'User'),
  },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
