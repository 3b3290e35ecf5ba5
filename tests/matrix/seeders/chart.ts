import type { Seeder } from '../seeders.ts'

/** Seeds the name under which the company's books know an account. */
export const seed: Seeder = async (owner, { companyId, marker }) => {
  await owner.query(
    `insert into account_name (management_company_id, name, code) values ($1, lower($2) || ' rents ' || (select count(*) from account_name), '5120')`,
    [companyId, marker],
  )
}
