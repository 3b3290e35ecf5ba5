import { sql } from 'kysely'
import { addDays, formatDate } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { changeCompany, getCompanyHistory } from '../model/contentCalls.ts'
import { Property } from '../model/entities.ts'
import { type PropertyRow, propertyToChange, readProperty } from './property.ts'

const refuseField = (field: string, message: string): never => refuse.rule('There is a problem', [{ field, message }])

const historyLines = (context: AnyContext, propertyId: number) =>
  context.db
    .selectFrom('managementCompanyProjectHistory as h')
    .leftJoin('managementCompany as m', 'm.managementCompanyId', 'h.managementCompanyId')
    .selectAll('h')
    .select('m.name as managementCompanyName')
    .where('propertyId', '=', propertyId)
    .orderBy('fromDate', 'desc')
    .orderBy('managementCompanyProjectHistoryId', 'desc')
    .execute()

type Change = { managementCompanyId: number | null; fromDate: string }

async function refuseUnfit(context: AnyContext, property: PropertyRow, change: Change): Promise<void> {
  const { managementCompanyId, fromDate } = change
  if (fromDate > context.settings.today())
    refuseField('fromDate', 'From: the change takes effect at once; the date lies ahead.')
  if (managementCompanyId === property.managementCompanyId)
    refuseField('managementCompanyId', 'Management company: it runs this property already.')
  if (managementCompanyId === null) return
  const company = await context.db
    .selectFrom('managementCompany')
    .select(['name', 'aliasOf'])
    .where('managementCompanyId', '=', managementCompanyId)
    .executeTakeFirst()
  if (!company) return refuseField('managementCompanyId', 'Management company: choose one of the list.')
  if (company.aliasOf !== null)
    refuseField('managementCompanyId', `Management company: ${company.name} was merged into another one; choose that.`)
}

/** Ends the present company's time the day before and begins the new one's. */
async function writeCompanyHistory(context: AnyContext, propertyId: number, change: Change): Promise<void> {
  const { managementCompanyId, fromDate } = change
  const open = (await historyLines(context, propertyId)).filter((line) => line.toDate === null)
  const latest = open[0]
  if (latest && latest.fromDate >= fromDate) {
    const since = formatDate(latest.fromDate, 'MM/DD/YYYY')
    refuseField('fromDate', `From: ${latest.managementCompanyName ?? 'the owner'} has run the property since ${since}.`)
  }
  await context.db
    .updateTable('managementCompanyProjectHistory')
    .set({ toDate: addDays(fromDate, -1) })
    .where('propertyId', '=', propertyId)
    .where('toDate', 'is', null)
    .execute()
  if (managementCompanyId !== null)
    await context.db
      .insertInto('managementCompanyProjectHistory')
      .values({ propertyId, managementCompanyId, fromDate, toDate: null })
      .execute()
}

/**
 * The former company's people go on reading what they sent in, but no longer write, unless they work for the new one too;
 * Global_Admin is no matter of one property.
 */
async function endWriting(context: AnyContext, propertyId: number, companyId: number, nextId: number | null) {
  const people = sql`(select unnest(kernel.people_of(${companyId})) except select unnest(kernel.people_of(${nextId})))`
  await sql`update permission set read = true, write = false
    where property_id = ${propertyId} and user_id in ${people} and write and key <> 'Global_Admin'`.execute(context.db)
  await sql`update user_property set is_main = false
    where property_id = ${propertyId} and user_id in ${people} and is_main`.execute(context.db)
}

export const companyHandlers = [
  serve(getCompanyHistory, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    return historyLines(context, propertyId)
  }),
  serve(changeCompany, async (context) => {
    const { propertyId, version, fromDate } = context.body
    const change = { managementCompanyId: context.body.managementCompanyId || null, fromDate }
    const property = await propertyToChange(context, propertyId, version)
    await refuseUnfit(context, property, change)
    await writeCompanyHistory(context, propertyId, change)
    if (property.managementCompanyId !== null)
      await endWriting(context, propertyId, property.managementCompanyId, change.managementCompanyId)
    await updateRow(context, Property, propertyId, { managementCompanyId: change.managementCompanyId })
    return historyLines(context, propertyId)
  }),
]
