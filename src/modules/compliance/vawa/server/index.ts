import { sql } from 'kysely'
import { sendEventMail } from '#ground/correspondence/mailTemplates/server/index.ts'
import { circleOf } from '#ground/portfolio/contacts/server/index.ts'
import { isAgency, mayAsAgency, runsCompany } from '#kernel/model/access.ts'
import { emptyRecord } from '#kernel/model/controller.ts'
import { chosenRows } from '#kernel/model/listQuery.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import type { Values } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { VAWARequest, VawaStatus } from '../model/entities.ts'
import { ineligibleMail } from '../model/mails.ts'
import { all, change, create, linesOf, mayRead, moveTo, one, remove } from './requests.ts'
import './tables.ts'

/** The right is given to a person of the agency, or to one of the company that is named. */
const readerHooks: CrudHooks = {
  before: async (context, values, present) => {
    const { userId, managementCompanyId = null } = { ...present, ...values } as {
      userId?: number
      managementCompanyId?: number | null
    }
    const people = await peopleOf(context)
    if (!people?.some((one) => one.userId === userId && one.managementCompanyId === managementCompanyId))
      refuse.invalid([{ field: 'userId', message: 'Person: choose one of the agency’s or of the company’s people.' }])
    return { userId, managementCompanyId, grantedBy: context.actor.userId }
  },
}

type Person = { userId: number; name: string; managementCompanyId: number | null }

/** Whom the caller may give the right: an administrator the agency's people, who is in charge of a company its people. */
async function peopleOf({ db, actor }: AnyContext): Promise<Person[] | null> {
  if (isAgency(actor) ? !mayAsAgency(actor, 'admin') : !runsCompany(actor)) return null
  const found = isAgency(actor)
    ? await sql<Person>`select distinct u.user_id, trim(u.first_name || ' ' || u.last_name) as name, null::integer as management_company_id
        from app_user u join user_role r using (user_id) where u.active and r.role_id in (1, 2) order by 2, 1`.execute(
        db,
      )
    : await sql<Person>`select u.user_id, trim(u.first_name || ' ' || u.last_name) as name, c.id as management_company_id
        from unnest(${actor.managementCompanyIds}::integer[]) as c (id) join app_user u on u.user_id = any (kernel.people_of(c.id))
        where u.active order by 2, 1`.execute(db)
  return found.rows
}

async function readersOf({ db }: AnyContext) {
  const found = await sql<Values>`select r.*, trim(u.first_name || ' ' || u.last_name) as name
    from vawa_reader r join app_user u using (user_id) order by 6`.execute(db)
  return found.rows as never
}

/**
 * Mails the property's primary contact where to look; the mail says nothing else, and belongs to no property in the
 * log.
 */
async function mailIneligible(context: AnyContext, requestId: number, propertyId: number): Promise<boolean> {
  const request = await one(context, requestId)
  if (request.propertyId !== propertyId) refuse.notFound('This request')
  await moveTo(context, requestId, VawaStatus.INELIGIBLE)
  const { of: recipientsOf } = await circleOf(context, {
    propertyId,
    filedCompanyId: request.filedCompanyId,
    submittedById: null,
    reviewerId: null,
  })
  await sendEventMail(context, {
    event: ineligibleMail.event,
    propertyId: null,
    recipientsOf,
    values: { link: `${context.services.config.publicUrl}/#/VawaList` },
  })
  return true
}

/** Everything the module answers. Nothing of it is read by who was not given the right: the database gives them no row. */
export const served: Served[] = [
  ...serveController(calls.readers, readerHooks),
  serve(calls.requests.getAll, async (context) => chosenRows(await all(context), context.query)),
  serve(calls.requests.getModel, async () => emptyRecord(VAWARequest)),
  serve(calls.requests.getOne, (context) => one(context, context.params.id)),
  serve(calls.requests.create, (context) => create(context, context.body as Values)),
  serve(calls.requests.update, (context) => change(context, context.body as Values)),
  serve(calls.requests.remove, (context) => remove(context, context.params.id)),
  serve(calls.getOccupancyRequests, async (context) => {
    const { id } = context.params
    const month = await sql`select from project_occupancy where project_occupancy_id = ${id}`.execute(context.db)
    if (month.rows.length === 0) refuse.notFound('This month')
    return {
      mayRead: await mayRead(context),
      rows: await linesOf(context, sql`v.project_occupancy_id = ${id}`),
    }
  }),
  serve(calls.getList, async (context) => ({
    mayRead: await mayRead(context),
    rows: await linesOf(context, sql`true`),
    readers: await readersOf(context),
    people: await peopleOf(context),
  })),
  serve(calls.getNotReviewedCount, async ({ db }) => {
    const found = await sql<{
      count: number
    }>`select count(*)::integer as count from vawa_request where status_id = ${VawaStatus.NEW}`.execute(db)
    return found.rows[0]?.count ?? 0
  }),
  serve(calls.changeStatus, ({ body, ...context }) => moveTo(context, body.id, body.statusId, body.version)),
  serve(calls.sendIneligibleTransferEmail, (context) =>
    mailIneligible(context, context.params.requestId, context.params.propertyId),
  ),
]
