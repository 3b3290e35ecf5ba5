import type { z } from 'zod'
import { Property } from '../model/entities.ts'
import { propertyFaults } from '../model/rules.ts'

/** The parts of the form of a property, each a tab, and the fields that stand in it. */
export const sections = {
  Identity: [
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
  ],
  Location: ['address', 'city', 'state', 'zip', 'countyId', 'congressionalDistrict', 'latitude', 'longitude'],
  Dates: ['serviceDate', 'extendedUseDate', 'extendedUseComputed', 'fiscalYearEndMonth'],
} as const

/** A tab of the form. */
export type Section = keyof typeof sections

type FieldName = (typeof sections)[Section][number]
const names: readonly FieldName[] = Object.values(sections).flat()

const shape = Property.row.pick(Object.fromEntries(names.map((name) => [name, true])) as Record<FieldName, true>)
type Shape = typeof shape

/** What the form of a property holds, in wire shape. */
export type FormValues = z.infer<Shape> & { version: number }

const checked = <S extends z.ZodType<{ serviceDate: string | null; extendedUseDate: string | null }>>(schema: S) =>
  schema.superRefine((values, check) => {
    for (const { field, message } of propertyFaults(values)) check.addIssue({ code: 'custom', path: [field], message })
  })

/** The rules of a property's own fields, the same the server runs. */
export const propertySchema = checked(shape)

/** The same for a new property, whose company is chosen here once; later it changes from a date on. */
export const newPropertySchema = checked(
  shape.extend({ managementCompanyId: Property.fields.managementCompanyId }).omit({ extendedUseComputed: true }),
)

/** What the form holds of a stored property. */
export const valuesOf = (property: FormValues): FormValues => ({
  ...(Object.fromEntries(names.map((name) => [name, property[name]])) as z.infer<Shape>),
  version: property.version,
})

/** Whether a tab is one of the form's. */
export const isSection = (tab: string): tab is Section => tab in sections

/** The tab a field stands in. */
export const sectionOf = (field: string): Section =>
  (Object.keys(sections) as Section[]).find((one) => (sections[one] as readonly string[]).includes(field)) ?? 'Identity'

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

/** What a new property never takes over from its template: what names it, where it stands, its dates and standing. */
const own = new Set([
  'name',
  'agencyNumber',
  'address',
  'latitude',
  'longitude',
  'serviceDate',
  'extendedUseDate',
  'nonCompliant',
])

/** A new property: blank, or with what it shares with a template (reading B12). */
export const newValues = (template: Record<string, unknown> | null): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(blank).map(([name, value]) => [name, template && !own.has(name) ? template[name] : value]),
  )
