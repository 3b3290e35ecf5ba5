import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import { day, flag, id, requiredText, text } from '#kernel/model/field.ts'

/** A bank or credit union in which properties have their funds. */
export const FinancialInstitution = entity('FinancialInstitution', {
  table: 'financial_institution',
  key: 'financialInstitutionId',
  label: 'Financial institution',
  fields: {
    financialInstitutionId: id(),
    name: requiredText('Name', 200),
    city: text('City', 100),
    state: text('State', 2),
    fdicCertificate: z
      .string()
      .regex(/^\d{1,6}$/, 'Enter the number alone, up to six digits.')
      .nullable()
      .meta({ label: 'FDIC certificate', kind: 'text', maxLength: 6 }),
    active: flag('Active'),
  },
})

/** The use of an institution by a property: for which funds, and the last day it was reported. */
export const PropertyFinancialInstitution = entity('PropertyFinancialInstitution', {
  table: 'property_financial_institution',
  key: 'propertyFinancialInstitutionId',
  label: 'Financial institution of a property',
  fields: {
    propertyFinancialInstitutionId: id(),
    propertyId: id('Property'),
    financialInstitutionId: id('Financial institution'),
    usedFor: text('Used for', 200),
    lastUsedOn: day('Last used').unwrap(),
  },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
