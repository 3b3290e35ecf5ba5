import { z } from 'zod'
import type { Access } from '#kernel/model/access.ts'
import { type Call, call } from '#kernel/model/call.ts'
import { flag, getFieldMeta, moment, number, percent, text } from '#kernel/model/field.ts'
import { page } from '#kernel/model/listQuery.ts'
import type { ReportFacts } from './facts.ts'
import { createGroupingField, filterBlock, groupings } from './filters.ts'
import type { Tile } from './tile.ts'
import { getWithheldSentences } from './withheld.ts'

type Shape = Readonly<Record<string, z.ZodType>>
type Row<S extends Shape> = z.output<z.ZodObject<S>>
/** The values of the parameters. */
type ParameterValues = Readonly<Record<string, unknown>>
/** The total of each column that has one; null if it cannot be computed. */
export type Sums = Readonly<Record<string, number | null>>

/**
 * How the total of a column is computed: by the database, or by a function of the totals of other columns.
 * Of flags, the rows with the flag set are counted.
 */
export type Total = 'sum' | 'average' | 'highest' | 'lowest' | ((sums: Sums) => number | null)

/** The declaration of a report; see {@link defineReport}. */
export type ReportParts<R extends Shape, P extends Shape> = {
  /** The path of its call. */
  path: string
  /** Its tab, if the screen has several reports. */
  part?: string
  access: Access
  /**
   * Whether it contains data about households or residents. Then its rows can be read only in the portal
   * and are never mailed.
   */
  restricted?: boolean
  /** Its parameters in addition to the filter block. */
  parameters: P
  /** Parameters that are days but mean whole months. */
  months?: readonly (keyof P & string)[]
  /** Labels of the values of parameters. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The default values of its parameters, on a given day. */
  defaults?: (today: string) => Partial<z.input<z.ZodObject<P>>>
  /** Its columns in order; columns of the kind `id` and those in `hidden` are not shown. */
  row: R
  hidden?: readonly string[]
  /**
   * Columns that some readers may not see, with the reason as a sentence for them. `seen` of the source
   * says where they may. A figure that is not shown is null, and the row's `withheld` names its column.
   */
  withheld?: { readonly [Column in keyof R]?: string }
  /**
   * Columns that count only records the reader may see, with the reason as a sentence; `rows` if rows are
   * left out.
   */
  incomplete?: { readonly [Column in keyof R | 'rows']?: string }
  totals: { readonly [Column in keyof R]?: Total }
  /**
   * The columns by which rows are ordered by default, separated by spaces, with a minus for descending order.
   */
  order: string
  /** The label of `exceptionsOnly`; reports without it have no exceptions. */
  exceptions?: string
  /** Whether each row belongs to one property (`propertyId`), so that there can be subtotals. */
  ofProperties?: boolean
  /** Its own columns of text by which subtotals can be grouped. */
  groupedBy?: readonly (keyof R & string)[]
  /** The number of decimals shown in columns of numbers, such as ratios. */
  decimals?: { readonly [Column in keyof R]?: number }
  /** The definitions of its figures, for the people who read it. */
  footnote: string
  /** The address of the screen behind a row, or behind a column's figure. */
  to?: (row: Row<R>, query: ParameterValues) => string | null
  links?: { readonly [Column in keyof R]?: (row: Row<R>, query: ParameterValues) => string | null }
  /** Its figures on the portfolio screen. */
  tiles?: readonly Tile[]
  /** The column that is drawn as bars in the subtotals. */
  chartColumn?: keyof R & string
  /** Labels of columns that depend on the parameters, such as the month of a column; '' hides a column. */
  labels?: (query: ParameterValues) => Readonly<Record<string, string>>
}

/** Any report of the portal. */
export type AnyReport = {
  facts: ReportFacts
  path: string
  part?: string
  restricted?: boolean
  parameters: Shape
  months?: readonly string[]
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>
  defaults?: (today: string) => Readonly<Record<string, unknown>>
  row: Shape
  columns: readonly string[]
  withheld?: Readonly<Record<string, string | undefined>>
  incomplete?: Readonly<Record<string, string | undefined>>
  totals: Readonly<Record<string, Total | undefined>>
  order: string
  exceptions?: string
  ofProperties?: boolean
  groupedBy?: readonly string[]
  decimals?: Readonly<Record<string, number | undefined>>
  footnote: string
  to?: (row: never, query: ParameterValues) => string | null
  links?: Readonly<Record<string, ((row: never, query: ParameterValues) => string | null) | undefined>>
  tiles?: readonly Tile[]
  chartColumn?: string
  labels?: (query: ParameterValues) => Readonly<Record<string, string>>
  /**
   * The call of the specification: `fetchCount` rows from `startRow`; without `fetchCount`, all rows as a
   * stream.
   */
  list: Call<undefined, undefined, z.ZodType, z.ZodType>
  /** The call of the screen: a page of rows, with totals and subtotals over all rows. */
  page: Call<undefined, z.ZodObject, undefined, z.ZodType<ReportPage>>
}

/** Which properties a report covers. */
export type Filters = { [Name in keyof typeof filterBlock]?: z.output<(typeof filterBlock)[Name]> }

