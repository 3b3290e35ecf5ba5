import { sql } from 'kysely'
import { type CompanyRecords, rowsOfCompany } from '#core/people/companies/server/index.ts'

/**
 * Moves the files of a merged company to the other one. Documents about the company itself then name the
 * other company as their record.
 */
export const companyFileRecords: CompanyRecords = {
  ...rowsOfCompany('Files', 'file'),
  move: ({ db }, from, into) =>
    sql`update file set module_id = ${into}
      where management_company_id = ${from} and module_name = 'Company' and module_id = ${from}`.execute(db),
}
