import { sql } from 'kysely'
import { type CompanyRecords, rowsOfCompany } from '#ground/companies/server/index.ts'

/** With a merged company its files go to the other one; its own documents, which name it as their subject, name that. */
export const filesOfCompany: CompanyRecords = {
  ...rowsOfCompany('Files', 'file'),
  move: ({ db }, from, into) =>
    sql`update file set management_company_id = ${into},
        module_id = case when module_name = 'Company' and module_id = ${from} then ${into} else module_id end
      where management_company_id = ${from}`.execute(db),
}
