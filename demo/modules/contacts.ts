import type pg from 'pg'
import type { DemoPart } from '../demoPart.ts'
import { continueIds, insertRows } from '../insertRows.ts'
import type { Portfolio } from '../types.ts'

/** Loads the contacts and the properties and companies to which they belong. */
async function loadContacts(client: pg.ClientBase, portfolio: Portfolio): Promise<void> {
  const columns = {
    contact_id: 'integer',
    name: 'text',
    company: 'text',
    title: 'text',
    city: 'text',
    phone: 'text',
    email: 'text',
  }
  await insertRows(
    client,
    'contact',
    columns,
    portfolio.contacts.map(({ id, ...contact }) => ({ contact_id: id, ...contact })),
  )
  await insertRows(
    client,
    'property_contact',
    { property_id: 'integer', contact_id: 'integer', contact_type_id: 'integer' },
    portfolio.propertyContacts.map((link) => ({
      property_id: link.propertyId,
      contact_id: link.contactId,
      contact_type_id: link.contactType,
    })),
  )
}

/**
 * Loads the contacts of every company. Then removes some leasing agents and occupancy contacts, so that some
 * are missing, and adds a few duplicate contacts. Contacts must be loaded before.
 */
async function loadCompanyContacts(client: pg.ClientBase): Promise<void> {
  await client.query(`insert into management_company_contact (management_company_id, contact_id, contact_type_id)
    select distinct p.management_company_id, k.contact_id, k.contact_type_id
    from property_contact k join property p using (property_id) where p.management_company_id is not null and k.contact_type_id >= 3`)
  await client.query(`delete from property_contact where (property_id % 131 = 7 and contact_type_id = 4)
    or (property_id % 173 = 5 and contact_type_id in (5, 7))`)
  await continueIds(client, 'contact', 'contact_id')
  await client.query(`with twin as (
      insert into contact (name, company, city, email) select upper(left(name, 1)) || lower(substr(name, 2)), company, city, upper(email)
      from contact where contact_id % 61 = 3 order by contact_id limit 8 returning *)
    insert into property_contact (property_id, contact_id, contact_type_id)
      select min(k.property_id), t.contact_id, 7 from twin t join contact c on lower(c.email) = lower(t.email) and c.contact_id <> t.contact_id
      join property_contact k on k.contact_id = c.contact_id group by t.contact_id`)
}

/** Loads the contacts of properties and companies. */
export default {
  after: ['properties'],
  load: async ({ client, portfolio }) => {
    await loadContacts(client, portfolio)
    await loadCompanyContacts(client)
  },
  idColumns: { contact: 'contact_id' },
} satisfies DemoPart
