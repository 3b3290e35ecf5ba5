import { sql } from 'kysely'
import { companyTypes, contactTypes, getMissingTypes } from '#core/portfolio/contacts/model/index.ts'
import {
  contactPlacesSql,
  getContactOwner,
  loadContacts,
  loadZipStates,
} from '#core/portfolio/contacts/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { isDecided } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { RequestRow } from '../model/requests.ts'
import type { ChangeDetail } from '../model/shapes.ts'

/**
 * Loads the facts that a request's screen and rules need in addition to the request, in a constant number of
 * statements.
 */
export async function loadRequestFacts(context: AnyContext, row: RequestRow) {
  const contacts = await loadContacts(context, getContactOwner(row))
  const presentTypes = contacts.filter((contact) => contact.active).map((contact) => contact.contactTypeId)
  const allLines =
    row.contactChangeRequestId === 0 ? [] : await loadRequestLines(context, row.contactChangeRequestId)
  // Only the agency sees the reviewer's choices before the decision.
  const showsDecisions = isDecided(row.statusId) || isAgency(context.actor)
  const lines = showsDecisions ? allLines : allLines.map((line) => ({ ...line, decisions: {} }))
  const zipStates = await loadZipStates(
    context,
    lines.map((line) => line.newValues?.zip),
  )
  return {
    lines,
    contacts,
    missingTypes: getMissingTypes(presentTypes, row.propertyId === null ? companyTypes : contactTypes),
    zipStates: Object.fromEntries(zipStates),
  }
}

/**
 * Loads the lines of a request in their order, each with the present values of its contact, in one statement.
 */
export async function loadRequestLines(context: AnyContext, requestId: number): Promise<ChangeDetail[]> {
  const result = await sql<ChangeDetail>`
    select l.*, k.linked,
      case when l.kind = 'Add' then (select coalesce(sum(${contactPlacesSql(sql`known.contact_id`)}),
      0)::integer from contact known
          where lower(known.email) = lower(l.new_values ->> 'email')
          and lower(known.name) = lower(l.new_values ->> 'name'))
        else greatest(${contactPlacesSql(sql`l.contact_id`)} - k.linked::integer, 0) end as other_places,
      -- Who is no longer theirs is nothing a company reads on.
      case when c.contact_id is not null and (k.linked or ${isAgency(context.actor)}) then
        jsonb_build_object('name', c.name, 'title', c.title, 'company', c.company, 'address1', c.address1,
        'address2', c.address2,
          'city', c.city, 'state', c.state, 'zip', c.zip, 'phone', c.phone, 'email', c.email) end as present
    from contact_change l left join contact c on c.contact_id = l.contact_id
    cross join lateral (select exists (select 1 from property_contact o where o.property_id = l.property_id
        and o.contact_id = l.contact_id and o.contact_type_id = l.contact_type_id)
      or exists (select 1 from management_company_contact o
      where o.management_company_id = l.management_company_id
        and o.contact_id = l.contact_id and o.contact_type_id = l.contact_type_id) as linked) k
    where l.contact_change_request_id = ${requestId} order by l.position, l.contact_change_id`.execute(
    context.db,
  )
  return result.rows
}
