import { type RawBuilder, sql } from 'kysely'
import { TaskDueStatus } from '#core/platform/lookups/model/index.ts'
import { isAgency, type Need } from '#kernel/model/access.ts'
import { daysBetween } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { ToDoLine } from '../model/shapes.ts'
import { getToDoSources, type ToDoSource } from './toDoSources.ts'

type StoredToDo = Omit<ToDoLine, 'kindLabel' | 'waitsFor' | 'dueStatus' | 'daysLeft' | 'act' | 'asksFirst'>

/**
 * Returns the sides whose to-dos the caller sees: its own side, and with `both` the agency also sees those of
 * companies.
 */
function getDesks({ actor }: AnyContext, both: boolean): ToDoSource['waitsFor'][] {
  if (!isAgency(actor)) return ['company']
  return [...(both ? ['company' as const] : []), 'agency', ...(actor.isManager ? ['manager' as const] : [])]
}

const columns = sql`(row_id, property_id, management_company_id, permission_key, title, due_date, since, url)`

/** SQL: whether the caller may write anything at the to-do's property, or leads its company. */
const isWritableSql = sql`case
  when t.property_id is null then t.management_company_id = any ((select kernel.led_companies())::integer[])
  else t.property_id = any ((select kernel.written_somehow())::integer[]) end`

const loadPart = async (source: ToDoSource, { settings, services }: AnyContext) => {
  const rows = await source.rows(settings.today(), settings, services.config.agencyZone)
  return sql`select ${source.kind}::text as kind, part.* from (${rows}) as part ${columns}`
}

/**
 * SQL: the to-dos of these sides without checking permissions, with the column `desk` in addition to those of
 * a source. Null if there are no sources.
 */
export async function buildToDoUnion(
  context: AnyContext,
  desks: readonly ToDoSource['waitsFor'][],
): Promise<RawBuilder<unknown> | null> {
  const sources = getToDoSources().filter((source) => desks.includes(source.waitsFor))
  if (sources.length === 0) return null
  const parts = await Promise.all(
    sources.map(
      async (source) =>
        sql`select ${source.waitsFor}::text as desk, part.* from (${await loadPart(source, context)}) part`,
    ),
  )
  return sql.join(parts, sql` union all `)
}

/**
 * Loads the to-dos of all sources in one statement. `condition` may use `t` (the to-do), `p` (its property)
 * and `owner_id` (its company). A to-do with a permission key is shown only to callers with that permission
 * for `need`. If `need` is 'write', other to-dos of a property are shown only to callers who may write
 * anything there, and those of a company only to its primary users.
 */
export async function loadToDoLines(
  context: AnyContext,
  {
    both,
    condition,
    need = 'read',
    isWanted = () => true,
  }: {
    both: boolean
    condition: RawBuilder<unknown>
    need?: Need
    isWanted?: (source: ToDoSource) => boolean
  },
): Promise<ToDoLine[]> {
  const today = context.settings.today()
  const desks = getDesks(context, both)
  const sources = getToDoSources().filter((source) => desks.includes(source.waitsFor) && isWanted(source))
  if (sources.length === 0) return []
  const parts = sql.join(
    await Promise.all(sources.map((source) => loadPart(source, context))),
    sql` union all `,
  )
  const result = await sql<StoredToDo>`with todo as materialized (${parts}),
    held as materialized (select k.key, kernel.scope(${context.actor.userId}, k.key, ${need}) as properties
      from (select distinct permission_key as key from todo where permission_key is not null) k)
    select t.kind, t.row_id, t.property_id, p.name as property_name, o.owner_id as management_company_id,
      c.name as management_company_name, t.title, t.due_date, t.since, t.url
    from todo t left join property p on p.property_id = t.property_id
    left join held h on h.key = t.permission_key
    cross join lateral (select coalesce(t.management_company_id, p.management_company_id) as owner_id) o
    left join management_company c on c.management_company_id = o.owner_id
    where case when t.permission_key is null then ${need === 'write' ? isWritableSql : sql`true`}
      else h.properties is null or t.property_id = any (h.properties) end and (${condition})
    order by t.due_date nulls last, t.since, p.name, t.kind, t.row_id`.execute(context.db)
  const byKind = new Map(sources.map((source) => [source.kind, source]))
  return result.rows.map((row) => {
    const source = byKind.get(row.kind)
    return {
      ...row,
      kindLabel: source?.label ?? '',
      waitsFor: source?.waitsFor ?? 'company',
      act: source?.act ?? 'Open',
      asksFirst: source?.asksFirst ?? false,
      url: source?.addressOf?.(row) ?? row.url,
      dueStatus: getDueStatus(row, today),
      daysLeft: row.dueDate === null ? null : daysBetween(today, row.dueDate),
    }
  })
}

const getDueStatus = ({ dueDate }: StoredToDo, today: string): number | null =>
  dueDate === null ? null : dueDate < today ? TaskDueStatus.OVERDUE : TaskDueStatus.PENDING
