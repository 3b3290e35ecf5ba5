import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { getFieldMeta } from '#kernel/model/field.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { longAnswer } from '#kernel/server/longLists.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import {
  type AnyReport,
  computeReportTotals,
  type Filters,
  type Grouping,
  type Report,
  type ReportInput,
  type Sums,
  type Total,
} from '../model/index.ts'
import type { ReportPage } from '../model/report.ts'
import { passesFiltersSql, reportGroupSql } from './properties.ts'
import { runReport } from './runReport.ts'
import { hideWithheldSql, type VisibleColumns } from './withheld.ts'

type Shape = Readonly<Record<string, z.ZodType>>

/** The server's part of a report, which completes its declaration. */
export type ReportSource<P extends Shape> = {
  /**
   * A SELECT of the report's columns, named as in `row` but with underscores, over `property p` where
   * `properties` is true. Row-level security leaves only the properties that the caller may see.
   */
  rows: (
    query: ReportInput<P>,
    properties: RawBuilder<boolean>,
    context: AnyContext,
  ) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
  /**
   * Turns off nested loops. The parts of such a query have many rows each, but the planner chooses loops
   * because it cannot estimate how many rows a filter leaves (25 times slower for vacant units).
   */
  withoutLoops?: boolean
  /**
   * Where columns that the report declares as withheld are shown to people outside the agency. Without it,
   * nowhere.
   */
  visibleColumns?: VisibleColumns
  /** SQL condition: row `r` is an exception. */
  exceptions?: (
    query: ReportInput<P>,
    context: AnyContext,
  ) => RawBuilder<boolean> | Promise<RawBuilder<boolean>>
  /** The options of its own parameters: SELECTs of `value` and `label`. */
  choices?: Readonly<Record<string, RawBuilder<unknown>>>
}

/** A report with its server part, as an entry of the slot `reports`. */
export type ServedReport = {
  report: AnyReport
  source: ReportSource<Shape>
  served: readonly Served[]
  /** Loads the answer of its page call, in a transaction with the scope of the person who asks. */
  loadPage: (query: ReportQuery, context: AnyContext) => Promise<ReportPage>
}

/** The query of a report: its filters, and how its rows are searched, grouped, sorted and paged. */
export type ReportQuery = Filters & {
  exceptionsOnly?: boolean
  search?: string
  groupBy?: string
  sortBy?: string
  descending?: boolean
  startRow?: number
  fetchCount?: number
}

/** SQL: a column of row `r`, by its declared name. */
const column = (name: string) => sql.ref(`r.${name}`)
/**
 * SQL: a name as it is on the wire, also within JSON. It comes from a declaration, so it is safe as raw
 * SQL.
 */
const wireName = (name: string) => sql.raw(`"${name}"`)

const [FIRST_YEAR, LAST_YEAR] = [1950, 2200]

/** Refuses months outside the range of the portal, by the name of their parameter. */
function refuseMonthsOutOfRange({ months = [], page: { query } }: AnyReport, request: ReportQuery): void {
  const wrongMonths = months.filter((name) => {
    const value = (request as Readonly<Record<string, unknown>>)[name]
    const year = typeof value === 'string' ? Number(value.slice(0, 4)) : FIRST_YEAR
    return year < FIRST_YEAR || year > LAST_YEAR
  })
  if (wrongMonths.length === 0) return
  const message = (name: string) =>
    `${getFieldMeta(query!.shape[name] as never)?.label ?? name}: choose a month from ${FIRST_YEAR} to ${LAST_YEAR}.`
  refuse.invalid(wrongMonths.map((field) => ({ field, message: message(field) })))
}

/** SQL: all rows that match the parameters, as `r`. */
async function getRowsSql(
  { report, source }: ReportAndSource,
  query: ReportQuery,
  context: AnyContext,
): Promise<RawBuilder<unknown>> {
  refuseMonthsOutOfRange(report, query)
  if (source.withoutLoops) await sql`select set_config('enable_nestloop', 'off', true)`.execute(context.db)
  const all = await source.rows(query as ReportInput<Shape>, passesFiltersSql(report, query), context)
  const rows = hideWithheldSql(report, source.visibleColumns ?? {}, all, context)
  const texts = report.columns.filter((name) => getFieldMeta(report.row[name]!)?.kind === 'text')
  const labels = query.search?.trim().split(/\s+/).filter(Boolean) ?? []
  const searched = sql.join(
    texts.map((name) => sql`coalesce(${column(name)}::text, '')`),
    sql` || ' ' || `,
  )
  const conditions = [
    ...labels.map((word) => sql<boolean>`strpos(lower(${searched}), ${word.toLowerCase()}) > 0`),
    ...(query.exceptionsOnly && source.exceptions
      ? [await source.exceptions(query as ReportInput<Shape>, context)]
      : []),
  ]
  if (conditions.length === 0) return rows
  return sql`select r.* from (${rows}) r where ${sql.join(conditions, sql` and `)}`
}
type ReportAndSource = { report: AnyReport; source: ReportSource<Shape> }

/** How many of the first columns decide the order of rows that are otherwise equal. */
const TIE_BREAKERS = 6

