import { type RawBuilder, sql } from 'kysely'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { insertRow, lockRow, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { Contact } from '../model/entities.ts'
import * as calls from '../model/peopleCalls.ts'
import { lockPropertyForChange, readProperty } from './property.ts'

type ContactRow = Row<typeof Contact>

/**
 * Loads the first contact of a property that matches `condition`, active ones first; null if there is none.
 * Refuses with 404 out of the caller's scope.
 */
async function loadContact(
  context: AnyContext,
  propertyId: number,
  condition: RawBuilder<unknown>,
): Promise<ContactRow | null> {
  await readProperty(context, propertyId)
  const result = await sql<ContactRow>`select c.* from contact c join property_contact k using (contact_id)
    where k.property_id = ${propertyId} and ${condition} order by c.active desc, k.property_contact_id
    limit 1`.execute(context.db)
  return result.rows[0] ?? null
}

/** Stores a contact, new or known by its id, and makes it the property's only lead referral agency. */
async function storeLraContact(
  context: AnyContext,
  propertyId: number,
  payload: Partial<ContactRow>,
): Promise<ContactRow> {
  const { contactId = 0, ...values } = payload
  if (contactId > 0) await lockRow(context, Contact, contactId)
  const contact = (
    contactId > 0
      ? await updateRow(context, Contact, contactId, values)
      : await insertRow(context, Contact, values)
  ) as ContactRow
  await context.db
    .updateTable('propertyContact')
    .set({ leadReferralAgency: false })
    .where('propertyId', '=', propertyId)
    .where('leadReferralAgency', '=', true)
    .execute()
  const tied = await sql`update property_contact set lead_referral_agency = true where property_contact_id = (
    select property_contact_id from property_contact where property_id = ${propertyId}
    and contact_id = ${contact.contactId}
    order by property_contact_id limit 1)`.execute(context.db)
  // The specification has no contact type for lead referral agencies. Leasing agent is the closest.
  if (Number(tied.numAffectedRows) === 0)
    await context.db
      .insertInto('propertyContact')
      .values({
        propertyId,
        contactId: contact.contactId,
        contactTypeId: ContactType.LeasingAgent,
        leadReferralAgency: true,
      })
      .execute()
  return contact
}

/** Loads the address for bills: the property's billing address, or else its company's address. */
async function loadBillingAddress(context: AnyContext, propertyId: number): Promise<string | null> {
  const property = await readProperty(context, propertyId)
  if (property.billingAddress || property.managementCompanyId === null) return property.billingAddress || null
  const company = await context.db
    .selectFrom('managementCompany')
    .select(['name', 'address', 'city', 'state', 'zip'])
    .where('managementCompanyId', '=', property.managementCompanyId)
    .executeTakeFirstOrThrow()
  const town = [company.city, [company.state, company.zip].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  return [company.name, company.address, town].filter(Boolean).join('\n')
}

/** The handlers of the calls for a property's primary contact, lead referral agency, owner and billing. */
export const peopleHandlers: Served[] = [
  serve(calls.getPrimaryContact, (context) =>
    loadContact(context, context.params.propertyId, sql`k.contact_type_id = ${ContactType.PrimaryContact}`),
  ),
  serve(calls.getLraContact, (context) =>
    loadContact(context, context.params.propertyId, sql`k.lead_referral_agency`),
  ),
  serve(calls.updateLraContact, async (context) => {
    const { propertyId } = await lockPropertyForChange(context, context.params.propertyId)
    return storeLraContact(context, propertyId, context.body)
  }),
  serve(calls.getOwner, async (context) => {
    const { propertyId, ownerName, ownerManaged } = await readProperty(context, context.params.propertyId)
    const contact = await loadContact(
      context,
      propertyId,
      sql`k.contact_type_id = ${ContactType.GeneralPartner}`,
    )
    return { ownerName, ownerManaged, contact }
  }),
  serve(calls.getBillingAddress, (context) => loadBillingAddress(context, context.params.propertyId)),
]
