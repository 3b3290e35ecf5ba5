import type { z } from 'zod'
import { sumMoney } from '#kernel/model/money.ts'
import type { ControlKind, ControlOptions, KindWithOptions } from './Control.tsx'
import { displayValue } from './display.ts'
import type { LineNames } from './lineNames.ts'
import { describeName, getFieldFacts, getFieldOptions, isRequired, schemaAt } from './metadata.ts'

/** The values of one line of a list. Id 0 or missing means that it is not stored yet. */
export type Line = Record<string, unknown>

/**
 * A column of a list of lines, named by a field of the line. Only a computed column has a name of its own. If
 * omitted, label, kind and limits come from the entity.
 */
export type LineColumn<Row = Line> = ColumnBasics & KindWithOptions & ColumnName<Row>

type ColumnName<Row> =
  | { name: keyof Row & string; formula?: undefined }
  | {
      name: string
      /** Computes the value from the line, in dollars. It must be the same function at every rendering. */
      formula: (line: Line) => number | null
    }

interface ColumnBasics extends Omit<ControlOptions, 'kind' | 'help' | 'options'> {
  /** Width in pixels; columns without a width share the remaining space. */
  width?: number
  /** Whether the sum of the column is shown under the list. */
  total?: boolean
  /** Shows plain values in this column. */
  readOnly?: boolean
  /**
   * Whether the column is marked as required, if only the rules of the record require it. If omitted, it
   * follows from the schema.
   */
  required?: boolean
  /** Other headings that the column may have in a spreadsheet. */
  headings?: readonly string[]
  /**
   * Words of a spreadsheet, in lower case, with the option that they mean: `{ ac: 'Heating and cooling' }`.
   */
  synonyms?: Readonly<Record<string, string>>
  /** Whether a pasted word means an option, for names that are compared in a special way. */
  sameAs?: (label: string, input: string) => boolean
}

/** A column completed by its entity. */
export interface ResolvedColumn {
  name: string
  label: string
  kind: ControlKind
  facts: ControlOptions
  required: boolean
  width: number | undefined
  total: boolean
  formula: LineColumn['formula']
  readOnly: boolean
  headings: readonly string[]
  synonyms: Readonly<Record<string, string>>
  sameAs: LineColumn['sameAs']
}

/** Completes a column with the facts of the entity. */
export function resolveColumn(schema: z.core.$ZodType, list: string, column: LineColumn): ResolvedColumn {
  const fieldSchema = schemaAt(schema, `${list}.*.${column.name}`)
  const definedOptions = Object.fromEntries(Object.entries(column).filter(([, value]) => value !== undefined))
  const facts: ControlOptions = {
    ...getFieldFacts(fieldSchema),
    options: getFieldOptions(fieldSchema),
    ...definedOptions,
    kind: undefined,
  }
  return {
    name: column.name,
    label: facts.label ?? describeName(column.name),
    kind: column.kind ?? (column.formula ? 'money' : (getFieldFacts(fieldSchema).kind ?? 'text')),
    facts,
    required: column.required ?? isRequired(fieldSchema),
    width: column.width,
    total: column.total ?? false,
    formula: column.formula,
    readOnly: column.readOnly ?? column.formula !== undefined,
    headings: column.headings ?? [],
    synonyms: column.synonyms ?? {},
    sameAs: column.sameAs,
  }
}

/**
 * Returns a unique key (a version 4 UUID). `crypto.randomUUID` is missing if the page was loaded without TLS.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Returns the ids of stored lines that the form no longer has. `key` is the name of the id. */
export function getRemovedIds<K extends string>(
  key: K,
  previous: readonly Readonly<Record<K, number>>[],
  present: readonly Readonly<Record<K, number>>[],
): number[] {
  const ids = new Set(present.map((line) => line[key]))
  return previous.map((line) => line[key]).filter((id) => !ids.has(id))
}

/** Returns a new line with a new key, which identifies it before and after it is stored. */
export function withNewKey<L extends Line>(line: L, names: LineNames): L & Line {
  return { ...line, [names.key]: newKey() }
}

/**
 * Turns a line that the server no longer has into a new line, because its old id would be refused. Its key
 * does not change. If the list has a field for the former id, it is set, so that related data is restored,
 * too.
 */
export function reviveLine(line: Line, { id, key, former }: LineNames): Line {
  const mark = typeof line[key] === 'string' && line[key] !== '' ? line[key] : newKey()
  return { ...line, ...(former !== undefined && { [former]: line[id] }), [id]: 0, [key]: mark }
}

/**
 * Returns a copy of a line as a new line, without its id and without the lists in it (files, bids, comments).
 */
export function copyOfLine(line: Line, { id, former }: LineNames): Line {
  const copied = Object.entries(line).map(([name, value]) => [name, Array.isArray(value) ? [] : value])
  return { ...Object.fromEntries(copied), [id]: 0, ...(former !== undefined && { [former]: null }) }
}

/** Formats the sum of a column like its values: dollars as money, and counts as counts. */
export const totalText = ({ kind, facts }: Pick<ResolvedColumn, 'kind' | 'facts'>, total: number): string =>
  displayValue(
    {
      rounding: facts.rounding,
      decimals: facts.decimals,
      kind: kind === 'money' || kind === 'percent' ? kind : 'number',
    },
    total,
  )

/** Computes the sums of columns, by column name. Values that are not numbers count as 0. */
export function computeLineTotals(
  lines: readonly Line[],
  columns: readonly Pick<LineColumn, 'name' | 'formula'>[],
): Record<string, number> {
  const amount = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
  return Object.fromEntries(
    columns.map(({ name, formula }) => [
      name,
      sumMoney(lines.map((line) => amount(formula ? formula(line) : line[name]))),
    ]),
  )
}
