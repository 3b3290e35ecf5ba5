import { sql } from 'kysely'
import { contactTypeLabels } from '#core/platform/lookups/model/index.ts'
import { contactFieldLabels } from '#core/portfolio/contacts/model/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Recipient } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { requests as declared, type RequestRow } from '../model/requests.ts'
import { getOpenConflicts } from '../model/threeWay.ts'
import { applyDueChanges } from './apply.ts'
import { storeDecisions, storeDecisionTexts } from './decisions.ts'
import { loadRequestFacts, loadRequestLines } from './detail.ts'
import { storeLines } from './lines.ts'

/**
 * Returns the faults that prevent an approval: conflicts without a decision, and a reviewer who submitted the
 * request. The contacts remain locked, so that they cannot change before the approval.
 */
async function getApprovalFaults(context: AnyContext, row: RequestRow): Promise<Fault[]> {
  if (row.submittedById === context.actor.userId)
    return [{ field: '', message: 'You submitted this request; another analyst decides on it.' }]
  await sql`select 1 from contact where contact_id in (select contact_id from contact_change
    where contact_change_request_id = ${row.contactChangeRequestId}) order by contact_id for update`.execute(
    context.db,
  )
  const lines = await loadRequestLines(context, row.contactChangeRequestId)
  return lines.flatMap((line, index) =>
    getOpenConflicts(line).map((field) => ({
      field: `lines.${index}.${field}`,
      message:
        field === 'contact'
          ? `Change ${index + 1}: the contact no longer has this type here; decide what to do.`
          : `Change ${index + 1}: ${contactFieldLabels[field]} was changed in the meantime; decide which value applies.`,
    })),
  )
}

/** Loads the contacts of the types that the changes are about, as recipients of mails. */
async function loadConcernedContacts({ db }: AnyContext, row: RequestRow): Promise<Recipient[]> {
  const result = await sql<{ email: string; name: string }>`
    select distinct c.email, c.name from (
      select contact_id, contact_type_id from property_contact where property_id = ${row.propertyId}
      union select contact_id, contact_type_id from management_company_contact
      where management_company_id = ${row.managementCompanyId}) k
    join contact c using (contact_id) where c.active and c.email is not null and k.contact_type_id in (
      select contact_type_id from contact_change
      where contact_change_request_id = ${row.contactChangeRequestId})`.execute(db)
  return result.rows
}

const isOfProperty = sql`r.management_company_id is null and not r.owner_managed`

/** SQL: the rows of contact types with id and label. */
const typeRows = Object.entries(contactTypeLabels).map(
  ([id, label]) => sql`(${sql.lit(Number(id))}, ${sql.lit(label)})`,
)
/** SQL: the contact types `k` with their names. */
const typeNamesSql = sql`(values ${sql.join(typeRows)}) k(id, label)`

/** The server side of the review of contact change requests. */
export const requests = serveReview(declared, {
  detail: loadRequestFacts,
  line: {
    select: sql`r.owner_managed, r.reason, coalesce(l.changes, 0)::integer as changes,
      (select string_agg(k.label, ', ' order by k.id) from ${typeNamesSql}
      where k.id = any(l.contact_type_ids)) as contact_types,
      nullif(trim(s.first_name || ' ' || s.last_name), '') as submitted_by_name`,
    joins: sql`left join app_user s on s.user_id = r.submitted_by_id
      left join lateral (select count(*) as changes, array_agg(distinct contact_type_id) as contact_type_ids
        from contact_change l where l.contact_change_request_id = r.contact_change_request_id) l on true`,
  },
  parts: { ofProperties: isOfProperty, ofCompanies: sql`not (${isOfProperty})` },
  begin: async ({ db }, { propertyId }) => {
    const result = await sql<{ ownerManaged: boolean }>`
      select owner_managed from property where property_id = ${propertyId}`.execute(db)
    return { ownerManaged: result.rows[0]?.ownerManaged ?? false }
  },
  saved: async (context, row, { lines }) => {
    if (lines) await storeLines(context, row, lines)
  },
  reviewSaved: async (context, row, { decisions }) => {
    if (decisions) await storeDecisions(context, row.contactChangeRequestId, decisions)
  },
  needs: { approve: getApprovalFaults },
  // A returned request may be changed before it is submitted again, so the earlier choices are removed.
  returned: async (context, row) => {
    await sql`update contact_change set decisions = '{}'
      where contact_change_request_id = ${row.contactChangeRequestId}
      and decisions <> '{}'`.execute(context.db)
    return []
  },
  effects: {
    granted: async (context, row) => {
      await storeDecisionTexts(context, row.contactChangeRequestId)
      await applyDueChanges(context, row.contactChangeRequestId, context.settings.today())
    },
  },
  mailLines: () => ['The changes are approved. Those with a later effective date apply on that day.'],
  concerned: loadConcernedContacts,
  toDo: sql`left(r.reason, 80)`,
})
