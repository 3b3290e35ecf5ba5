import type { Seeder } from '../seeders.ts'

/** Seeds a former developer, a bank and a management fee of the property, and the maximum fee of 2023. */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with maker as (
      insert into developer (name, notes) values ($2 || ' developers ' || nextval('developer_developer_id_seq'), $2 || ' notes') returning developer_id),
    former as (
      insert into property_developer (property_id, developer_id, from_date, to_date)
        select $1, developer_id, '2001-01-01', '2002-01-01' from maker),
    bank as (
      insert into financial_institution (name) values ('Bank ' || nextval('financial_institution_financial_institution_id_seq'))
        returning financial_institution_id),
    kind as (
      insert into property_management_fee (property_id, management_fee_type_id, effective_date, reason)
        values ($1, 2, '2001-01-01'::date + nextval('property_management_fee_property_management_fee_id_seq')::integer, $2 || ' lease-up')),
    maximum as (
      insert into management_fee_max (year, management_fee_type_id, amount, effective_date, source)
        values (2023, 1, 45, '2023-01-01', 'Test') on conflict do nothing)
    insert into property_financial_institution (property_id, financial_institution_id, used_for, last_used_on)
      select $1, financial_institution_id, $2 || ' reserve', '2025-12-31' from bank`,
    [propertyId, marker],
  )
}
