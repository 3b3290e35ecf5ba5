import { type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { applications } from './applications.ts'
import { loadCompanyCertification } from './companyCertification.ts'
import { documentHandlers } from './documents.ts'
import { getCompanyId, listHandlers } from './lists.ts'
import { sendDueReminders } from './night.ts'
import { loadPropertyOptions } from './performance.ts'

/** The handlers of the certification calls beyond those of the review. */
export const served: Served[] = [
  ...listHandlers,
  ...documentHandlers,

  serve(calls.getCompanyCertification, (context) =>
    loadCompanyCertification(context, getCompanyId(context, context.params.managementCompanyId)),
  ),
  serve(calls.isRenewalDue, async (context) => {
    const companyState = await loadCompanyCertification(
      context,
      getCompanyId(context, context.params.managementCompanyId),
    )
    return companyState?.isDue ?? false
  }),
  serve(calls.getPropertyOptions, (context) =>
    loadPropertyOptions(context, getCompanyId(context, context.params.managementCompanyId)),
  ),
  serve(calls.getByManagementCompany, async (context) => {
    const newest = await context.db
      .selectFrom('managementCompanyAssetCertification')
      .select((f) => f.fn.max<number | null>('managementCompanyAssetCertificationId').as('id'))
      .where('managementCompanyId', '=', getCompanyId(context, context.params.managementCompanyId))
      .executeTakeFirst()
    return newest?.id ? applications.detail(context, newest.id) : null
  }),

  serve(calls.applicationRejected, (context) =>
    applications.take(context, context.params.id, 'deny', context.body),
  ),
  serve(calls.changeStatusId, (context) => {
    const { id, status } = context.params
    return applications.takeTo(context, id, status, context.body)
  }),
  serve(calls.sendDueReminders, (context) => sendDueReminders(context)),
]
