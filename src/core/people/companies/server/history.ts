import { sql } from 'kysely'
import type { Row } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { companyHistory, getPropertyRelatedRows } from '../model/calls.ts'
import type { CompanyHistory } from '../model/entities.ts'

type Line = Row<typeof CompanyHistory>
type Property = { managementCompanyId: number | null }

const refuseAt = (field: string, message: string): never =>
  refuse.rule('There is a problem', [{ field, message }])

async function lockProperty(context: AnyContext, propertyId: number): Promise<Property> {
  const result =
    await sql<Property>`select management_company_id from property where property_id = ${propertyId}
    for update`.execute(context.db)
  return result.rows[0] ?? refuse.notFound('This property')
}

/**
 * Finds why a line cannot be stored: the last day is before the first, another line covers the same time,
 * or it has no last day but is not the company that runs the property now.
 */
function findFaults(line: Line, otherRows: readonly Line[], property: Property): Fault[] {
  const faults: Fault[] = []
  if (line.toDate !== null && line.toDate < line.fromDate)
    faults.push({ field: 'toDate', message: 'To: this is before the first day.' })
  if (line.toDate === null && line.managementCompanyId !== property.managementCompanyId)
    faults.push({
      field: 'toDate',
      message: 'To: only the company that runs the property now has no last day.',
    })
  const overlap = otherRows.find(
    (item) =>
      item.fromDate <= (line.toDate ?? '9999-12-31') && line.fromDate <= (item.toDate ?? '9999-12-31'),
  )
  if (overlap)
    faults.push({
      field: 'fromDate',
      message: 'From: another company ran the property at this time. Change that first.',
    })
  return faults
}

const checkedFields = ['managementCompanyId', 'fromDate', 'toDate'] as const satisfies readonly (keyof Line)[]

async function beforeWrite(context: AnyContext, values: Record<string, unknown>, present: unknown) {
  const before = present as Line | null
  const line = { managementCompanyId: null, toDate: null, ...before, ...values } as Line
  if (before && line.propertyId !== before.propertyId)
    refuseAt('propertyId', 'Property: a line stays with its property.')
  if (!line.propertyId || !line.fromDate) return values
  // Stored values are not checked again: a client may send a line back as it was read.
  if (before && checkedFields.every((name) => line[name] === before[name])) return values
  const property = await lockProperty(context, line.propertyId)
  const otherRows = await context.db
    .selectFrom('managementCompanyProjectHistory')
    .selectAll()
    .where('propertyId', '=', line.propertyId)
    .where('managementCompanyProjectHistoryId', '<>', before?.managementCompanyProjectHistoryId ?? 0)
    .execute()
  const faults = findFaults(line, otherRows, property)
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  return values
}

/** The history of who ran a property, and its corrections. */
export const historyHandlers: Served[] = [
  ...serveController(companyHistory, {
    before: beforeWrite,
    beforeRemove: async (_, present) => {
      if ((present as Line).toDate === null)
        refuse.rule(
          'This is the company that runs the property now. Give the property to another company instead.',
        )
    },
  }),
  serve(getPropertyRelatedRows, async ({ db, params }) => {
    const property = await db
      .selectFrom('property')
      .select('propertyId')
      .where('propertyId', '=', params.propertyId)
      .executeTakeFirst()
    if (!property) return refuse.notFound('This property')
    return db
      .selectFrom('managementCompanyProjectHistory as h')
      .leftJoin('managementCompany as m', 'm.managementCompanyId', 'h.managementCompanyId')
      .selectAll('h')
      .select('m.name as managementCompanyName')
      .where('propertyId', '=', params.propertyId)
      .orderBy('fromDate', 'desc')
      .orderBy('managementCompanyProjectHistoryId', 'desc')
      .execute()
  }),
]
