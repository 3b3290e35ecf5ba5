import { z } from 'zod'
import { type Account, buildChart, type Chart } from '#core/money/chart/model/index.ts'
import { declareReviewedLine } from '#engines/review/model/index.ts'
import { origin } from '#engines/worksheet/model/index.ts'
import type { Fields } from '#kernel/model/entity.ts'
import { getFieldMeta, id, requiredText } from '#kernel/model/field.ts'
import { toCents } from '#kernel/model/money.ts'

/** A line of a schedule as it is sent or entered: dollars, percents, texts and days by column. */
export type ScheduleRow = Readonly<Record<string, unknown>>

/** How a column is computed: by adding and subtracting columns, or by multiplying two columns. */
type Formula =
  | { readonly terms: readonly { sign: 1 | -1; column: string }[] }
  | { readonly product: readonly [string, string] }
/** A computed column, in cents. */
export type Computed = Formula & { label: string }

/**
 * A line that a schedule always has. `formula` makes it a total of other lines. `heading` is shown above
 * it.
 */
export type FixedLine = { code: string; label: string; formula?: string; heading?: string }

/**
 * Returns fixed lines as a chart of accounts, so that totals are computed and shown as in every statement.
 */
export function chartOfLines(lines: readonly FixedLine[]): Chart {
  let section = ''
  const accounts = lines.map(({ code, label, formula = null, heading }, position): Account => {
    // The code before the name makes each section unique.
    section = heading ? `${code} ${heading}` : section
    const base = { code, name: label, section, position, formula, sign: 1 as const }
    return {
      ...base,
      chartAccountId: 0,
      statement: 'Balance sheet',
      programs: null,
      effectiveFrom: 0,
      effectiveTo: null,
    }
  })
  return buildChart(accounts)
}

/**
 * Declares a column that adds and subtracts columns: `footing('Ending', 'beginning + additions -
 * payments')`.
 */
export const declareSum = (label: string, sum: string): Computed => ({
  label,
  terms: sum
    .split(/ (?=[+-] )/)
    .map((term) => ({ sign: term.startsWith('- ') ? -1 : 1, column: term.replace(/^[+-] /, '') })),
})
/** Declares a column that multiplies two columns. */
export const declareProduct = (label: string, text: string, other: string): Computed => ({
  label,
  product: [text, other],
})

type Options<F extends Fields> = {
  /** The field of the statement that holds its lines; also its part of the screen. */
  part: string
  table: string
  key: string
  label: string
  /** The name of one line, for example `Note`. */
  noun: string
  /** The section of the specification that defines the schedule: `domain 4.5`. */
  source: string
  columns: F
  computed: Readonly<Record<string, Computed>>
  /** Columns that identify a line from year to year and in its sources. */
  identityColumns: readonly (keyof F & string)[]
  /**
   * This year's column, with the column of last year that it takes its amount from: `{ beginning: 'ending'
   * }`.
   */
  carries?: Readonly<Record<string, string>>
  /** Columns of a line that stay the same from year to year. */
  constantColumns?: readonly (keyof F & string)[]
  lines?: readonly FixedLine[]
  /** The number of columns shown in the row; the others are shown when it is expanded. Default: all. */
  columnsInRow?: number
}

/**
 * Declares a schedule of the annual statement once: its table, its columns, its computed columns, and the
 * values it carries over from last year. Entity, storage, screen, tie-outs and documents follow from it.
 */
export function declareSchedule<const Name extends string, F extends Fields>(
  name: Name,
  options: Options<F>,
) {
  const { table, key, label, columns, lines } = options
  const content = [...(lines ? ['code'] : []), ...Object.keys(columns)]
  const fields: Fields = {
    [key]: id(options.noun),
    afsId: id('Annual statement'),
    propertyId: id('Property'),
    ...(lines ? { code: requiredText('Line', 8) } : {}),
    ...columns,
    // Has no label, because history shows the figure and not its origin.
    origins: z.record(z.string(), origin).nullable(),
  }
  return {
    ...options,
    name,
    content,
    entity: declareReviewedLine(name, { table, key, label, parent: 'afsId', fields, content }),
  }
}
export type Schedule = Omit<
  ReturnType<typeof declareSchedule<string, Fields>>,
  'identityColumns' | 'constantColumns'
