import { sql } from 'kysely'
import type { z } from 'zod'
import { companyTypes, contactTypes, missingTypes } from '#ground/contacts/model/index.ts'
import { contactsOf, type Owner, ownerOf, placesOf } from '#ground/contacts/server/index.ts'
import { filesOf } from '#ground/files/server/index.ts'
import { inScope, isAgency, mayAsAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { actionsFor, canEdit } from '#kernel/model/workflow.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { ContactChangeRequest } from '../model/entities.ts'
import { flow, requestNumber, statusLabel } from '../model/flow.ts'
import type { changeDetail, requestDetail } from '../model/shapes.ts'

/** The name under which the documents of requests are kept. */
export const MODULE = 'Contact_Change'

export type RequestRow = ContactChangeRequest
export type LineDetail = z.infer<typeof changeDetail>
export type Detail = z.infer<typeof requestDetail>

type Names = Pick<Detail, 'subject' | 'submittedByName' | 'reviewerName' | 'decidedByName'>

const person = (alias: string) =>
  sql<string | null>`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`

/** One request as its screens show it; not found when out of scope. A constant number of statements. */
export async function detailOf(context: AnyContext, requestId: number): Promise<Detail> {
  const found = await sql<RequestRow & Names>`
    select r.*, coalesce(p.name, m.name) as subject,
      ${person('s')} as submitted_by_name, ${person('v')} as reviewer_name, ${person('d')} as decided_by_name
    from contact_change_request r left join property p on p.property_id = r.property_id
    left join management_company m on m.management_company_id = r.management_company_id
    left join app_user s on s.user_id = r.submitted_by_id left join app_user v on v.user_id = r.reviewer_id
    left join app_user d on d.user_id = r.decided_by_id
    where r.contact_change_request_id = ${requestId}`.execute(context.db)
  return compose(context, found.rows[0] ?? refuse.notFound('This contact change request'))
}

const isNew = (row: RequestRow): boolean => row.contactChangeRequestId === 0

async function compose(context: AnyContext, row: RequestRow & Names): Promise<Detail> {
  const { actor } = context
  const contacts = await contactsOf(context, ownerOf(row))
  const held = contacts.filter((one) => one.active).map((one) => one.contactTypeId)
  const files = isNew(row) ? [] : await filesOf(context, [{ moduleName: MODULE, moduleId: row.contactChangeRequestId }])
  return {
    ...row,
    requestNumber: requestNumber(row.contactChangeRequestId),
    statusLabel: statusLabel(row.statusId, row.submitted),
    lines: isNew(row) ? [] : await linesOf(context, row.contactChangeRequestId),
    contacts,
    missingTypes: missingTypes(held, row.propertyId === null ? companyTypes : contactTypes),
    documents: files.map(({ fileId, fileName, contentType, sizeBytes, createdAt }) => ({
      fileId,
      fileName,
      contentType,
      sizeBytes,
      createdAt,
    })),
    actions: isNew(row) ? [] : actionsFor(flow, row, actor, { twoPerson: false }),
    canEdit: canEdit(flow, row, actor),
    canDecide: row.statusId === 3 && mayAsAgency(actor, 'write') && inScope(actor.scope.write, row.propertyId ?? 0),
  }
}

/** The lines of a request in their order, each with the contact as it is now, in one statement. */
export async function linesOf(context: AnyContext, requestId: number): Promise<LineDetail[]> {
  const found = await sql<LineDetail>`
    select l.*, k.linked,
      case when l.kind = 'Add' then (select coalesce(sum(${placesOf(sql`known.contact_id`)}), 0)::integer from contact known
          where lower(known.email) = lower(l.new_values ->> 'email') and lower(known.name) = lower(l.new_values ->> 'name'))
        else greatest(${placesOf(sql`l.contact_id`)} - k.linked::integer, 0) end as other_places,
      -- Who is no longer theirs is nothing a company reads on.
      case when c.contact_id is not null and (k.linked or ${isAgency(context.actor)}) then
        jsonb_build_object('name', c.name, 'title', c.title, 'company', c.company, 'address1', c.address1, 'address2', c.address2,
          'city', c.city, 'state', c.state, 'zip', c.zip, 'phone', c.phone, 'email', c.email) end as present
    from contact_change l left join contact c on c.contact_id = l.contact_id
    cross join lateral (select exists (select 1 from property_contact o where o.property_id = l.property_id
        and o.contact_id = l.contact_id and o.contact_type_id = l.contact_type_id)
      or exists (select 1 from management_company_contact o where o.management_company_id = l.management_company_id
        and o.contact_id = l.contact_id and o.contact_type_id = l.contact_type_id) as linked) k
    where l.contact_change_request_id = ${requestId} order by l.position, l.contact_change_id`.execute(context.db)
  return found.rows
}

const blank = {
  contactChangeRequestId: 0,
  reason: null,
  statusId: 1,
  version: 0,
  submittedById: null,
  submitted: null,
  reSubmitted: null,
  reviewerId: null,
  reviewStarted: null,
  decidedById: null,
  decided: null,
  returnReason: null,
  decisionComment: null,
  filedFor: null,
  submittedByName: null,
  reviewerName: null,
  decidedByName: null,
}

/** The property or company a request is to be about; not found when there is none in scope. */
export async function subjectOf(
  { db }: AnyContext,
  { propertyId, managementCompanyId }: Owner,
): Promise<{ name: string; ownerManaged: boolean }> {
  if (propertyId !== null) {
    const found = await sql<{ name: string; ownerManaged: boolean }>`
      select name, owner_managed from property where property_id = ${propertyId}`.execute(db)
    return found.rows[0] ?? refuse.notFound('This property')
  }
  // A company is nobody's business but its own people's and the agency's.
  const found = await sql<{ name: string; ownerManaged: boolean }>`
    select name, false as owner_managed from management_company where management_company_id = ${managementCompanyId}
      and ((select kernel.is_agency()) or management_company_id = any ((select kernel.own_companies())::integer[]))`.execute(
    db,
  )
  return found.rows[0] ?? refuse.notFound('This management company')
}

/** The request of a property or company that is not decided yet, the latest; an empty one where there is none. */
export async function openRequestOf(context: AnyContext, owner: Owner): Promise<Detail> {
  const { name, ownerManaged } = await subjectOf(context, owner)
  const open = await context.db
    .selectFrom('contactChangeRequest')
    .select('contactChangeRequestId')
    .where('propertyId', 'is not distinct from', owner.propertyId)
    .where('managementCompanyId', 'is not distinct from', owner.managementCompanyId)
    .where('statusId', '<', 5)
    .orderBy('contactChangeRequestId', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (open) return detailOf(context, open.contactChangeRequestId)
  const empty = { ...blank, ...owner, ownerManaged, subject: name }
  return compose(context, {
    ...empty,
    createdBy: context.actor.userId,
    createdAt: context.services.now().toISOString(),
  })
}
