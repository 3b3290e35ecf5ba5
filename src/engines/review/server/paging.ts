import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { snakeCase } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { agencyDay } from '#kernel/server/days.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { ReviewPageQuery } from '../model/calls.ts'
import type { AnyReview } from '../model/review.ts'
import type { StandingLine } from '../model/shapes.ts'
import type { Kit, ListSql, Values } from './kit.ts'
import { person } from './people.ts'
import { getOwners, keyColumn, lines, reviewTableSql } from './records.ts'

type Sql = RawBuilder<unknown>
type Count = {
  statusId: number
  count: number
  sums?: Record<string, number | null>
  parts?: Record<string, number>
}

/** Converts a search word to the form in the database: a date to ISO, an amount without `$` and commas. */
function toStoredWord(word: string): string {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(word) ?? []
  if (year) return `${year}-${month}-${day}`
  return /^\$?[\d,]+(\.\d\d)?$/.test(word) ? word.replace(/[$,]/g, '') : word
}

const analyst = person('v')

/** SQL for the columns that all lists share, for the record `r`, as the screen shows them. */
function getSharedColumns(context: AnyContext, { review }: Kit) {
  const daySql = (column: string) => agencyDay(sql.ref(`r.${column}`))
  const labels = review.flow.statuses.map(
    (status) => sql`when ${sql.lit(status)} then ${review.labelOf(status, '')}::text`,
  )
  const [submitted, decided] = [daySql('submitted'), daySql('decided')]
  return {
    number: sql`(${`${review.prefix}-`}::text || ${keyColumn(review)})`,
    subject: getOwners(review).subject,
    status: sql`case r.status_id ${sql.join(labels, sql` `)} end`,
    submitted,
    age: sql`(coalesce(${decided}, ${context.settings.today()}::date) - ${submitted})`,
    analyst,
    decided,
    company: sql`f.name`,
  }
}

/** Loads the SQL conditions of the parts of a review's records. */
const loadParts = async (context: AnyContext, { server: { parts = {} } }: Kit) =>
  typeof parts === 'function' ? parts(context) : parts

/** Returns the SQL condition for the records of one part, or of all. Unknown parts are refused (400). */
export async function buildPartCondition(
  context: AnyContext,
  kit: Kit,
  part: string | undefined,
): Promise<Sql> {
  if (part === undefined) return sql`true`
  return (
    (await loadParts(context, kit))[part] ??
    refuse.invalid([{ field: 'part', message: `Part: choose ${kit.review.parts?.join(' or ') ?? 'none'}.` }])
  )
}

/** Builds the SQL condition of the filters on a subject's own columns; empty without such filters. */
function buildOwnFilters({ review }: Kit, line: ListSql | undefined, query: ReviewPageQuery): Sql[] {
  const values = query as Values
  const tests = Object.keys(review.line ?? {}).flatMap((name): Sql[] => {
    const column = sql.ref(`figure.${snakeCase(name)}`)
    const { [name]: draft, [`${name}From`]: from, [`${name}To`]: to } = values
    const word = typeof draft === 'string' ? draft.trim().toLowerCase() : ''
    // People type the id of another record as its number, R-12.
    const searchWord = name.endsWith('Id') ? word.replace(/^[a-z]+-/, '') : word
    return [
      ...(searchWord ? [sql`strpos(lower(${column}::text), ${searchWord}) > 0`] : []),
      ...(from == null ? [] : [sql`${column} >= ${from}`]),
      ...(to == null ? [] : [sql`${column} <= ${to}`]),
    ]
  })
  if (!line || tests.length === 0) return []
  return [sql`exists (select 1 from (select ${line.select}) figure where ${sql.join(tests, sql` and `)})`]
}

/** Builds the SQL condition for records `r` that match every filter except the status. */
async function buildFilter(
  context: AnyContext,
  kit: Kit,
  line: ListSql | undefined,
  query: ReviewPageQuery,
): Promise<Sql> {
  const columns = getSharedColumns(context, kit)
  const { number, subject, status, submitted, decided, age, company } = columns
  const text = sql`concat_ws(' ', ${number}, ${subject}, ${company}, ${analyst}, ${status}, ${submitted},
    ${decided}, r::text)`
  const labels = (query.search ?? '').split(/\s+/).filter(Boolean)
  const tests = labels.map((word) => sql`strpos(lower(${text}), ${toStoredWord(word.toLowerCase())}) > 0`)
  tests.push(await buildPartCondition(context, kit, query.part), ...buildOwnFilters(kit, line, query))
  for (const name of ['number', 'subject', 'analyst', 'company'] as const) {
    const input = query[name]?.trim()
    if (input) tests.push(sql`strpos(lower(${columns[name]}), ${input.toLowerCase()}) > 0`)
  }
  const { letter, reviewer } = query
  if (letter)
    tests.push(
      letter === '#' ? sql`${subject} ~ '^[0-9]'` : sql`upper(left(${subject}, 1)) = upper(${letter})`,
    )
  if (reviewer !== undefined)
    tests.push(reviewer === '' ? sql`${analyst} is null` : sql`${analyst} = ${reviewer}`)
  const within = (column: Sql, from: unknown, to: unknown, type: Sql) => {
    if (from != null) tests.push(sql`${column} >= ${from}::${type}`)
    if (to != null) tests.push(sql`${column} <= ${to}::${type}`)
  }
  within(submitted, query.submittedFrom, query.submittedTo, sql`date`)
  within(decided, query.decidedFrom, query.decidedTo, sql`date`)
  within(age, query.ageFrom, query.ageTo, sql`integer`)
  return sql`(${sql.join(tests, sql` and `)})`
}

