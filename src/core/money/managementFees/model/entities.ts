import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import {
  choiceField,
  day,
  id,
  longText,
  money,
  number,
  percent,
  ref,
  requiredText,
  text,
} from '#kernel/model/field.ts'
import { feeBases } from './fees.ts'

/** A type of management fee: per occupied unit, per unit during lease-up, or percent of collected rent. */
export const ManagementFeeType = entity('ManagementFeeType', {
  table: 'management_fee_type',
  key: 'managementFeeTypeId',
  label: 'Management fee type',
  fields: {
    managementFeeTypeId: id(),
    name: requiredText('Name', 100),
    basis: choiceField('Counted by', feeBases),
  },
})

/**
 * The most a company may charge, from a day of its year on until the next maximum of its type: dollars per
 * unit and month (`amount`), or percent (`percent`). `ocafPercent` is the OCAF by which it was raised from
 * the year before.
 */
export const ManagementFeeMax = entity('ManagementFeeMax', {
  table: 'management_fee_max',
  key: 'managementFeeMaxId',
  label: 'Management fee maximum',
  fields: {
    managementFeeMaxId: id(),
    year: z.int().min(1990, 'Enter 1990 or later.').max(2100, 'Enter 2100 or earlier.').meta({
      label: 'Year',
      kind: 'number',
    }),
    managementFeeTypeId: id('Fee type'),
    amount: money('Amount'),
    percent: percent('Percent'),
    ocafPercent: percent('OCAF'),
    effectiveDate: day('In force from').unwrap(),
    source: text('Source', 200),
  },
})

/**
 * The fee type by which a property's fee is limited from a day on. Before the first, the type per occupied
 * unit applies.
 */
export const PropertyManagementFee = entity('PropertyManagementFee', {
  table: 'property_management_fee',
  key: 'propertyManagementFeeId',
  label: 'Kind of management fee',
  fields: {
    propertyManagementFeeId: id(),
    propertyId: id('Property'),
    managementFeeTypeId: ref('Judged by', 'ManagementFeeType').unwrap(),
    effectiveDate: day('From').unwrap(),
    reason: longText('Reason', 500),
  },
})

/** A year as a parameter of the fee calls. */
export const feeYear = number('Year', 1, 9998).unwrap()

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
