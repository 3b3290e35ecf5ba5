import type { Seeder } from '../seeders.ts'

/**
 * Seeds a deposit that is due, a future deposit schedule and interest rate, and an adjustment that waits for
 * confirmation.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with account as (
      update reserve_account set account_number = $2 || '-' || reserve_account_id where property_id = $1 returning property_id, reserve_account_id),
    schedule as (
      insert into reserve_deposit_schedule (property_id, reserve_account_id, from_month, monthly_deposit, reason)
        select a.property_id, a.reserve_account_id, coalesce(max(from_month), '2040-01-01') + interval '1 month', 100, $2 || ' plan'
        from account a left join reserve_deposit_schedule s on s.reserve_account_id = a.reserve_account_id and from_month > '2040-01-01' group by 1, 2),
    rate as (
      insert into reserve_interest_rate (property_id, reserve_account_id, from_month, annual_interest_rate, reason)
        select a.property_id, a.reserve_account_id, coalesce(max(from_month), '2040-01-01') + interval '1 month', 1, $2 || ' rate'
        from account a left join reserve_interest_rate s on s.reserve_account_id = a.reserve_account_id and from_month > '2040-01-01' group by 1, 2),
    due as (
      insert into reserve_deposit (property_id, reserve_account_id, due_on, amount)
        select a.property_id, a.reserve_account_id, coalesce(max(due_on), '2025-01-01') + interval '1 month', 100
        from account a left join reserve_deposit d on d.reserve_account_id = a.reserve_account_id group by 1, 2)
    insert into reserve_adjustment (property_id, reserve_account_id, kind, entry_date, amount, reason, entered_by)
      select property_id, reserve_account_id, 'Bank fee', current_date - 30, -1, $2 || ' fee', 1 from account`,
    [propertyId, marker],
  )
}
