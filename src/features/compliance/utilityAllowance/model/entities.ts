import { z } from 'zod'
import { declareReviewedEntity, declareReviewedLine } from '#engines/review/model/index.ts'
import { entity, type Row } from '#kernel/model/entity.ts'
import { day, flag, id, longText, money, number, ref, requiredText, text } from '#kernel/model/field.ts'
import { allowanceFacts } from './facts.ts'

/** An authority that decides on the rents of a unit type. */
export const RentControllingAuthority = entity('RentControllingAuthority', {
  table: 'rent_controlling_authority',
  key: 'rentControllingAuthorityId',
  label: 'Rent-controlling authority',
  fields: {
    rentControllingAuthorityId: id('Authority'),
    name: requiredText('Name', 100),
    active: flag('Offered'),
  },
})

/** A method by which an allowance is determined (Treas. Reg. 1.42-10; domain 18.2). */
export const UtilityAllowanceSource = entity('UtilityAllowanceSource', {
  table: 'utility_allowance_source',
  key: 'utilityAllowanceSourceId',
  label: 'Source of utility allowances',
  fields: {
    utilityAllowanceSourceId: id('Source'),
    // The name is also the type of the source's document.
    name: requiredText('Name', 50),
    documentRequired: flag('Asks for a document'),
    description: text('Description', 300),
    active: flag('Offered'),
  },
})

/** The utilities of a unit that a tenant may pay. */
export const utilities = [
  'Electricity',
  'Gas',
  'Heating',
  'Cooking',
  'Hot water',
  'Air conditioning',
  'Water',
  'Sewer',
  'Trash',
] as const
export type Utility = (typeof utilities)[number]
/** The kinds of heating of a unit. */
export const heatings = [
  'Electric',
  'Gas',
  'Heat pump',
  'Propane',
  'Oil',
  'Central, paid by the owner',
] as const

/** The utility allowances of a property for one calendar quarter (domain 18). */
export const UtilityAllowance = declareReviewedEntity('UtilityAllowance', {
  table: 'utility_allowance',
  key: 'utilityAllowanceId',
  label: allowanceFacts.label,
  fields: {
    utilityAllowanceId: id('Utility allowance'),
    propertyId: id('Property'),
    year: number('Year', 1990, 2200).unwrap(),
    quarter: number('Quarter', 1, 4).unwrap(),
    noChange: flag('Nothing has changed since the last quarter'),
    comments: longText('Comments', 2000),
    reviewComments: longText('Comments of the review', 2000),
  },
  begunWith: ['year', 'quarter'],
  content: ['noChange', 'comments'],
  review: ['reviewComments'],
})

/** The allowance of one unit type: dollars a month that its tenants pay for utilities themselves. */
export const UtilityAllowanceLine = declareReviewedLine('UtilityAllowanceLine', {
  table: 'utility_allowance_line',
  key: 'utilityAllowanceLineId',
  label: 'Unit type',
  parent: 'utilityAllowanceId',
  fields: {
    utilityAllowanceLineId: id('Line'),
    utilityAllowanceId: id('Utility allowance'),
    propertyId: id('Property'),
    projectRoomTypeId: ref('Unit type', 'ProjectRoomType'),
    /** Distinguishes several allowances of a unit type, for example one for each kind of building. */
    schedule: text('Schedule or building', 80),
    utilityAllowance: money('Allowance a month', undefined, 0),
    source: ref('Source', 'UtilityAllowanceSource'),
    rentControllingAuthorityId: ref('Rents controlled by', 'RentControllingAuthority'),
    effectiveDate: day('Effective'),
    tenantPays: z
      .array(z.enum(utilities))
      .max(utilities.length)
      .meta({ label: 'The tenant pays', noun: 'Utility' }),
    heating: z.enum(heatings).nullable().meta({ label: 'Heating', kind: 'choice' }),
    comments: text('Comments', 1000),
  },
  content: [
    'projectRoomTypeId',
    'schedule',
    'utilityAllowance',
    'source',
    'rentControllingAuthorityId',
    'effectiveDate',
    'tenantPays',
    'heating',
    'comments',
  ],
})
export type AllowanceLineRow = Row<typeof UtilityAllowanceLine>
/** A line of a draft. Values that the server adds may be missing. */
export type LineInput = Partial<AllowanceLineRow>

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
