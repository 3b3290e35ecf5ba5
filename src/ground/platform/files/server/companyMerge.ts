import { sql } from 'kysely'
import { type CompanyRecords, rowsOfCompany } from '#ground/people/companies/server/index.ts'

/**
 * With a merged company its files go to the other one; its own documents, which name it as their subject,
 * name that.
 */
export const filesOfCompany: CompanyRecords = {
  ...rowsOfCompany('Files', 'file'),
  move: ({ db }, from, into) =>
    sql`update file set module_id = ${into}
      where management_company_id = ${from} and module_name = 'Company' and module_id = ${from}`.execute(db),
}
