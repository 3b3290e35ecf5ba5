import { loadHistory } from '#core/platform/history/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import type { HistoryLine } from '#kernel/model/history.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { getHistory } from '../model/calls.ts'
import { decontrolFlow, statusFlow } from '../model/status.ts'
import { readProperty } from './property.ts'

/** The tables whose changes are in a property's history. */
const tables = [
  'property',
  'property_lihtc_number',
  'property_federal_type',
  'property_room_type',
  'property_rent',
  'property_contact',
  'management_company_project_history',
  'planned_company_change',
]
/** Columns whose changes only the agency sees. */
const agencyOnlyColumns = ['financial_notes']

/** Loads the rows of a property from the audit log, so that removed rows are included. */
const loadLoggedRows = (context: AnyContext, propertyId: number) =>
  context.db
    .selectFrom('auditLog')
    .select(['tableName', 'rowId'])
    .distinct()
    .where('propertyId', '=', propertyId)
    .where('tableName', 'in', isAgency(context.actor) ? [...tables, 'property_comment'] : tables)
    .execute()

/** Loads the changes and status steps of a property, including its decontrol, newest first. */
async function loadPropertyHistory(context: AnyContext, propertyId: number): Promise<HistoryLine[]> {
  await readProperty(context, propertyId)
  const rows = Map.groupBy(await loadLoggedRows(context, propertyId), (row) => row.tableName)
  const logged = [...rows].map(([table, members]) => ({
    table,
    ids: members.flatMap((row) => row.rowId ?? []),
  }))
  const history = await loadHistory(
    context,
    statusFlow.entity,
    propertyId,
    logged,
    isAgency(context.actor) ? [] : agencyOnlyColumns,
  )
  const decontrol = await loadHistory(context, decontrolFlow.entity, propertyId, [])
  return [...history, ...decontrol.map((line) => ({ ...line, tableName: decontrolFlow.entity }))].sort(
    (a, b) => b.at.localeCompare(a.at),
  )
}

/** The handler of a property's history. */
export const historyHandlers = [
  serve(getHistory, (context) => loadPropertyHistory(context, context.params.propertyId)),
]
