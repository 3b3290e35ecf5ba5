import { sql } from 'kysely'
import { loadHistory } from '#core/platform/history/server/index.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { getSignIns, getUserHistory } from '../model/calls.ts'
import { loadVisiblePerson } from './find.ts'

const MOST_LINES = 500
const MOST_SIGN_INS = 100

type GrantLine = {
  at: string
  userName: string | null
  action: string
  tableName: string
  count: number
  properties: number
  keys: string[]
  level: string
}

/**
 * Loads the changes of a person's permissions and assignments, including removed ones. Equal changes of one
 * request share a line.
 */
async function loadGrantLines(context: AnyContext, userId: number): Promise<GrantLine[]> {
  const result = await sql<GrantLine>`
    with own as (
      select l.table_name, l.row_id, max(l.changes ->> 'key') as key from audit_log l
      where l.table_name in ('permission', 'user_property') and l.operation <> 'update'
      and l.changes ->> 'user_id' = ${String(userId)}
      group by 1, 2),
    line as (
      select l.*, o.key,
        case when l.operation = 'update' then coalesce(l.changes -> 'write' ->> 1,
        l.changes -> 'is_main' ->> 1)
          else coalesce(l.changes ->> 'write', l.changes ->> 'is_main') end as high
      from own o join audit_log l using (table_name, row_id))
    select min(line.changed_at) as at, nullif(trim(u.first_name || ' ' || u.last_name), '') as user_name,
      line.operation as action, line.table_name, count(*)::integer as count,
      count(distinct line.property_id)::integer as properties,
      coalesce(array_agg(distinct line.key) filter (where line.key is not null), '{}') as keys,
      case when line.table_name = 'permission' then case line.high when 'true' then 'read and write'
      else 'read' end
        else case line.high when 'true' then 'main user' else 'assigned' end end as level
    from line left join app_user u on u.user_id = line.user_id
    group by line.request_id, line.user_id, 2, 3, 4, 8 order by 1 desc limit ${MOST_LINES}`.execute(
    context.db,
  )
  return result.rows
}

/** The calls for the history of an account and for its sign-ins. */
export const historyHandlers: Served[] = [
  serve(getUserHistory, async (context) => {
    const { userId } = await loadVisiblePerson(context, context.params.userId)
    const changes = await loadHistory(context, 'AppUser', userId, [
      { table: 'app_user', ids: [userId] },
      { table: 'user_role', ids: [userId] },
    ])
    const changeLines = changes.map((line) => ({ ...line, count: 1, properties: 0, keys: [], level: null }))
    const none = { fromStatusId: null, toStatusId: null, reason: null, changes: null }
    const grants = (await loadGrantLines(context, userId)).map((line) => ({ ...none, ...line }))
    return [...changeLines, ...grants].sort((a, b) => b.at.localeCompare(a.at))
  }),
  serve(getSignIns, async (context) => {
    const person = await loadVisiblePerson(context, context.params.userId)
    const result = await sql<{
      at: string
      succeeded: boolean
      endedAt: string | null
      address: string | null
      agent: string | null
    }>`
      (select started_at as at, true as succeeded, ended_at, address, agent from session
      where user_id = ${person.userId}
        order by 1 desc limit ${MOST_SIGN_INS})
      union all
      (select at, false, null, address, null from login_attempt where not succeeded
      and user_name = ${person.userName.toLowerCase()}
        order by 1 desc limit ${MOST_SIGN_INS})
      order by 1 desc limit ${MOST_SIGN_INS}`.execute(context.db)
    return result.rows
  }),
]