/** The input of a report: its own parameters, the filter block, and a search. */
export type ReportInput<P extends Shape> = z.output<z.ZodObject<P>> &
  Filters & { exceptionsOnly?: boolean | undefined; search?: string | undefined }

/** A report as it is declared, with its calls. */
export type Report<R extends Shape = Shape, P extends Shape = Shape> = ReportParts<R, P> &
  Pick<AnyReport, 'facts' | 'columns' | 'list' | 'page'>

const sums = z.record(z.string(), z.number().nullable())
const pageShape = z.object({
  rows: z.array(z.unknown()),
  /** The number of all rows, and of properties in them. */
  total: number('Rows').unwrap(),
  properties: number('Properties'),
  totals: sums,
  groups: z.array(z.object({ name: text('Group'), rows: number('Rows').unwrap(), totals: sums })),
  /** When the figures were read. */
  readAt: moment('Read').unwrap(),
})
/** A page of a report: rows, totals, subtotals by group, and the counts of all rows. */
export type ReportPage = Omit<z.output<typeof pageShape>, 'rows'> & {
  rows: Readonly<Record<string, unknown>>[]
}

/**
 * The schema of a row in an answer: with the names of withheld columns, whose values may be null for
 * any type.
 */
function createRowSchema({
  row,
  withheld,
}: {
  row: Shape
  withheld?: Readonly<Record<string, unknown>>
}): z.ZodObject {
  if (!withheld) return z.object(row)
  const columns = Object.entries(row).map(([name, schema]) => [
    name,
    name in withheld && !schema.safeParse(null).success ? schema.nullable() : schema,
  ])
  return z.object({ ...Object.fromEntries(columns), withheld: z.array(z.string()) })
}

/**
 * Declares a report: its call, columns, totals and footnote. The screen, its filters, its files and the
 * checks of its answers are generated from the declaration. The figures come from one query, see
 * `serveReport`.
 */
export function defineReport<R extends Shape, P extends Shape>(
  facts: ReportFacts,
  parts: ReportParts<R, P>,
): Report<R, P> {
  const queryFields = {
    ...filterBlock,
    ...parts.parameters,
    exceptionsOnly: flag('Exceptions only').optional(),
    search: text('Search').optional(),
    sortBy: text('Order by').optional(),
    descending: flag('Highest first').optional(),
    ...page,
  }
  const row = createRowSchema(parts)
  const { access, path, groupedBy = [] } = parts
  const title = `Report ${facts.number}, ${facts.title}${parts.part ? `, ${parts.part}` : ''}`
  const columns = Object.keys(parts.row).filter(
    (name) => getFieldMeta(parts.row[name]!)?.kind !== 'id' && !parts.hidden?.includes(name),
  )
  return {
    ...parts,
    footnote: parts.footnote + getWithheldSentences(parts),
    facts,
    columns,
    list: call({
      method: 'POST',
      path,
      access,
      body: z.object(queryFields),
      answer: z.array(row),
      summary: `${title}: the rows`,
    }) as Report<R, P>['list'],
    page: call({
      method: 'GET',
      path: `${path}/Page`,
      access,
      query: z.object({
        ...queryFields,
        ...(parts.ofProperties && { groupBy: createGroupingField(groupedBy).optional() }),
      }),
      answer: pageShape.extend({ rows: z.array(row) }),
      closedQuery: true,
      summary: `${title}: a page of rows, with totals and subtotals over all rows`,
    }),
  }
}

/**
 * The possible groupings of a report's subtotals, with labels; empty for reports without properties in their
 * rows.
 */
export function getGroups({
  ofProperties,
  groupedBy = [],
  row,
}: AnyReport): Readonly<Record<string, string>> {
  if (!ofProperties) return {}
  return {
    ...groupings,
    ...Object.fromEntries(groupedBy.map((name) => [name, getFieldMeta(row[name]!)?.label ?? name])),
  }
}

/** Completes the totals that the database computed with those derived from other totals. */
export function computeReportTotals({ totals }: Pick<AnyReport, 'totals'>, added: Sums): Sums {
  const derived = Object.entries(totals as Record<string, Total>).flatMap(([name, total]) =>
    typeof total === 'function' ? [[name, total(added)] as const] : [],
  )
  return { ...added, ...Object.fromEntries(derived) }
}

/**
 * Returns a share in percent, rounded to hundredths; null if the total is 0 or missing (domain 35, "divided
 * by 0 units").
 */
export function computeShare(
  part: number | null | undefined,
  total: number | null | undefined,
): number | null {
  if (part === null || part === undefined || !total) return null
  return Math.round((10_000 * part) / total) / 100
}

/** Returns a quotient with two decimals; null if the divisor is 0 or missing. */
export function computeQuotient(
  dividend: number | null | undefined,
  divisor: number | null | undefined,
): number | null {
  if (dividend === null || dividend === undefined || !divisor) return null
  return Math.round((100 * dividend) / divisor) / 100
}

/** The greatest possible change of an amount in percent: from a cent to the largest amount. */
const MAX_CHANGE = 1e16

/** A field for a computed percentage, which may be very large if the base is small. */
export const anyPercentField = (label: string) => percent(label, MAX_CHANGE)
