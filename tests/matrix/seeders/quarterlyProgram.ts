import type { Seeder } from '../seeders.ts'

/**
 * Seeds a month that can be submitted, the only one that its program requires in its quarter, and one year's
 * release of the fee.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with place as (select 2001 + count(*)::integer as year from tcap_program where property_id = $1),
    program as (insert into tcap_program (property_id, program, begins_on, ends_on, end_reason, fee_total, first_release_year)
      select $1, 'TCR', make_date(year, 3, 1), make_date(year, 3, 31), $2 || ' was repaid', 45000, year from place returning *),
    release as (insert into tcap_fee_release (tcap_program_id, property_id, release_year, amount, released_on)
      select tcap_program_id, $1, first_release_year, 3000, '2024-01-15' from program),
    quarter as (insert into tcap_quarter (property_id, year, quarter, review_comments, created_by)
      select $1, year, 1, $2 || ' comments', 1 from place),
    month as (insert into tcap (property_id, period_date, units, payables30, payables60, payables90, payables_over, move_ins, move_outs,
        move_out_reasons, evictions, police_calls, claims_filed, vacant_units, waiting_list, comments, created_by)
      select $1, make_date(year, 3, 1), 48, 0, 0, 0, 0, 0, 1, jsonb_build_array(jsonb_build_object('clientKey', 'a', 'reason', $2 || ' moved away', 'households', 1)),
        0, 0, 0, 1, 5, $2 || ' month', 5 from place returning tcap_id)
    insert into tcap_amount (tcap_id, property_id, code, position, amount, note)
      select tcap_id, $1, code, code::integer, amount, $2 || ' note' from month,
        (values ('1120', 5000), ('3130', 5000), ('5120', 9000), ('6450', 400)) l (code, amount)`,
    [propertyId, marker],
  )
}
