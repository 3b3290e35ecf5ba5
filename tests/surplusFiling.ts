import type pg from 'pg'

/** SQL that lets company users file and read statements, for tests of surplus cash and distributions. */
export const statementPeople = `
  insert into permission (user_id, property_id, key, read, write) values (5, 1, 'AFS', true, true), (5, 2, 'AFS', true, true), (6, 1, 'AFS', true, false)`

/** Maple Grove's balance sheet in dollars, as far as surplus cash and equity use it (domain 5.4, 6.4). */
export const mapleGroveSheet: Readonly<Record<string, number>> = {
  1110: 300,
  1120: 58_420,
  1125: 4000,
  1135: 1980,
  1191: 16_800,
  1320: 62_400,
  2110: 11_860,
  2120: 2810,
  2123: 1500,
  2131: 3420,
  2170: 61_600,
  2191: 15_900,
  2210: 1140,
  2320: 2_326_800,
}

/** Inserts a statement of Maple Grove with these amounts and this status and returns its id. */
export async function insertStatement(
  owner: pg.Client,
  { year = 2025, statusId = 1, sheet = mapleGroveSheet, propertyId = 1 } = {},
): Promise<number> {
  const lines = Object.entries(sheet).map(([code, amount]) => ({ code, position: Number(code), amount }))
  const result = await owner.query<{ id: number }>(
    `with record as (insert into annual_statement (property_id, year, period_start, period_end, status_id, created_by, submitted, submitted_by_id, decided)
      values ($1, $2, make_date($2, 1, 1), make_date($2, 12, 31), $3, 5, case when $3 > 1 then now() - interval '30 days' end,
        case when $3 > 1 then 5 end, case when $3 > 4 then now() - interval '5 days' end) returning afs_id),
    line as (insert into annual_statement_line (afs_id, property_id, code, position, amount)
      select r.afs_id, $1, l.code, l.position, l.amount from record r, json_populate_recordset(null::annual_statement_line, $4) l)
    select afs_id as id from record`,
    [propertyId, year, statusId, JSON.stringify(lines)],
  )
  return result.rows[0]!.id
}

/**
 * Inserts the inputs from which Maple Grove's distribution rights are computed, with $18,500 undistributed
 * from 2024 (domain 6.4).
 */
export async function insertMapleGroveRights(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into distribution_basis (property_id, from_year, method, rate, development_cost, mortgage_principal, source, set_by_id)
      values (1, 2025, 'Percent of equity', 8, 2900000, 2450000, 'Cost certification', 2);
    insert into yearly_distributions_accrued (property_id, year, earned, typed) values (1, 2024, 18500, true);
    insert into distribution_payment (property_id, year, paid_on, source, amount) values (1, 2025, '2025-06-30', 'Outside the portal', 12000)`)
}

/** Delinquent reserve deposits, the one line of the form that the company enters itself. */
export const delinquentDeposits = {
  lineCode: 'A6',
  submittedAmount: 1200,
  description: 'Deposit of December',
}

/** SQL that deletes all statements and distributions. */
export const clearStatements = `delete from yearly_distributions_accrued; delete from distribution_payment; delete from distribution_basis;
  delete from distribution_request; delete from annual_statement`
