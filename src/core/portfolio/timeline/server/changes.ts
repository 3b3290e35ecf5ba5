import { sql } from 'kysely'
import { loadChangeNames } from '#core/platform/history/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { agencyDay } from '#kernel/server/days.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type AuditedChange, describeChange } from '../model/changeWords.ts'
import type { TimelineInput } from './sources.ts'

/** An audited change of a row of the property's file. */
export type LoggedChange = AuditedChange & { table: string; rowId: number }

const getFileEntities = slot('propertyFile')

/** Tables whose changes are left out because the timeline shows the days in their rows instead. */
const tablesShownByDays = ['management_company_project_history']

const getShownEntities = (): readonly AnyEntity[] =>
  [...new Set(getFileEntities())].filter(({ table }) => !tablesShownByDays.includes(table))

/** The tab of the property's screen that shows a table; other tables are on its first tab. */
const tabs: Readonly<Record<string, string>> = {
  property_rent: '?tab=Units%20and%20rents',
  property_room_type: '?tab=Units%20and%20rents',
  property_contact: '?tab=Contacts',
}

/** Returns the columns that the caller may not see. */
function getHiddenColumns({ actor }: AnyContext): string[] {
  const agencys = isAgency(actor)
    ? []
    : getShownEntities().flatMap(({ agencyOnly }) => agencyOnly.map(snakeCase))
  return ['version', ...agencys]
}

/**
 * SQL: the changes of the property's file with the columns of a timeline source and the change itself. Rows
 * inserted by an import are combined into one line a day, because their real days are in the records.
 */
export function timelineChangesSql({ context, propertyId, at }: TimelineInput) {
  const [labels, tables, omittedColumns] = [
    JSON.stringify(Object.fromEntries(getShownEntities().map(({ table, label }) => [table, label]))),
    getShownEntities().map(({ table }) => table),
    getHiddenColumns(context),
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

/** Loads the names of a property's unit types, which describe its rents. */
async function loadUnitTypeNames({ db }: AnyContext, propertyId: number): Promise<Record<string, string>> {
  const result = await sql<{ id: number; name: string }>`select r.project_room_type_id as id, t.name
    from property_room_type r join room_type t using (room_type_id)
    where r.property_id = ${propertyId}`.execute(db)
  return Object.fromEntries(result.rows.map(({ id, name }) => [`project_room_type_id ${id}`, name]))
}

/** Describes each change in order, with two statements for all. */
export async function describeChanges(
  context: AnyContext,
  propertyId: number,
  logged: readonly LoggedChange[],
): Promise<string[]> {
  if (logged.length === 0) return []
  const namesByTable = await loadChangeNames(context, logged)
  const units = await loadUnitTypeNames(context, propertyId)
  return logged.map((logged) => {
    const entity = getShownEntities().find(({ table }) => table === logged.table)
    const names = { ...namesByTable.get(logged.table), ...units }
    return (entity && describeChange(entity, logged, names)) ?? `${entity?.label ?? 'Record'} changed`
  })
}
