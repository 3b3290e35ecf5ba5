import { isAgency } from '#kernel/model/access.ts'
import type { HistoryLine } from '#kernel/model/history.ts'
import { historyOf } from '#kernel/server/history.ts'
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
]
const NOTES = 'financial_notes'

/** Rows of a property by what was ever logged of them, so that what was removed is told too. */
const loggedRows = (context: AnyContext, propertyId: number) =>
  context.db
    .selectFrom('auditLog')
    .select(['tableName', 'rowId'])
    .distinct()
    .where('propertyId', '=', propertyId)
    .where('tableName', 'in', isAgency(context.actor) ? [...tables, 'property_comment'] : tables)
    .execute()

/** Without the financial notes, which are the agency's own; null when nothing else changed. */
function forCompany(line: HistoryLine): HistoryLine | null {
  if (!line.changes || !(NOTES in line.changes)) return line
  const { [NOTES]: _, ...changes } = line.changes
  const told = Object.keys(changes).some((name) => name !== 'version')
  return told ? { ...line, changes } : null
}

async function propertyHistory(context: AnyContext, propertyId: number): Promise<HistoryLine[]> {
  await readProperty(context, propertyId)
  const rows = Map.groupBy(await loggedRows(context, propertyId), (row) => row.tableName)
  const logged = [...rows].map(([table, members]) => ({ table, ids: members.flatMap((row) => row.rowId ?? []) }))
  const own = await historyOf(context, statusFlow.entity, propertyId, logged)
  const decontrol = await historyOf(context, decontrolFlow.entity, propertyId, [])
  const lines = [...own, ...decontrol.map((line) => ({ ...line, tableName: decontrolFlow.entity }))].sort((a, b) =>
    b.at.localeCompare(a.at),
  )
  return isAgency(context.actor) ? lines : lines.flatMap((line) => forCompany(line) ?? [])
}

export const historyHandlers = [serve(getHistory, (context) => propertyHistory(context, context.params.propertyId))]
