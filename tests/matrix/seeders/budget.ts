import type { Seeder } from '../seeders.ts'

/**
 * Seeds a budget that can be submitted and approved: certified, with its changes explained and notes on its
 * comparisons.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with record as (insert into budget (property_id, budget_year, rent_increase_included, staffing, capital_plan, comments, certified,
        conditions, review_comments, created_by)
      values ($1, 2031 + (select count(*)::integer from budget where property_id = $1), false, jsonb_build_array(jsonb_build_object('clientKey', 'a', 'title', $2 || ' manager', 'hours', 40, 'salary', 30000,
          'charged', 100, 'rentFreeUnit', false)),
        jsonb_build_array(jsonb_build_object('clientKey', 'b', 'item', $2 || ' roof', 'year', 2031, 'cost', 5000)), $2 || ' budget', true,
        $2 || ' conditions', $2 || ' comments', 5) returning budget_id),
    imported as (insert into figure_import (lines, record_id, property_id, version, file, rows, at, before)
      select 'BudgetLine', budget_id, $1, 0, $2 || '.xlsx', 1, now(), jsonb_build_object('lines', jsonb_build_array()) from record)
    insert into budget_line (budget_id, property_id, code, position, proposed, approved, note)
      select budget_id, $1, code, position, amount, amount, $2 || ' note' from record,
        (values ('5120', 5120, 90000), ('5220', 5220, 100), ('6330', 6330, 30000), ('6320', 6320, 1), ('B210', 210, 1), ('B250', 250, 5000)) l (code, position, amount)`,
    [propertyId, marker],
  )
}