/** SQL: the requested order, then that of the report. Rows without a value come last. */
function orderSql(report: AnyReport, { sortBy, descending = false }: ReportQuery): RawBuilder<unknown> {
  if (sortBy !== undefined && !(sortBy in report.row))
    refuse.invalid([{ field: 'sortBy', message: 'This report has no such column.' }])
  const defaultOrder = report.order
    .split(' ')
    .map((name) => ({ name: name.replace(/^-/, ''), descending: name.startsWith('-') }))
  const requestedOrder = [...(sortBy ? [{ name: sortBy, descending }] : []), ...defaultOrder]
  const remaining = report.columns.slice(0, TIE_BREAKERS).map((name) => ({ name, descending: false }))
  const all = [...requestedOrder, ...remaining].filter(
    ({ name }, index, list) => list.findIndex((item) => item.name === name) === index,
  )
  return sql.join(
    all.map((item) => sql`${column(item.name)} ${item.descending ? sql`desc` : sql`asc`} nulls last`),
  )
}

/** SQL: the columns of a row as they are on the wire. */
const getColumnsSql = ({ row, withheld }: AnyReport) =>
  sql.join(
    [...Object.keys(row), ...(withheld ? ['withheld'] : [])].map(
      (name) => sql`${column(name)} as ${wireName(name)}`,
    ),
  )

const getTotalSql = ({ row }: AnyReport, name: string, total: Total): RawBuilder<unknown> | null => {
  const value = getFieldMeta(row[name]!)?.kind === 'flag' ? sql`${column(name)}::integer` : column(name)
  switch (total) {
    case 'sum':
      return sql`sum(${value})`
    case 'average':
      return sql`round(avg(${value})::numeric, 2)`
    case 'highest':
      return sql`max(${value})`
    case 'lowest':
      return sql`min(${value})`
    default:
      return null
  }
}

/** SQL: the totals that the database computes over rows `r`, for each column. */
function sumsSql(report: AnyReport): RawBuilder<unknown> {
  const parts = Object.entries(report.totals).flatMap(([name, total]) => {
    const sum = total && getTotalSql(report, name, total)
    return sum ? [sql`${sum} as ${wireName(name)}`] : []
  })
  return parts.length === 0 ? sql`count(*) as "rows"` : sql.join(parts)
}

type PageRow = {
  rows: Record<string, unknown>[]
  total: number
  properties: number | null
  totals: Sums
  groups: (Sums & { groupName: unknown; groupRows: number })[]
}

/** SQL: subtotals over rows `r`, by an attribute of their properties or by a column of the report. */
function getGroupsSql(report: AnyReport, groupBy: string): RawBuilder<unknown> {
  const isOwnColumn = report.groupedBy?.includes(groupBy)
  const name = isOwnColumn ? sql`${column(groupBy)}::text` : reportGroupSql(report, groupBy as Grouping)
  const rows = isOwnColumn ? sql`r` : sql`r join property p on p.property_id = r.property_id`
  return sql`(select coalesce(json_agg(g order by g."groupName"), '[]')
    from (select coalesce(${name}, 'Not specified') as "groupName",
    count(*) as "groupRows", ${sumsSql(report)} from ${rows} group by 1) g)`
}

/**
 * Loads a page in one statement: the rows are computed once, and read for the page, its totals and its
 * subtotals.
 */
async function loadPage(item: ReportAndSource, query: ReportQuery, context: AnyContext): Promise<ReportPage> {
  const { report } = item
  const { startRow = 0, fetchCount = 0, groupBy } = query
  const groups = groupBy && report.ofProperties ? getGroupsSql(report, groupBy) : sql`'[]'::json`
  const { rows } = await sql<PageRow>`with r as materialized (${await getRowsSql(item, query, context)})
    select (select coalesce(json_agg(s), '[]') from (select ${getColumnsSql(report)} from r
    order by ${orderSql(report, query)}
        limit ${fetchCount || null} offset ${startRow}) s) as rows,
      (select count(*)::integer from r) as total,
      ${report.ofProperties ? sql`(select count(distinct r.property_id)::integer from r)` : sql`null::integer`} as properties,
      (select row_to_json(s) from (select ${sumsSql(report)} from r) s) as totals,
      ${groups} as groups`.execute(context.db)
  const answer = rows[0]!
  return {
    ...answer,
    totals: computeReportTotals(report, answer.totals),
    groups: answer.groups.map(({ groupName, groupRows, ...sums }) => ({
      name: String(groupName),
      rows: groupRows,
      totals: computeReportTotals(report, sums),
    })),
    readAt: context.services.now().toISOString(),
  }
}

const withQueue = (served: Served): Served => ({ ...served, around: runReport })

/** Connects a declared report with the query of its figures, and serves its calls. */
export function serveReport<R extends Shape, P extends Shape>(
  declared: Report<R, P>,
  source: ReportSource<P>,
): ServedReport {
  const report = declared
  const servedReport = { report, source: source as ReportSource<Shape> }
  return {
    ...servedReport,
    loadPage: (query, context) => loadPage(servedReport, query, context),
    served: [
      withQueue(
        serve(report.list, async (context) => {
          const payload = context.body as ReportQuery
          const rows = sql<object>`select ${getColumnsSql(report)}
            from (${await getRowsSql(servedReport, payload, context)}) r
            order by ${orderSql(report, payload)}`
          return longAnswer(context, rows, (row) => row)
        }),
      ),
      withQueue(
        serve(report.page, (context) => loadPage(servedReport, context.query as ReportQuery, context)),
      ),
    ],
  }
}
