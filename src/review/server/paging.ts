import { type RawBuilder, sql } from 'kysely'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { StandingLine } from '../model/shapes.ts'
import type { Kit, Values } from './kit.ts'
import { keyColumn, lines, ownersOf, person, tableOf } from './records.ts'

/** Which page of which records, as `GetPage` is asked for it. */
export type Wanted = { status?: number; search?: string; startRow?: number; fetchCount?: number }

/** A word as the database writes it: a day of the screen as its own, an amount without its signs. */
function storedWord(word: string): string {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(word) ?? []
  if (year) return `${year}-${month}-${day}`
  return /^\$?[\d,]+(\.\d\d)?$/.test(word) ? word.replace(/[$,]/g, '') : word
}

/** Records `r` in whose number, names, status or content every word of the search stands. */
function found(context: AnyContext, { review }: Kit, search: string): RawBuilder<unknown> {
  const words = search.split(/\s+/).filter(Boolean)
  if (words.length === 0) return sql`true`
  const zone = context.services.config.agencyZone
  const dayOf = (column: string) => sql`(${sql.ref(`r.${column}`)} at time zone ${zone})::date`
  const labels = review.flow.statuses.map((one) => sql`when ${sql.lit(one)} then ${review.labelOf(one, '')}::text`)
  const text = sql`concat_ws(' ', ${`${review.prefix}-`}::text || ${keyColumn(review)}, ${ownersOf(review).subject}, f.name, ${person('v')},
    case r.status_id ${sql.join(labels, sql` `)} end, ${dayOf('submitted')}, ${dayOf('decided')}, r::text)`
  const tests = words.map((word) => sql`strpos(lower(${text}), ${storedWord(word.toLowerCase())}) > 0`)
  return sql`(${sql.join(tests, sql` and `)})`
}

/** A page of records, newest first, with how many there are: two statements. */
export async function pageOf(
  context: AnyContext,
  kit: Kit,
  { status, search = '', startRow = 0, fetchCount = 0 }: Wanted,
): Promise<{ rows: (StandingLine & Values)[]; total: number; counts: { statusId: number; count: number }[] }> {
  const { joins } = ownersOf(kit.review)
  const matching = found(context, kit, search)
  const counted = await sql<{ statusId: number; count: number }>`
    select r.status_id, count(*)::integer as count from ${tableOf(kit.review)} r ${joins}
    left join app_user v on v.user_id = r.reviewer_id where ${matching} group by 1 order by 1`.execute(context.db)
  const ofStatus = status === undefined ? matching : sql`r.status_id = ${status} and ${matching}`
  const limit = fetchCount > 0 ? sql`limit ${fetchCount}` : sql``
  return {
    rows: await lines(context, kit, ofStatus, sql`${limit} offset ${startRow}`),
    total: counted.rows
      .filter((one) => status === undefined || one.statusId === status)
      .reduce((sum, one) => sum + one.count, 0),
    counts: counted.rows,
  }
}
