import type { Seeder } from '../seeders.ts'

/** What the company's books call an account. */
export const seed: Seeder = async (owner, { companyId, word }) => {
  await owner.query(
    `insert into account_name (management_company_id, name, code) values ($1, lower($2) || ' rents ' || (select count(*) from account_name), '5120')`,
    [companyId, word],
  )
}
