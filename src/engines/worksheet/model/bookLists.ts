import { addDays, daysBetween, parseDay } from '#kernel/model/dates.ts'
import type { Fields } from '#kernel/model/entity.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { parseAmountText } from '#ui/model/amountText.ts'
import type { Look, OutCell, OutSheet } from '#ui/model/xlsxWrite.ts'
import { normalizeName } from './import.ts'

/**
 * A list of a statement as a sheet, such as its notes payable: its columns are fields of an entity, in
 * order. `bookList` declares it.
 */
export type BookList = {
  name: string
  about: string
  columns: readonly ListColumn[]
  /** The rows that a template starts with, such as fixed lines. */
  defaultRows: readonly Readonly<Record<string, unknown>>[]
}
type ListColumn = {
  key: string
  label: string
  kind: string
  choices: readonly (readonly [unknown, string])[]
}
/** A row of a list after it was checked, with its values by field. */
export type CheckedLine = { row: number; values: Record<string, unknown>; faults: readonly string[] }

const MAX_SHEET_NAME_LENGTH = 31
export const plain = (value: string | number | null, look: Look = 'plain'): OutCell => ({ value, look })

type TextChoiceSchema = { options?: readonly string[]; unwrap?: () => TextChoiceSchema }
/** Returns the choices of a field that is a fixed list of texts, also if the field is optional. */
const getOptions = (field: unknown): readonly string[] => {
  const { options, unwrap } = field as TextChoiceSchema
  return options ?? (unwrap ? getOptions((field as Required<TextChoiceSchema>).unwrap()) : [])
}

/**
 * Declares a list of a statement as a sheet with these fields of an entity; their labels are the headings.
 */
export function declareBookList(
  name: string,
  about: string,
  fields: Fields,
  keys: readonly string[],
  presetRows: BookList['defaultRows'] = [],
): BookList {
  const columns = keys.map((key): ListColumn => {
    const { label = key, kind = 'text', labels = {} } = getFieldMeta(fields[key]!) ?? {}
    const coded = Object.entries(labels).map(([value, words]) => [Number(value), words] as const)
    const choices = [...getOptions(fields[key]!).map((option) => [option, option] as const), ...coded]
    return { key, label, kind, choices }
  })
  return { name: name.slice(0, MAX_SHEET_NAME_LENGTH), about, columns, defaultRows: presetRows }
}

/** Excel stores a day as the number of days since this one. */
const SERIAL_START = '1899-12-30'
const LAST_SERIAL = 2_958_465

function buildListCell(column: ListColumn, value: unknown): OutCell {
  const { kind, choices } = column
  if (value === null || value === undefined)
    return plain(null, kind === 'money' ? 'openMoney' : kind === 'day' ? 'openDay' : 'openText')
  const choice = choices.find(([one]) => one === value)
  if (choice) return plain(choice[1], 'openText')
  if (kind === 'flag') return plain(value ? 'Yes' : 'No', 'openText')
  if (kind === 'day') return plain(daysBetween(SERIAL_START, String(value)), 'openDay')
  if (typeof value === 'number') return plain(value, kind === 'money' ? 'openMoney' : 'openNumber')
  return plain(String(value), 'openText')
}

/** Builds a list as a sheet; its first row has the labels of the columns. */
export const buildListSheet = (
  list: BookList,
  rows: readonly Readonly<Record<string, unknown>>[],
): OutSheet => ({
  name: list.name,
  widths: list.columns.map(({ kind }) => (kind === 'text' || kind === 'longText' ? 32 : 16)),
  frozen: { rows: 1, columns: 0 },
  lock: false,
  rows: [
    list.columns.map(({ label }) => plain(label, 'heading')),
    ...rows.map((row) => list.columns.map((column) => buildListCell(column, row[column.key]))),
  ],
  choices: list.columns.flatMap(({ kind, choices }, column) => {
    const choiceLabels = kind === 'flag' ? ['Yes', 'No'] : choices.map(([, words]) => words)
    return choiceLabels.length > 0 ? [{ column, of: choiceLabels }] : []
  }),
})

/** Returns the value that a text of a list means for its column; undefined if it cannot be read. */
function parseListCell({ kind, choices }: ListColumn, text: string): unknown {
  if (text === '') return null
  if (kind === 'flag')
    return /^(yes|y|x|true|1)$/i.test(text) ? true : /^(no|n|false|0)$/i.test(text) ? false : undefined
  if (choices.length > 0)
    return choices.find(
      ([value, words]) => normalizeName(words) === normalizeName(text) || String(value) === text,
    )?.[0]
  if (kind === 'money') return parseAmountText(text) ?? undefined
  if (kind === 'day') {
    const serial = Number(text)
    const isSerial = Number.isInteger(serial) && serial > 0 && serial <= LAST_SERIAL && text.length <= 7
    return isSerial ? addDays(SERIAL_START, serial) : (parseDay(text) ?? undefined)
  }
  if (kind === 'number' || kind === 'percent' || kind === 'id') {
    const number = Number(text.replace(/[,%\s]/g, ''))
    return Number.isFinite(number) ? number : undefined
  }
  return text
}

/** Checks a list row by row; columns are found by their headings, in any order. */
export function checkLines(table: readonly (readonly string[])[], { columns }: BookList): CheckedLine[] {
  const headings = (table[0] ?? []).map(normalizeName)
  const places = columns
    .map((column) => ({ column, at: headings.indexOf(normalizeName(column.label)) }))
    .filter(({ at }) => at >= 0)
  return table.slice(1).flatMap((cells, index): CheckedLine[] => {
    if (cells.every((cell) => cell.trim() === '')) return []
    const read = places.map(({ column, at }) => ({ column, text: (cells[at] ?? '').trim() }))
    const values = read.map(({ column, text }) => [column.key, parseListCell(column, text)] as const)
    const faults = read.flatMap(({ column, text }, index) =>
      values[index]![1] === undefined ? [`${column.label}: “${text}” cannot be read.`] : [],
    )
    return [{ row: index + 2, values: Object.fromEntries(values), faults }]
  })
}
