import { sql } from 'kysely'
import { sendEventMail } from '#core/correspondence/mailTemplates/server/index.ts'
import { loadRecordPeople } from '#core/portfolio/contacts/server/index.ts'
import { emptyRecord } from '#kernel/model/controller.ts'
import { selectRows } from '#kernel/model/listQuery.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import type { Values } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { VAWARequest, VawaStatus } from '../model/entities.ts'
import { ineligibleMail } from '../model/mails.ts'
import { confirmReader, loadProposablePeople, loadReaders, readerHooks } from './readers.ts'
import {
  changeRequest,
  createRequest,
  loadRequest,
  loadRequests,
  loadVawaLines,
  mayReadRequests,
  moveRequestTo,
  removeRequest,
} from './requests.ts'

/**
 * Marks a request as ineligible and mails the property's primary contact a link to the list. The mail
 * contains nothing else and is logged without a property.
 */
async function mailIneligible(context: AnyContext, requestId: number, propertyId: number): Promise<boolean> {
  const request = await loadRequest(context, requestId)
  if (request.propertyId !== propertyId) refuse.notFound('This request')
  await moveRequestTo(context, requestId, VawaStatus.INELIGIBLE)
  const { of: getRecipients } = await loadRecordPeople(context, {
    propertyId,
    filedCompanyId: request.filedCompanyId,
    submittedById: null,
    reviewerId: null,
  })
  await sendEventMail(context, {
    event: ineligibleMail.event,
    propertyId: null,
    recipientsOf: getRecipients,
    values: { link: `${context.services.config.publicUrl}/#/VawaList` },
  })
  return true
}

/** The handlers of the module's calls. The database returns no rows to people without the right. */
export const served: Served[] = [
  ...serveController(calls.vawaReaders, readerHooks),
  serve(calls.confirmReader, (context) => confirmReader(context, context.params.id)),
  serve(calls.vawaRequests.getAll, async (context) => selectRows(await loadRequests(context), context.query)),
  serve(calls.vawaRequests.getModel, async () => emptyRecord(VAWARequest)),
  serve(calls.vawaRequests.getOne, (context) => loadRequest(context, context.params.id)),
  serve(calls.vawaRequests.create, (context) => createRequest(context, context.body as Values)),
  serve(calls.vawaRequests.update, (context) => changeRequest(context, context.body as Values)),
  serve(calls.vawaRequests.remove, (context) => removeRequest(context, context.params.id)),
  serve(calls.getOccupancyRequests, async (context) => {
    const { id } = context.params
    const month = await sql`select from project_occupancy where project_occupancy_id = ${id}`.execute(
      context.db,
    )
    if (month.rows.length === 0) refuse.notFound('This month')
    return {
      mayRead: await mayReadRequests(context),
      rows: await loadVawaLines(context, sql`v.project_occupancy_id = ${id}`),
    }
  }),
  serve(calls.getList, async (context) => ({
    mayRead: await mayReadRequests(context),
    rows: await loadVawaLines(context, sql`true`),
    readers: await loadReaders(context),
    people: await loadProposablePeople(context),
  })),
  serve(calls.getNotReviewedCount, async ({ db }) => {
    const result = await sql<{
      count: number
    }>`select count(*)::integer as count from vawa_request where status_id = ${VawaStatus.NEW}`.execute(db)
    return result.rows[0]?.count ?? 0
  }),
  serve(calls.changeStatus, ({ body, ...context }) =>
    moveRequestTo(context, body.id, body.statusId, body.version),
  ),
  serve(calls.sendIneligibleTransferEmail, (context) =>
    mailIneligible(context, context.params.requestId, context.params.propertyId),
  ),
]
