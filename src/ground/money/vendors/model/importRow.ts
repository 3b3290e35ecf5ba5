import { safeParse } from 'zod/v4/core'
import { getFieldMeta } from '#kernel/model/field.ts'
import { normalise } from '#kernel/model/wire.ts'
import { ImportedVendor } from './entities.ts'

/** Fields of an imported vendor in the order a spreadsheet has them; only the name is required. */
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

/** The label of a vendor's field, on the screen and in a spreadsheet. */
export const getVendorLabel = (field: (typeof importedFields)[number]): string =>
  getFieldMeta(ImportedVendor.shape[field])?.label ?? field

const plain = (heading: string): string => heading.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()
/** Headings as the screen names the fields; the names of the fields themselves are known anyway. */
const headings = new Map<string, string>(importedFields.map((field) => [plain(getVendorLabel(field)), field]))

/** The headings that name no field of a vendor, each once. */
export function unknownColumns(rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  const validHeadings = new Set<string>([...headings.keys(), ...Object.keys(ImportedVendor.shape).map(plain)])
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (heading) => !validHeadings.has(plain(heading)),
  )
}

/** A cell without the spaces around it; spreadsheets write a flag as Yes or No. */
function getCell(field: string, value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : value
  if (field !== 'active' || typeof text !== 'string') return text
  return { yes: true, no: false }[text.toLowerCase()] ?? text
}

/**
 * Reads a row as a spreadsheet gives it: headings without regard to case, spaces and signs, empty cells left
 * out. Answers the vendor, or the issues of what does not fit it.
 */
export function readVendorRow(row: Readonly<Record<string, unknown>>) {
  const cells = Object.entries(row)
    .map(([heading, value]) => {
      const field = headings.get(plain(heading)) ?? plain(heading)
      return [field, getCell(field, value)]
    })
    .filter(([, value]) => value !== '' && value !== null)
  return safeParse(ImportedVendor, normalise(ImportedVendor, Object.fromEntries(cells)))
}