/** Returns the numeric columns of a subject that can be added up; ids are not among them. */
const getFigures = ({ line = {} }: AnyReview): string[] =>
  Object.entries(line)
    .filter(([name, type]) => {
      const inner = type instanceof z.ZodNullable ? type.unwrap() : type
      return inner instanceof z.ZodNumber && !name.endsWith('Id')
    })
    .map(([name]) => name)

/**
 * Counts the matching records by status in one statement. With `sums` it also adds up their figures,
 * otherwise it counts the records of each part.
 */
async function loadCounts(
  context: AnyContext,
  kit: Kit,
  line: ListSql | undefined,
  matching: Sql,
  sums: boolean,
): Promise<Count[]> {
  const { review } = kit
  const figures = sums && line ? getFigures(review) : []
  const added = figures.map((name) => sql`${sql.lit(name)}, sum(figure.${sql.ref(snakeCase(name))})`)
  // Tabs show the number of records in each part, and pages show sums.
  const parts = Object.entries(sums ? {} : await loadParts(context, kit)).map(
    ([name, part]) => sql`${sql.lit(name)}, count(*) filter (where ${part})`,
  )
  const also = (built: Sql[], name: string) =>
    built.length > 0 ? sql`, jsonb_build_object(${sql.join(built)}) as ${sql.ref(name)}` : sql``
  const result = await sql<Count>`
    select r.status_id, count(*)::integer as count ${also(added, 'sums')} ${also(parts, 'parts')}
    from ${reviewTableSql(review)} r ${getOwners(review).joins} left
    join app_user v on v.user_id = r.reviewer_id
    ${line?.joins ?? sql``}
    ${line && added.length > 0 ? sql`cross join lateral (select ${line.select}) figure` : sql``}
    where ${matching} group by 1 order by 1`.execute(context.db)
  return result.rows
}

async function loadAnalysts({ db }: AnyContext, { review }: Kit): Promise<string[]> {
  const result = await sql<{ name: string }>`
    select distinct ${analyst} as name from ${reviewTableSql(review)} r
    join app_user v on v.user_id = r.reviewer_id
    where ${analyst} is not null order by 1`.execute(db)
  return result.rows.map(({ name }) => name)
}

/** Loads the requested page of records with the total number, in two statements, or three with sums. */
export async function loadReviewPage(
  context: AnyContext,
  kit: Kit,
  query: ReviewPageQuery,
): Promise<{ rows: (StandingLine & Values)[]; total: number; counts: Count[]; analysts: string[] }> {
  const { status, startRow = 0, fetchCount = 0, sortBy, descending, sums = false } = query
  const { line: declared } = kit.server
  const line = typeof declared === 'function' ? await declared(context) : declared
  const matching = await buildFilter(context, kit, line, query)
  const counts = await loadCounts(context, kit, line, matching, sums)
  const ofStatus = status === undefined ? matching : sql`r.status_id = ${status} and ${matching}`
  const limit = fetchCount > 0 ? sql`limit ${fetchCount}` : sql``
  // Numbers sort numerically, days by their moment, and words without regard to case; empty values are last
  // in both directions.
  const rawColumns = { number: keyColumn(kit.review), submitted: sql`r.submitted`, decided: sql`r.decided` }
  // The subject's own columns are sorted by their name in the select list.
  const columns: Record<string, Sql> = { ...getSharedColumns(context, kit), ...rawColumns }
  const sortColumn = sortBy && (columns[sortBy] ?? sql.ref(snakeCase(sortBy)))
  const isText = sortBy === 'subject' || sortBy === 'analyst' || sortBy === 'company' || sortBy === 'status'
  const order =
    sortColumn &&
    sql`${isText ? sql`lower(${sortColumn})` : sortColumn} ${descending ? sql`desc` : sql`asc`} nulls last,`
  return {
    rows: await lines(context, kit, ofStatus, sql`${limit} offset ${startRow}`, order || undefined),
    total: counts
      .filter((count) => status === undefined || count.statusId === status)
      .reduce((sum, count) => sum + count.count, 0),
    counts,
    analysts: sums ? await loadAnalysts(context, kit) : [],
  }
}
