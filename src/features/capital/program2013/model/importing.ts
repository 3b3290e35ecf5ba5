import { z } from 'zod'
import type { Fault } from '#kernel/model/refusals.ts'
import { readCentsText } from '#ui/model/amountText.ts'
import { type ImportField, importFields, parseRecordType, recordTextFields } from './importFields.ts'
import { getFiveDigits, getPlaceFaults, groupByZip, type Place } from './places.ts'

/** A row of the file, as read or corrected: the text of each field, and the line in the file, from 1. */
export type ImportRow = { line: number } & { [name in ImportField]?: string | undefined }
const importRow = z.object({
  line: z.int().min(1).max(1_000_000),
  ...Object.fromEntries(importFields.map(({ name }) => [name, z.string().max(200).optional()])),
}) as z.ZodType<ImportRow>
/** The greatest number of rows in one import. */
export const MAX_ROWS = 2000
/** The body of an import: its rows. */
export const importBody = z.array(importRow).min(1, 'There is no row to import.').max(MAX_ROWS)

/** The record that an imported row became. */
export const importOutcome = z.object({ line: z.int(), program2013Id: z.int(), requestNumber: z.string() })

/** A number that identifies a property, with the types of its records in the year. */
export const numberedProperty = z.object({
  number: z.string(),
  propertyId: z.int(),
  has: z.array(z.string()),
})
export type NumberedProperty = z.infer<typeof numberedProperty>

/** Data other than the file that rows are checked with: properties by number, and places by ZIP code. */
export type ImportContext = {
  /** Returns the properties with a number, usually one. */
  findProperties: (projectNumber: string) => readonly NumberedProperty[]
  findPlaces: (zip: string) => readonly Place[]
}

const normalizeNumber = (number: string): string => number.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Builds lookups from the server’s answers. A property that has the same number twice counts once. */
export function buildImportContext(
  numbers: readonly NumberedProperty[],
  places: readonly Place[],
): ImportContext {
  const byNumber = Map.groupBy(numbers, (number) => normalizeNumber(number.number))
  const byZip = groupByZip(places)
  return {
    findProperties: (number) => {
      const matches = byNumber.get(normalizeNumber(number)) ?? []
      return [...new Map(matches.map((item) => [item.propertyId, item])).values()]
    },
    findPlaces: (zip) => byZip.get(zip) ?? [],
  }
}

const REQUIRED_FIELDS = importFields
  .filter((importField) => importField.required)
  .map((importField) => importField.name)
const figures = importFields.filter((importField) => importField.kind !== 'text')

const getText = (row: ImportRow, name: ImportField): string => (row[name] ?? '').trim()
const getLabel = (name: ImportField): string =>
  importFields.find((importField) => importField.name === name)?.label ?? name

/**
 * Reads a number of a row, which may have commas, a dollar or a percent sign. Null for an empty or faulty
 * cell.
 */
export function readFigure(row: ImportRow, name: ImportField): number | null {
  const read = readCentsText(getText(row, name).replace(/%$/, ''))
  return 'amount' in read ? read.amount : null
}

/** Returns a fault for each cell that is not a valid number of its kind. */
function getFigureFaults(row: ImportRow): Fault[] {
  return figures.flatMap(({ name, kind, label }): Fault[] => {
    const text = getText(row, name)
    if (text === '') return []
    const read = readCentsText(text.replace(/%$/, ''))
    if (!('amount' in read)) return [{ field: name, message: `${label}: “${text}” ${read.problem}` }]
    const amount = read.amount ?? 0
    if (amount < 0) return [{ field: name, message: `${label}: enter it without a minus sign.` }]
    if (kind === 'count' && !Number.isInteger(amount))
      return [{ field: name, message: `${label}: enter a whole number.` }]
    if (kind === 'percent' && amount > 100)
      return [{ field: name, message: `${label}: enter a percent up to 100.` }]
    return []
  })
}

/** Returns the faults that a row has by itself: missing fields, type, numbers and place. */
function getContentFaults(row: ImportRow, context: ImportContext): Fault[] {
  const missing = REQUIRED_FIELDS.filter((name) => getText(row, name) === '').map(
    (name): Fault => ({ field: name, message: `${getLabel(name)}: *Field is required` }),
  )
  const type = getText(row, 'recordType')
  const unknownType =
    type !== '' && parseRecordType(type) === null
      ? [{ field: 'recordType', message: `Type: “${type}” is none of Initial, Conditional, Firm, Final.` }]
      : []
  const zip = getText(row, 'zip')
  const place = { zip, city: getText(row, 'city'), county: getText(row, 'county') }
  return [
    ...missing,
    ...unknownType,
    ...getFigureFaults(row),
    ...getPlaceFaults(place, context.findPlaces(getFiveDigits(zip))),
  ]
}

/**
 * Returns a fault unless the number names exactly one property that has no record of this type yet, neither
 * in other rows nor stored.
 */
function getPropertyFaults(
  row: ImportRow,
  context: ImportContext,
  linesByRecord: Map<string, number>,
): Fault[] {
  const number = getText(row, 'projectNumber')
  const type = parseRecordType(getText(row, 'recordType'))
  if (number === '') return []
  const fault = (message: string): Fault[] => [{ field: 'projectNumber', message }]
  const [property, ...otherProperties] = context.findProperties(number)
  if (!property) return fault(`No property has the number ${number}. Correct it, or add the property first.`)
  if (otherProperties.length > 0)
    return fault(`${otherProperties.length + 1} properties have the number ${number}. Enter another of it.`)
  if (type === null) return []
  const key = `${property.propertyId} ${type}`
  const before = linesByRecord.get(key)
  if (before !== undefined) return fault(`${number}, ${type}, is already in line ${before}.`)
  linesByRecord.set(key, row.line)
  return property.has.includes(type) ? fault(`${number} has its ${type} record of this year already.`) : []
}

/** Returns the faults of each row, in order. The browser and the server both run it. */
export function getImportFaults(rows: readonly ImportRow[], context: ImportContext): Fault[][] {
  const linesByRecord = new Map<string, number>()
  return rows.map((row) => [
    ...getContentFaults(row, context),
    ...getPropertyFaults(row, context, linesByRecord),
  ])
}

/** Converts a row into the fields of a record. */
export const toRecordFields = (row: ImportRow) => ({
  ...Object.fromEntries(recordTextFields.map((name) => [name, getText(row, name) || null])),
  recordType: parseRecordType(getText(row, 'recordType'))!,
  units: readFigure(row, 'units'),
  vacancyPercent: readFigure(row, 'vacancyPercent'),
})
