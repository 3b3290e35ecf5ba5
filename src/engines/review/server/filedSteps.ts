import { sql } from 'kysely'
import type { FiledSteps } from '#core/portfolio/properties/server/index.ts'
import { person } from './people.ts'
import { has, keyColumn, reviewTableSql } from './records.ts'
import { all, getRecordLink, kits, readable, reviewPlaceSql, type WorkRecord } from './work.ts'

/** The largest number of steps that are listed for a property. */
const MOST_STEPS = 20
type StepRow = Pick<WorkRecord, 'kind' | 'id' | 'place'> & {
  action: string
  at: string
  userName: string | null
}

/** Loads the latest steps of all records of a property that the caller may read, in one statement. */
export const filedSteps: FiledSteps = async (context, propertyId) => {
  const propertyKits = all().filter(({ review }) => has(review, 'propertyId'))
  if (propertyKits.length === 0) return []
  const parts = propertyKits.map(
    (kit) => sql`select ${kit.review.name}::text as kind, ${keyColumn(kit.review)} as id,
      ${reviewPlaceSql(kit.review)} as place, h.action, h.at,
        ${person('u')} as user_name
      from status_history h join ${reviewTableSql(kit.review)} r on ${keyColumn(kit.review)} = h.row_id left
      join app_user u on u.user_id = h.user_id
      where h.entity = ${kit.review.flow.entity} and r.property_id = ${propertyId}
        and h.from_status_id is not null and ${readable(context, kit)}`,
  )
  const result =
    await sql<StepRow>`${sql.join(parts, sql` union all `)} order by at desc limit ${MOST_STEPS}`.execute(
      context.db,
    )
  return result.rows.map((row) => {
    const { kit } = kits().get(row.kind)!
    const { number, to } = getRecordLink(kit, row)
    const doneLabel = kit.review.flow.steps[row.action]?.done ?? row.action
    return { at: row.at, number, to, done: doneLabel, userName: row.userName }
  })
}
