import { formatDate } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { insertRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import {
  cancelPlannedChange,
  changeCompany,
  getCompanyHistory,
  getPlannedChange,
} from '../model/contentCalls.ts'
import { PlannedCompanyChange } from '../model/entities.ts'
import { changePropertyCompany } from './companyChange.ts'
import { lockPropertyForChange, type PropertyRow, readProperty } from './property.ts'

const refuseField = (field: string, message: string): never =>
  refuse.rule('There is a problem', [{ field, message }])

const loadHistoryLines = (context: AnyContext, propertyId: number) =>
  context.db
    .selectFrom('managementCompanyProjectHistory as h')
    .leftJoin('managementCompany as m', 'm.managementCompanyId', 'h.managementCompanyId')
    .selectAll('h')
    .select('m.name as managementCompanyName')
    .where('propertyId', '=', propertyId)
    .orderBy('fromDate', 'desc')
    .orderBy('managementCompanyProjectHistoryId', 'desc')
    .execute()

/** Refuses a company that already runs the property, does not exist, or was merged into another. */
async function refuseInvalidCompany(
  context: AnyContext,
  property: PropertyRow,
  managementCompanyId: number | null,
): Promise<void> {
  if (managementCompanyId === property.managementCompanyId)
    refuseField('managementCompanyId', 'Management company: it runs this property already.')
  if (managementCompanyId === null) return
  const company = await context.db
    .selectFrom('managementCompany')
    .select(['name', 'aliasOf'])
    .where('managementCompanyId', '=', managementCompanyId)
    .executeTakeFirst()
  if (!company) return refuseField('managementCompanyId', 'Management company: choose one from the list.')
  if (company.aliasOf !== null)
    refuseField(
      'managementCompanyId',
      `Management company: ${company.name} was merged into another one; choose that.`,
    )
}

/** Refuses a first day on or before the day on which the present company began. */
async function refuseOverlap(context: AnyContext, propertyId: number, fromDate: string): Promise<void> {
  const latest = (await loadHistoryLines(context, propertyId)).find((line) => line.toDate === null)
  if (latest && latest.fromDate >= fromDate) {
    const since = formatDate(latest.fromDate, 'MM/DD/YYYY')
    refuseField(
      'fromDate',
      `From: ${latest.managementCompanyName ?? 'the owner'} has run the property since ${since}.`,
    )
  }
}

const loadPlannedChange = async (context: AnyContext, propertyId: number) =>
  (await context.db
    .selectFrom('plannedCompanyChange as c')
    .leftJoin('managementCompany as m', 'm.managementCompanyId', 'c.managementCompanyId')
    .selectAll('c')
    .select('m.name as managementCompanyName')
    .where('propertyId', '=', propertyId)
    .executeTakeFirst()) ?? null

/** The handlers of the calls that read, plan, cancel and make changes of a property's company. */
export const companyHandlers = [
  serve(getCompanyHistory, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    return loadHistoryLines(context, propertyId)
  }),
  serve(getPlannedChange, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    return loadPlannedChange(context, propertyId)
  }),
  serve(cancelPlannedChange, async (context) => {
    const { propertyId, version } = context.body
    await lockPropertyForChange(context, propertyId, version)
    await context.db.deleteFrom('plannedCompanyChange').where('propertyId', '=', propertyId).execute()
    return loadPlannedChange(context, propertyId)
  }),
  serve(changeCompany, async (context) => {
    const { propertyId, version, fromDate } = context.body
    const managementCompanyId = context.body.managementCompanyId || null
    const property = await lockPropertyForChange(context, propertyId, version)
    await refuseInvalidCompany(context, property, managementCompanyId)
    const planned = await loadPlannedChange(context, propertyId)
    if (planned) {
      const day = formatDate(planned.fromDate, 'MM/DD/YYYY')
      const name = planned.managementCompanyName ?? 'no company'
      refuseField('fromDate', `From: a change to ${name} on ${day} is entered already; take it back first.`)
    }
    await refuseOverlap(context, propertyId, fromDate)
    const formerId = property.managementCompanyId
    if (fromDate > context.settings.today())
      await insertRow(context, PlannedCompanyChange, {
        propertyId,
        managementCompanyId,
        fromDate,
        createdBy: context.actor.userId,
      })
    else
      await changePropertyCompany(context.transaction, {
        propertyId,
        formerId,
        managementCompanyId,
        fromDate,
      })
    return loadHistoryLines(context, propertyId)
  }),
]
