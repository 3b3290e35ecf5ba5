import { sql } from 'kysely'
import type { z } from 'zod'
import { plural } from '#kernel/model/formats.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serve } from '#kernel/server/serve.ts'
import { getPlaces, type place, replacePerson } from '../model/calls.ts'
import { getContactFaults } from '../model/rules.ts'
import { deactivateUnusedContacts, findOrAddContact, lockContact } from './links.ts'
import { loadZipStates } from './zipStates.ts'

/** Lists the properties and contact types that name a person, to preview a replacement. */
export const getPlacesHandler = serve(getPlaces, async ({ db, params }) => {
  const result = await sql<z.infer<typeof place>>`
    select k.property_contact_id, k.property_id, p.name as property_name, m.name as company_name,
    k.contact_type_id
    from property_contact k join property p using (property_id)
    left join management_company m on m.management_company_id = p.management_company_id
    where k.contact_id = ${params.contactId} order by p.name, k.contact_type_id`.execute(db)
  return result.rows
})

/** Replaces one person by another at the chosen places, with one statement for all places. */
export const replaceHandler = serve(replacePerson, async (context) => {
  const { db, body } = context
  const { contactId: formerId, propertyContactIds } = body
  const former = await lockContact(context, formerId)
  const values = body.values ?? {}
  if (!body.byContactId) {
    const faults = getContactFaults(values, 'values.', await loadZipStates(context, [values.zip]))
    if (faults.length > 0) refuse.invalid(faults)
  }
  const successor = body.byContactId
    ? (await lockContact(context, body.byContactId)).contactId
    : await findOrAddContact(context, values)
  if (successor === formerId)
    refuse.invalid([
      { field: 'byContactId', message: `Replacement: choose somebody other than ${former.name}.` },
    ])
  const selected = [...new Set(propertyContactIds)]
  const movedPlaces = await sql<{ propertyId: number }>`
    with gone as (delete from property_contact where contact_id = ${formerId}
      and property_contact_id = any (${selected}::integer[]) returning *),
    come as (insert into property_contact (property_id, contact_id, contact_type_id, lead_referral_agency)
      select property_id, ${successor}::integer, contact_type_id, lead_referral_agency from gone
      on conflict (property_id, contact_id, contact_type_id)
        do update set lead_referral_agency = property_contact.lead_referral_agency
        or excluded.lead_referral_agency)
    select property_id from gone`.execute(db)
  if (movedPlaces.rows.length < selected.length) {
    const missing = plural(selected.length - movedPlaces.rows.length, 'place', 'places')
    refuse.conflict(
      `${former.name} is no longer named at ${missing} of those chosen. Load the preview again.`,
    )
  }
  if (body.retire) await deactivateUnusedContacts(context, [formerId])
  const properties = new Set(movedPlaces.rows.map((row) => row.propertyId)).size
  return { replaced: movedPlaces.rows.length, properties, contactId: successor }
})
