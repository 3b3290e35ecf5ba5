import { sql } from 'kysely'
import { loadHistory } from '#core/platform/history/server/index.ts'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import type { Developer } from '../model/entities.ts'
import { developerPropertyHandlers } from './properties.ts'

type DeveloperRow = Row<typeof Developer>

const MAX_MATCHES = 50
const MAX_HISTORY_LINES = 500
/**
 * The share of the search text's three-letter groups that a name must contain to match. At this value a name
 * is still found with one or two wrong letters.
 */
const MIN_SIMILARITY = 0.4

const refuseField = (field: string, message: string): never =>
  refuse.rule('There is a problem', [{ field, message }])

/** Refuses a name that another developer already has. */
async function beforeWrite(
  context: AnyContext,
  values: Record<string, unknown>,
  present: Record<string, unknown> | null,
): Promise<Record<string, unknown>> {
  const developerId = Number(present?.developerId ?? 0)
  if (typeof values.name === 'string' && values.name !== present?.name) {
    const result = await sql<{ name: string }>`select name from developer
      where lower(trim(name)) = lower(trim(${values.name})) and developer_id <> ${developerId}
      limit 1`.execute(context.db)
    if (result.rows[0]) refuseField('name', `Name: ${result.rows[0].name} is on the list already.`)
  }
  return values
}

/** Refuses to delete a developer who is or was named for a property. */
async function beforeRemove(context: AnyContext, present: Record<string, unknown>): Promise<void> {
  const { developerId, name } = present as DeveloperRow
  const used = await context.db
    .selectFrom('propertyDeveloper')
    .select('propertyId')
    .where('developerId', '=', developerId)
    .executeTakeFirst()
  if (used) refuse.rule(`${name} is or was named for properties. Make it inactive.`)
}

/** SQL: finds active developers. Names that begin with `input` come first, then the most similar ones. */
const buildSearchQuery = (input: string) => sql<DeveloperRow>`
  select d.* from developer d
  cross join lateral (select lower(concat_ws(' ', d.name, d.contact_name)) as names) as l
  cross join lateral (select case when strpos(l.names, ${input}) > 0 then 2
    else word_similarity(${input}, l.names) end as likeness) as s
  where d.active and s.likeness >= ${MIN_SIMILARITY}
  order by starts_with(l.names, ${input}) desc, s.likeness desc, l.names limit ${MAX_MATCHES}`

/** SQL: every developer with the number of its present properties and their units. */
const listStatement = sql<calls.DeveloperLine>`
  select d.developer_id, d.name, d.contact_name, d.city, d.state, d.phone, d.email, d.active,
    coalesce(p.properties, 0) as property_count, coalesce(p.units, 0) as unit_count
  from developer d
  left join (select k.developer_id, count(*)::integer as properties, sum(p.total_units)::integer as units
    from property_developer k join property p on p.property_id = k.property_id
    where k.to_date is null and p.status_id <> ${sqlPropertyStatus.Deleted}
    group by 1) p on p.developer_id = d.developer_id
  order by lower(d.name), d.developer_id`

/** Loads the changes of a developer and of its assignments to properties, newest first. */
async function loadDeveloperHistory(
  context: AnyContext,
  developerId: number,
): Promise<calls.DeveloperHistoryLine[]> {
  const history = await loadHistory(context, 'Developer', developerId, [
    { table: 'developer', ids: [developerId] },
  ])
  const result = await sql<calls.DeveloperHistoryLine>`
    select l.changed_at as at, nullif(trim(u.first_name || ' ' || u.last_name), '') as user_name,
    case l.operation when 'insert' then 'insert' else 'delete' end as action,
      null as from_status_id, null as to_status_id, null as reason, null as changes, l.table_name,
      p.name as property_name
    from audit_log l
    join property p on p.property_id = l.property_id
    left join app_user u on u.user_id = l.user_id
    where l.table_name = 'property_developer' and l.row_id in (select k.row_id from audit_log k
      where k.table_name = 'property_developer' and k.changes ->> 'developer_id' = ${String(developerId)})
    order by l.changed_at desc limit ${MAX_HISTORY_LINES}`.execute(context.db)
  return [...history.map((line) => ({ ...line, propertyName: null })), ...result.rows].sort((a, b) =>
    b.at.localeCompare(a.at),
  )
}

/** The handlers of all calls of the developers module. */
export const served: Served[] = [
  ...serveController(calls.developers, { before: beforeWrite, beforeRemove }),
  ...developerPropertyHandlers,
  serve(
    calls.searchDevelopers,
    async ({ db, params }) => (await buildSearchQuery(params.text.toLowerCase()).execute(db)).rows,
  ),
  serve(calls.getDeveloperList, async ({ db }) => (await listStatement.execute(db)).rows),
  serve(calls.getDeveloperHistory, (context) => loadDeveloperHistory(context, context.params.developerId)),
]
