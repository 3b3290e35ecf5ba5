import type { z } from 'zod'
import { Property } from '../model/entities.ts'
import { propertyFaults } from '../model/rules.ts'

/** The fields of the form of a property, in its order. */
const names = [
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
type FieldName = (typeof names)[number]

const shape = Property.row.pick(
  Object.fromEntries(names.map((name) => [name, true])) as Record<FieldName, true>,
)
type Shape = typeof shape

/** The values of the property form, in wire shape. */
export type FormValues = z.infer<Shape> & { version: number }

const checked = <S extends z.ZodType<{ serviceDate: string | null; extendedUseDate: string | null }>>(
  schema: S,
) =>
  schema.superRefine((values, check) => {
    for (const { field, message } of propertyFaults(values))
      check.addIssue({ code: 'custom', path: [field], message })
  })

/** The rules of a property's own fields, the same the server runs. */
export const propertySchema = checked(shape)

/** The same for a new property, whose company is chosen here once; later it changes from a date on. */
export const newPropertySchema = checked(
  shape
    .extend({ managementCompanyId: Property.fields.managementCompanyId })
    .omit({ extendedUseComputed: true }),
)

/** The form values of a stored property. */
export const getPropertyValues = (property: FormValues): FormValues => ({
  ...(Object.fromEntries(names.map((name) => [name, property[name]])) as z.infer<Shape>),
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

/** The values of a new property: blank, or those it shares with a template (reading B12). */
export const newValues = (template: Record<string, unknown> | null): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(blank).map(([name, value]) => [
      name,
      template && !uncopiedFields.has(name) ? template[name] : value,
    ]),
  )
