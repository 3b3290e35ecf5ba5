import { type RawBuilder, sql } from 'kysely'
import { readProperty } from '#core/portfolio/properties/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { agencyDay, startOfDay } from '#kernel/server/days.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { TimelineLine, TimelineQuery } from '../model/calls.ts'
import { describeChanges, type LoggedChange, timelineChangesSql } from './changes.ts'
import { getTimelineSources, type TimelineInput, type TimelineSource } from './sources.ts'

type Sql = RawBuilder<unknown>
type TimelinePage = {
  total: number
  subjects: string[]
  years: Record<string, number>
  rows: (TimelineLine & { logged: LoggedChange | null })[]
}

/** SQL: the events of a source, none if the caller lacks its permission at the property. */
function buildSourceSql({ subject, permission, rows }: TimelineSource, timelineAsk: TimelineInput): Sql {
  const { propertyId, context } = timelineAsk
  const allowed = permission
    ? sql`coalesce(${propertyId}::integer = any ((select kernel.scope(${context.actor.userId}, ${permission},
      'read'))::integer[]), true)`
    : sql`true`
  return sql`select s.at, ${subject}::text, s.words, s.user_id, s.path, null::jsonb
    from (${rows(timelineAsk)}) s (at, words, user_id, path) where ${allowed}`
}

/** SQL: whether a line `s` matches the filters. */
function matchesFilters({ search = '', about, dayFrom, dayTo, ...columnFilters }: TimelineQuery): Sql {
  const has = (text: Sql, word: string) => sql`strpos(lower(${text}), ${word.toLowerCase()}) > 0`
  const all = sql`concat_ws(' ', s.words, s.subject, s.user_name, to_char(s.day, 'MM/DD/YYYY'))`
  const conditions = [
    sql`true`,
    ...search
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => has(all, word)),
  ]
  if (about) conditions.push(sql`s.subject = ${about}`)
  const columns = { subject: sql`s.subject`, words: sql`s.words`, userName: sql`s.user_name` }
  for (const [name, column] of Object.entries(columns)) {
    const word = columnFilters[name as keyof typeof columns]?.trim()
    if (word) conditions.push(has(column, word))
  }
  if (dayFrom) conditions.push(sql`s.day >= ${dayFrom}::date`)
  if (dayTo) conditions.push(sql`s.day <= ${dayTo}::date`)
  return sql`(${sql.join(conditions, sql` and `)})`
}

const orders = {
  day: sql`at`,
  subject: sql`lower(subject)`,
  words: sql`lower(words)`,
  userName: sql`lower(user_name)`,
}

/** Loads a page of events, their total number, and the subjects and years of all, in one statement. */
async function loadPage(timelineAsk: TimelineInput, timelineQuery: TimelineQuery): Promise<TimelinePage> {
  const { context } = timelineAsk
  const { sortBy = 'day', descending = sortBy === 'day', startRow = 0, fetchCount = 0 } = timelineQuery
  const sources = getTimelineSources().filter(({ agencyOnly }) => !agencyOnly || isAgency(context.actor))
  const parts = [
    ...sources.map((source) => buildSourceSql(source, timelineAsk)),
    timelineChangesSql(timelineAsk),
  ]
  const page = sql`order by ${orders[sortBy]} ${descending ? sql`desc` : sql`asc`} nulls last, at desc,
    subject, words
    ${fetchCount > 0 ? sql`limit ${fetchCount}` : sql``} offset ${startRow}`
  const read = await sql<TimelinePage>`with happened (at, subject, words, user_id, path,
      logged) as materialized (${sql.join(parts, sql` union all `)}),
    told as materialized (select h.*, ${agencyDay(sql`h.at`)} as day,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as user_name from happened h left
      join app_user u on u.user_id = h.user_id),
    found as materialized (select * from told s where ${matchesFilters(timelineQuery)})
    select (select count(*)::integer from found) as total,
      array(select distinct subject from happened order by 1) as subjects,
      (select coalesce(jsonb_object_agg(year, count), '{}') from (select extract(year
      from day) as year, count(*) from told group by 1) y) as years,
      (select coalesce(jsonb_agg(jsonb_build_object('key', concat(l.at, ' ', l.subject, ' ',
      md5(concat(l.words, l.path))), 'at', l.at, 'day', l.day, 'subject', l.subject, 'words', l.words,
        'userName', l.user_name, 'to', l.path, 'logged', l.logged)), '[]') from (select *
        from found ${page}) l) as rows`.execute(context.db)
  return read.rows[0]!
}

/**
 * Loads a page of a property's timeline. Refuses with 404 out of the caller's scope. The number of statements
 * does not depend on the number of rows.
 */
export async function loadTimelinePage(context: AnyContext, timelineQuery: TimelineQuery) {
  const { propertyId } = await readProperty(context, timelineQuery.propertyId)
  const getDayStart = (day: Sql) => startOfDay(sql`(${day})::date`)
  const { rows, total, subjects, years } = await loadPage(
    { propertyId, context, at: getDayStart },
    timelineQuery,
  )
  const changes = rows.flatMap(({ logged }) => logged ?? [])
  const labels = await describeChanges(context, propertyId, changes)
  const labelByChange = new Map(changes.map((change, index) => [change, labels[index]]))
  return {
    total,
    subjects,
    years,
    rows: rows.map(({ logged, ...line }) => ({
      ...line,
      words: (logged && labelByChange.get(logged)) ?? line.words,
    })),
  }
}
