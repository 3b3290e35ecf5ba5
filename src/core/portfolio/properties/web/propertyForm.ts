import type { z } from 'zod'
import { Property } from '../model/entities.ts'
import { getPropertyFaults } from '../model/rules.ts'

/** The fields of the property form, in order. */
const fieldNames = [
  'name',
  'agencyNumber',
  'housingType',
  'totalUnits',
  'lowIncomeUnits',
  'yearBuilt',
  'ownerName',
  'ownerManaged',
  'billingAddress',
  'averageIncomeTest',
  'nonCompliant',
  'monitoredForReserves',
  'address',
  'city',
  'state',
  'zip',
  'countyId',
  'congressionalDistrict',
  'latitude',
  'longitude',
  'serviceDate',
  'extendedUseDate',
  'extendedUseComputed',
  'fiscalYearEndMonth',
] as const
type FieldName = (typeof fieldNames)[number]

const shape = Property.row.pick(
  Object.fromEntries(fieldNames.map((name) => [name, true])) as Record<FieldName, true>,
)
type Shape = typeof shape

/** The values of the property form, as they are sent. */
export type FormValues = z.infer<Shape> & { version: number }

const addDateRule = <S extends z.ZodType<{ serviceDate: string | null; extendedUseDate: string | null }>>(
  schema: S,
) =>
  schema.superRefine((values, check) => {
    for (const { field, message } of getPropertyFaults(values))
      check.addIssue({ code: 'custom', path: [field], message })
  })

/** The schema of the property form, with the same rules as on the server. */
export const propertySchema = addDateRule(shape)

/** The schema for a new property. Its company is chosen in the form; later it changes from a date on. */
export const newPropertySchema = addDateRule(
  shape
    .extend({ managementCompanyId: Property.fields.managementCompanyId })
    .omit({ extendedUseComputed: true }),
)

/** Picks the form values from a stored property. */
export const getPropertyValues = (property: FormValues): FormValues => ({
  ...(Object.fromEntries(fieldNames.map((name) => [name, property[name]])) as z.infer<Shape>),
  version: property.version,
})

const blank = {
  name: '',
  agencyNumber: null,
  housingType: 'Family',
  totalUnits: null,
  lowIncomeUnits: null,
  yearBuilt: null,
  ownerName: null,
  ownerManaged: false,
  billingAddress: null,
  averageIncomeTest: false,
  nonCompliant: false,
  monitoredForReserves: true,
  address: null,
  city: null,
  state: 'MO',
  zip: null,
  countyId: null,
  congressionalDistrict: null,
  latitude: null,
  longitude: null,
  serviceDate: null,
  extendedUseDate: null,
  fiscalYearEndMonth: 12,
  managementCompanyId: null,
}

/** Fields that a new property never copies from its template: name, location, dates and status. */
const uncopiedFields = new Set([
  'name',
  'agencyNumber',
  'address',
  'latitude',
  'longitude',
  'serviceDate',
  'extendedUseDate',
  'nonCompliant',
])

/** The first values of a new property: blank, or copied from a template where shared (reading B12). */
export const getNewPropertyValues = (template: Record<string, unknown> | null): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(blank).map(([name, value]) => [
      name,
      template && !uncopiedFields.has(name) ? template[name] : value,
    ]),
  )
