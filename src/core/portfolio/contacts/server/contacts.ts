import { type RawBuilder, sql } from 'kysely'
import { loadHistory } from '#core/platform/history/server/index.ts'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { readProperty } from '#core/portfolio/properties/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { plural } from '#kernel/model/formats.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { getContactFaults, getMissingTypes } from '../model/rules.ts'
import { getContactValues } from '../model/values.ts'
import { type ContactLine, type ContactRow, contactPlacesSql, loadContacts, type Owner } from './links.ts'
import { getPlacesHandler, replaceHandler } from './replace.ts'
import { setContacts } from './setContacts.ts'
import { loadZipStates } from './zipStates.ts'

/**
 * Loads the contacts that match `condition` and that the caller may see: all for the agency, for others those
 * of their properties and of their own company.
 */
async function loadVisibleContacts(
  context: AnyContext,
  condition: RawBuilder<unknown>,
): Promise<ContactRow[]> {
  const result = await sql<ContactRow>`select c.* from contact c
    where (${isAgency(context.actor)} or ${contactPlacesSql(sql`c.contact_id`)} > 0) and ${condition}
    order by lower(c.name), c.contact_id`.execute(context.db)
  return result.rows
}

const controllerHandlers = serveController(calls.contacts, {
  before: async (context, values, present) => {
    const contactValues = getContactValues({
      ...(present as ContactRow | null),
      ...(values as Partial<ContactRow>),
    })
    // Existing faults in fields that were not sent do not block another correction.
    const faults = getContactFaults(
      contactValues,
      '',
      await loadZipStates(context, [contactValues.zip]),
    ).filter((fault) => !present || fault.field in values || (fault.field === 'zip' && 'state' in values))
    if (faults.length > 0) refuse.invalid(faults)
    return values
  },
  beforeRemove: async ({ db }, present) => {
    const { contactId, name } = present as ContactRow
    const result = await sql<{
      places: number
    }>`select ${contactPlacesSql(sql`${contactId}::integer`)} as places`.execute(db)
    const places = result.rows[0]!.places
    if (places > 0)
      refuse.rule(`${name} is named ${plural(places, 'time', 'times')}. Make the contact inactive.`)
  },
}).filter(({ call }) => call !== calls.contacts.getAll && call !== calls.contacts.getOne)

const propertyOwner = (propertyId: number): Owner => ({ propertyId, managementCompanyId: null })

async function loadCompanyContacts(context: AnyContext, companyId: number) {
  const result = await sql<ContactLine & { managementCompanyId: number; companyName: string }>`
    select c.*, k.contact_type_id, k.management_company_contact_id as link_id, false as lead_referral_agency,
      (select count(distinct o.property_id)::integer from property_contact o
      where o.contact_id = c.contact_id) as properties,
      k.management_company_id, m.name as company_name
    from management_company_contact k join contact c using (contact_id)
    join management_company m using (management_company_id)
    where ${companyId} = 0 or k.management_company_id = ${companyId}
    order by lower(m.name), k.contact_type_id, lower(c.name), c.contact_id`.execute(context.db)
  return result.rows
}

/** The handlers of the calls for contacts, without contact change requests. */
export const contactHandlers: Served[] = [
  ...controllerHandlers,
  getPlacesHandler,
  replaceHandler,
  serve(calls.getContacts, (context) => loadVisibleContacts(context, sql`true`)),
  serve(calls.getContact, async (context) => {
    const [contactRow] = await loadVisibleContacts(context, sql`c.contact_id = ${context.params.id}`)
    const contact = contactRow ?? refuse.notFound('This contact')
    const { name: conName, address1: conAddress1, address2: conAddress2 } = contact
    const { city: conCity, state: conState, zip: conZip } = contact
    return { ...contact, conName, conAddress1, conAddress2, conCity, conState, conZip }
  }),
  serve(calls.getByProject, async (context) => {
    await readProperty(context, context.params.propertyId)
    return loadContacts(context, propertyOwner(context.params.propertyId))
  }),
  serve(calls.getByContactType, async (context) => {
    const { propertyId, contactTypeId } = context.params
    await readProperty(context, propertyId)
    return loadContacts(context, propertyOwner(propertyId), sql`k.contact_type_id = ${contactTypeId}`)
  }),
  serve(calls.getByCompany, (context) => loadCompanyContacts(context, context.params.managementCompanyId)),
  serve(calls.saveProjectContacts, (context) =>
    setContacts(context, propertyOwner(context.params.propertyId), context.body),
  ),

  serve(calls.getContactHistory, async (context) => {
    const { propertyId } = context.params
    await readProperty(context, propertyId)
    const result = await sql<{ links: number[]; people: number[] }>`
      select coalesce(array_agg(distinct l.row_id), '{}') as links,
      coalesce(array_agg(distinct p.person) filter (where p.person is not null), '{}') as people
      from audit_log l left join lateral (select (l.changes ->> 'contact_id')::integer as person
      where l.operation <> 'update'
        union all select value::text::integer from jsonb_array_elements(case
        when l.operation = 'update' then l.changes -> 'contact_id' end) as value) p on true
      where l.table_name = 'property_contact' and l.property_id = ${propertyId}`.execute(context.db)
    const { links, people } = result.rows[0]!
    // A person's own rows belong to no property, so that row-level security shows their history to the agency
    // alone.
    return loadHistory(context, 'Contact', 0, [
      { table: 'property_contact', ids: links },
      { table: 'contact', ids: people },
    ])
  }),

  serve(calls.getDirectory, async ({ db }) => {
    const result = await sql<
      ContactRow & { contactTypeIds: number[]; properties: number; propertyName: string }
    >`
      select c.*, k.contact_type_ids, k.properties, k.property_name from contact c join lateral (
        select array_agg(distinct k.contact_type_id) as contact_type_ids,
        count(distinct k.property_id)::integer as properties,
          min(p.name) as property_name
        from property_contact k join property p using (property_id) where k.contact_id = c.contact_id
        and p.status_id <> ${sqlPropertyStatus.Deleted} having count(*) > 0) k on true
      order by lower(c.name), c.contact_id`.execute(db)
    return result.rows
  }),
  serve(calls.getMissing, async ({ db }) => {
    const result = await sql<{
      propertyId: number
      name: string
      companyName: string | null
      typeIds: number[]
    }>`
      select p.property_id, p.name, m.name as company_name,
        array(select distinct k.contact_type_id from property_contact k join contact c using (contact_id)
          where k.property_id = p.property_id and c.active) as type_ids
      from property p left join management_company m using (management_company_id)
      where p.status_id in (${sqlPropertyStatus.Active}, ${sqlPropertyStatus.UnderConstruction},
      ${sqlPropertyStatus.Decontrol}) order by p.name, p.property_id`.execute(db)
    return result.rows
      .map(({ typeIds, ...property }) => ({ ...property, contactTypeIds: getMissingTypes(typeIds) }))
      .filter((property) => property.contactTypeIds.length > 0)
  }),
]
