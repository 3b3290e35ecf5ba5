import { loadHistory } from '#ground/platform/history/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import type { HistoryLine } from '#kernel/model/history.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { getHistory } from '../model/calls.ts'
import { decontrolFlow, statusFlow } from '../model/status.ts'
import { readProperty } from './property.ts'

/** Tables whose rows make up a property. */
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
/** The agency's own. */
const internal = ['financial_notes']

/** Rows of a property found through the log, so that removed rows are included. */
const loggedRows = (context: AnyContext, propertyId: number) =>
  context.db
    .selectFrom('auditLog')
    .select(['tableName', 'rowId'])
    .distinct()
    .where('propertyId', '=', propertyId)
    .where('tableName', 'in', isAgency(context.actor) ? [...tables, 'property_comment'] : tables)
    .execute()

async function propertyHistory(context: AnyContext, propertyId: number): Promise<HistoryLine[]> {
  await readProperty(context, propertyId)
  const rows = Map.groupBy(await loggedRows(context, propertyId), (row) => row.tableName)
  const logged = [...rows].map(([table, members]) => ({
    table,
    ids: members.flatMap((row) => row.rowId ?? []),
  }))
  const history = await loadHistory(
    context,
    statusFlow.entity,
    propertyId,
    logged,
    isAgency(context.actor) ? [] : internal,
  )
  const decontrol = await loadHistory(context, decontrolFlow.entity, propertyId, [])
  return [...history, ...decontrol.map((line) => ({ ...line, tableName: decontrolFlow.entity }))].sort(
    (a, b) => b.at.localeCompare(a.at),
  )
}

export const historyHandlers = [
  serve(getHistory, (context) => propertyHistory(context, context.params.propertyId)),
]
