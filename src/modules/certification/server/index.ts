import { sql } from 'kysely'
import { type CompanyRecords, rowsOfCompany } from '#ground/companies/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { stepTo } from '#kernel/model/workflow.ts'
import { serveController, updateRow } from '#kernel/server/crud.ts'
import { historyOf } from '#kernel/server/history.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { serveStatusCalls, takeStep } from '#kernel/server/statusCalls.ts'
import { lockRow, refuseStaleVersion } from '#kernel/server/workflow.ts'
import * as calls from '../model/calls.ts'
import { ManagementCompanyAssetCertification } from '../model/entities.ts'
import { flow } from '../model/flow.ts'
import type { ApplicationRow } from '../model/rules.ts'
import { detailOf, emptyDetail } from './detail.ts'
import { documentHandlers } from './documents.ts'
import { propertyOptions } from './known.ts'
import { companyOf, lines, listHandlers } from './lists.ts'
import { remindDue } from './night.ts'
import { refuseSecond, saveProgress, stored } from './save.ts'
import { standingOfCompany } from './standing.ts'
import { applicationFlow } from './steps.ts'
import './tables.ts'

/** Applications go with a merged company. */
export const applicationsOfCompany: CompanyRecords = {
  ...rowsOfCompany('Certification applications', 'management_company_asset_certification'),
  conflicts: (from, into) => sql<string[] | null>`(
    select case when count(distinct management_company_id) = 2
      then array['Both companies have a certification application open; both go on under the one company.'] end
    from management_company_asset_certification where status_id < 5 and management_company_id in (${from}, ${into}))`,
}

const generic = serveController(calls.applications, {
  before: async (context, values, present) => {
    const { managementCompanyId: wanted, ...content } = values
    if (present) {
      if (present.statusId !== 1)
        refuse.conflict('This application has been submitted and can no longer be edited here.')
      return stored(content)
    }
    const managementCompanyId = companyOf(context, Number(wanted ?? 0))
    await refuseSecond(context, managementCompanyId)
    return { ...stored(content), managementCompanyId, createdBy: context.actor.userId }
  },
  beforeRemove: async (_context, present) => {
    if (present.statusId !== 1 || present.submitted !== null)
      refuse.rule('Only an application that was never submitted can be removed.')
  },
})

/** Takes a step and answers the application as it stands then. */
async function take(context: AnyContext, id: number, ...rest: [Choice, Wanted]) {
  await takeStep(context, applicationFlow, id, ...rest)
  return detailOf(context, id)
}
type Choice = Parameters<typeof takeStep<ApplicationRow>>[3]
type Wanted = NonNullable<Parameters<typeof takeStep>[4]>

/** The step of the trade that leads to a status from the present one; where there is none, the administrator's change. */
const towards =
  (context: AnyContext, status: number): Choice =>
  ({ statusId }) => {
    if (statusId === status) return undefined
    const name = stepTo(flow, statusId, status, context.actor)
    return name && flow.steps[name]?.from.includes(statusId) ? name : 'adminChange'
  }

/** Columns a company does not see in the history: the agency's marks, grounds and notes. */
const unshown = ManagementCompanyAssetCertification.agencyOnly.map((name) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

/** Everything the certification module answers. */
export const served: Served[] = [
  ...generic,
  ...serveStatusCalls(calls.status, applicationFlow, {
    detail: detailOf,
    list: (context, { statusId, propertyId }) =>
      lines(
        context,
        propertyId === undefined
          ? sql`a.status_id = ${statusId}`
          : sql`a.status_id = ${statusId} and exists (select 1 from property p
              where p.property_id = ${propertyId} and p.management_company_id = a.management_company_id)`,
      ),
  }),
  ...listHandlers,
  ...documentHandlers,

  serve(calls.getApplication, (context) => detailOf(context, context.params.id)),
  serve(calls.getNewApplication, (context) =>
    emptyDetail(context, companyOf(context, context.params.managementCompanyId)),
  ),
  serve(calls.getCompanyStanding, (context) =>
    standingOfCompany(context, companyOf(context, context.params.managementCompanyId)),
  ),
  serve(calls.isDue, async (context) => {
    const standing = await standingOfCompany(context, companyOf(context, context.params.managementCompanyId))
    return standing?.isDue ?? false
  }),
  serve(calls.getPropertyOptions, (context) =>
    propertyOptions(context, companyOf(context, context.params.managementCompanyId)),
  ),
  serve(calls.getByManagementCompany, async (context) => {
    const newest = await context.db
      .selectFrom('managementCompanyAssetCertification')
      .select((f) => f.fn.max<number | null>('managementCompanyAssetCertificationId').as('id'))
      .where('managementCompanyId', '=', companyOf(context, context.params.managementCompanyId))
      .executeTakeFirst()
    return newest?.id ? detailOf(context, newest.id) : null
  }),

  serve(calls.saveProgress, async (context) =>
    detailOf(context, await saveProgress(context, context.body.application)),
  ),
  serve(calls.saveReview, async (context) => {
    const { id, version, ...values } = context.body
    const row = await lockRow<ApplicationRow>(context, ManagementCompanyAssetCertification, id)
    await refuseStaleVersion(context, ManagementCompanyAssetCertification, id, version, row.version)
    if (row.statusId !== 3 && row.statusId !== 4) refuse.conflict('This application is not under review.')
    await updateRow(context, ManagementCompanyAssetCertification, id, values)
    return detailOf(context, id)
  }),

  serve(calls.applicationRejected, (context) => take(context, context.params.id, 'deny', context.body)),
  serve(calls.changeStatusId, (context) => {
    const { id, status } = context.params
    return take(context, id, towards(context, status), { ...context.body, to: status })
  }),
  serve(calls.sendDueReminders, (context) => remindDue(context)),

  serve(calls.getHistory, async (context) => {
    const { id } = context.params
    await detailOf(context, id)
    const rows = [{ table: 'management_company_asset_certification', ids: [id] }]
    return historyOf(context, flow.entity, id, rows, isAgency(context.actor) ? [] : unshown)
  }),
]