> & {
  identityColumns: readonly string[]
  constantColumns?: readonly string[]
}

const getKind = ({ columns }: Pick<Schedule, 'columns'>, column: string) =>
  columns[column] && getFieldMeta(columns[column])?.kind

/** Returns the columns in which people enter amounts. */
export const getAnnualStatementMoney = (definition: Pick<Schedule, 'columns'>): string[] =>
  Object.keys(definition.columns).filter((column) => getKind(definition, column) === 'money')

/** Returns the label of an entered or computed column. */
export const getAnnualStatementLabel = (
  definition: Pick<Schedule, 'columns' | 'computed'>,
  column: string,
): string =>
  definition.computed[column]?.label ??
  (definition.columns[column] && getFieldMeta(definition.columns[column])?.label) ??
  column

// 100 percent at four decimals.
const PERCENT = 1_000_000

/**
 * Returns an amount of a line in integer cents, entered or computed. An empty amount is 0. Products are
 * rounded to the cent.
 */
export function getCents(
  definition: Pick<Schedule, 'columns' | 'computed'>,
  row: ScheduleRow,
  column: string,
): number {
  const formula = definition.computed[column]
  if (!formula) return typeof row[column] === 'number' ? toCents(row[column]) : 0
  if ('terms' in formula)
    return formula.terms.reduce((sum, term) => sum + term.sign * getCents(definition, row, term.column), 0)
  const [baseColumn, other] = formula.product
  const factor = typeof row[other] === 'number' ? row[other] : 0
  const cents = getCents(definition, row, baseColumn)
  // Percents have four decimals. Multiplying whole numbers keeps halves exact for rounding.
  return getKind(definition, other) === 'percent'
    ? Math.round((cents * Math.round(factor * 10_000)) / PERCENT)
    : Math.round(cents * factor)
}

/** Returns the entered columns that a computed column comes down to, each added (1) or subtracted (−1). */
export function getAddends(
  { computed }: Pick<Schedule, 'computed'>,
  column: string,
  sign: 1 | -1 = 1,
): Record<string, 1 | -1> {
  const formula = computed[column]
  if (!formula) return { [column]: sign }
  const terms = 'terms' in formula ? formula.terms : []
  return Object.assign(
    {},
    ...terms.map((term) => getAddends({ computed }, term.column, term.sign === sign ? 1 : -1)),
  )
}

/**
 * Returns a computed column's formula in words, for example `= beginning principal + additions − payments`.
 * Null for an entered column.
 */
export function describeFormula(
  definition: Pick<Schedule, 'columns' | 'computed'>,
  column: string,
): string | null {
  const formula = definition.computed[column]
  if (!formula) return null
  const name = (text: string) => getAnnualStatementLabel(definition, text).toLowerCase()
  if ('product' in formula) return `= ${formula.product.map(name).join(' × ')}`
  return `= ${formula.terms.map(({ sign, column: one }, index) => `${index === 0 ? '' : sign < 0 ? '− ' : '+ '}${name(one)}`).join(' ')}`
}

/**
 * Returns the key that identifies a line from year to year. Empty if none of its identifying columns has a
 * value.
 */
export const getIdentity = (
  definition: Pick<Schedule, 'identityColumns' | 'lines'>,
  row: ScheduleRow,
): string =>
  (definition.lines ? ['code'] : definition.identityColumns)
    .map((column) =>
      String(row[column] ?? '')
        .trim()
        .toLowerCase(),
    )
    .join(' / ')
    .replace(/^[ /]+$/, '')
