import { sql } from 'kysely'
import { namesIn } from '#ground/platform/history/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { agencyDay } from '#kernel/server/days.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type AuditedChange, changeWords } from '../model/changeWords.ts'
import type { TimelineAsk } from './sources.ts'

/** A change of the property's file as the audit keeps it. */
export type Logged = AuditedChange & { table: string; rowId: number }

const file = slot('propertyFile')

/** Tables that are shown by their days: who ran the property from when on. */
const shownByDays = ['management_company_project_history']

const entities = (): readonly AnyEntity[] =>
  [...new Set(file())].filter(({ table }) => !shownByDays.includes(table))

/** Where changes of a table are read; all else on the property's first screen. */
const tabs: Readonly<Record<string, string>> = {
  property_rent: '?tab=Units%20and%20rents',
  property_room_type: '?tab=Units%20and%20rents',
  property_contact: '?tab=Contacts',
}

/** The columns that a caller does not see. */
function hidden({ actor }: AnyContext): string[] {
  const agencys = isAgency(actor) ? [] : entities().flatMap(({ agencyOnly }) => agencyOnly.map(snakeCase))
  return ['version', ...agencys]
}

/**
 * SQL: changes of the property's file in the shape of timeline sources, with the change itself. Changes by an
 * import are one line per day, because its records have days of their own.
 */
export function timelineChangesSql({ context, propertyId, at }: TimelineAsk) {
  const [labels, tables, omittedColumns] = [
    JSON.stringify(Object.fromEntries(entities().map(({ table, label }) => [table, label]))),
    entities().map(({ table }) => table),
    hidden(context),
  ]
  return sql`select l.changed_at, ${labels}::jsonb ->> l.table_name, concat_ws(' ',
    ${labels}::jsonb ->> l.table_name, (l.changes - ${omittedColumns}::text[])::text),
      l.user_id, concat('/EditProject/', l.property_id, ${JSON.stringify(tabs)}::jsonb ->> l.table_name),
      jsonb_build_object('table', l.table_name, 'rowId', l.row_id, 'operation', l.operation, 'changes',
      l.changes - ${omittedColumns}::text[])
    from audit_log l where l.property_id = ${propertyId} and l.table_name = any (${tables}::text[])
      and not (l.operation = 'insert' and l.user_id is null)
      and (l.operation <> 'update'
      or l.changes - ${[...omittedColumns, 'status_id', 'decontrol_status']}::text[] <> '{}'::jsonb)
    union all
    select ${at(sql`i.day`)}, 'Property', 'Imported: ' || string_agg(concat(i.label, ' (' || nullif(i.count,
    1) || ')'), ', ' order by i.label),
      null, ${sql`concat('/EditProject/', ${propertyId}::integer)`}, null
    from (select ${agencyDay(sql`l.changed_at`)} as day, ${labels}::jsonb ->> l.table_name as label,
    count(*) as count
      from audit_log l where l.property_id = ${propertyId} and l.table_name = any (${tables}::text[])
        and l.operation = 'insert' and l.user_id is null group by 1, 2) i group by i.day`
}

/** The names of the unit types of a property, by which rents are described. */
async function unitTypes({ db }: AnyContext, propertyId: number): Promise<Record<string, string>> {
  const result = await sql<{ id: number; name: string }>`select r.project_room_type_id as id, t.name
    from property_room_type r join room_type t using (room_type_id)
    where r.property_id = ${propertyId}`.execute(db)
  return Object.fromEntries(result.rows.map(({ id, name }) => [`project_room_type_id ${id}`, name]))
}

/** Describes changes in order: two statements, regardless of their number. */
export async function worded(
  context: AnyContext,
  propertyId: number,
  logged: readonly Logged[],
): Promise<string[]> {
  if (logged.length === 0) return []
  const readonlyMap = await namesIn(context, logged)
  const units = await unitTypes(context, propertyId)
  return logged.map((logged) => {
    const entity = entities().find(({ table }) => table === logged.table)
    const names = { ...readonlyMap.get(logged.table), ...units }
    return (entity && changeWords(entity, logged, names)) ?? `${entity?.label ?? 'Record'} changed`
  })
}
