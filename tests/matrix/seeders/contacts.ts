import type { Seeder } from '../seeders.ts'

const emptyContact =
  '{"title": null, "company": null, "address1": null, "address2": null, "city": null, "state": null, "zip": null, "phone": null}'

/**
 * Seeds a contact of the company with a request to change it, and then a request to add a contact to the
 * property.
 */
export const seed: Seeder = async (owner, { propertyId, companyId, marker }) => {
  await owner.query(
    `with person as (
      insert into contact (name, company, email) values ($3 || ' person', $3, lower($3) || '@person.example') returning *),
    named as (
      insert into management_company_contact (management_company_id, contact_id, contact_type_id) select $2, contact_id, 3 from person),
    request as (
      insert into contact_change_request (management_company_id, reason, created_by) values ($2, $3 || ' reason', 4) returning *)
    insert into contact_change (contact_change_request_id, management_company_id, kind, contact_type_id, contact_id, old_values, new_values, effective_date)
      select contact_change_request_id, $2, 'Change', 3, contact_id,
        '${emptyContact}'::jsonb || jsonb_build_object('name', name, 'email', email), '${emptyContact}'::jsonb || jsonb_build_object('name', $3 || ' other', 'email', email), '2026-01-01'
      from request, person where $1 > 0`,
    [propertyId, companyId, marker],
  )
  await owner.query(
    `with request as (
      insert into contact_change_request (property_id, reason, created_by) values ($1, $2 || ' reason', 4) returning *)
    insert into contact_change (contact_change_request_id, property_id, kind, contact_type_id, new_values, effective_date)
      select contact_change_request_id, $1, 'Add', 4, '${emptyContact}'::jsonb || jsonb_build_object('name', $2 || ' agent', 'email', 'agent@' || lower($2) || '.example'), '2026-01-01'
      from request`,
    [propertyId, marker],
  )
}
