import { safeParse } from 'zod/v4/core'
import { getFieldMeta } from '#kernel/model/field.ts'
import { normalize } from '#kernel/model/wire.ts'
import { ImportedVendor } from './entities.ts'

/** The fields of an imported vendor, in the order of the spreadsheet. Only the name is required. */
export const importedFields = [
  'name',
  'doingBusinessAs',
  'address',
  'city',
  'state',
  'zip',
  'phone',
  'email',
  'taxIdLast4',
  'w9Date',
  'active',
] as const satisfies readonly (keyof ImportedVendor)[]

/** The label of a vendor's field, on the screen and in the spreadsheet. */
export const getVendorLabel = (field: (typeof importedFields)[number]): string =>
  getFieldMeta(ImportedVendor.shape[field])?.label ?? field

const normalizeHeading = (heading: string): string => heading.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()
/** The fields by the headings that the screen shows. The field names themselves need no entry. */
const headings = new Map<string, string>(
  importedFields.map((field) => [normalizeHeading(getVendorLabel(field)), field]),
)

/** Returns the headings that name no field of a vendor, each once. */
export function findUnknownColumns(rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  const validHeadings = new Set<string>([
    ...headings.keys(),
    ...Object.keys(ImportedVendor.shape).map(normalizeHeading),
  ])
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (heading) => !validHeadings.has(normalizeHeading(heading)),
  )
}

/** Returns a cell without surrounding spaces. A flag may be written as Yes or No in a spreadsheet. */
function getCell(field: string, value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : value
  if (field !== 'active' || typeof text !== 'string') return text
  return { yes: true, no: false }[text.toLowerCase()] ?? text
}

/**
 * Reads a row of a spreadsheet: headings in any case, spacing and punctuation, empty cells left out.
 * Returns the vendor, or the issues of cells that are not valid.
 */
export function readVendorRow(row: Readonly<Record<string, unknown>>) {
  const cells = Object.entries(row)
    .map(([heading, value]) => {
      const field = headings.get(normalizeHeading(heading)) ?? normalizeHeading(heading)
      return [field, getCell(field, value)]
    })
    .filter(([, value]) => value !== '' && value !== null)
  return safeParse(ImportedVendor, normalize(ImportedVendor, Object.fromEntries(cells)))
}
