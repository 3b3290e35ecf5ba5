import { type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { applications } from './applications.ts'
import { documentHandlers } from './documents.ts'
import { propertyOptions } from './known.ts'
import { getCertificationCompany, listHandlers } from './lists.ts'
import { remindDue } from './night.ts'
import { standingOfCompany } from './standing.ts'
import './tables.ts'

/** The handlers of the certification calls beyond those of the review. */
export const served: Served[] = [
  ...listHandlers,
  ...documentHandlers,

  serve(calls.getCompanyStanding, (context) =>
    standingOfCompany(context, getCertificationCompany(context, context.params.managementCompanyId)),
  ),
  serve(calls.isDue, async (context) => {
    const companyState = await standingOfCompany(
      context,
      getCertificationCompany(context, context.params.managementCompanyId),
    )
    return companyState?.isDue ?? false
  }),
  serve(calls.getPropertyOptions, (context) =>
    propertyOptions(context, getCertificationCompany(context, context.params.managementCompanyId)),
  ),
  serve(calls.getByManagementCompany, async (context) => {
    const newest = await context.db
      .selectFrom('managementCompanyAssetCertification')
      .select((f) => f.fn.max<number | null>('managementCompanyAssetCertificationId').as('id'))
      .where('managementCompanyId', '=', getCertificationCompany(context, context.params.managementCompanyId))
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
  serve(calls.sendDueReminders, (context) => remindDue(context)),
]
