import { sql } from 'kysely'
import type { CompanyRecords } from '#core/people/companies/server/index.ts'

/** Counts and moves the contacts of a management company when it is merged into another company. */
export const companyContactRecords: CompanyRecords = {
  label: 'Contacts of the company',
  count: (from) =>
    sql<number>`(select count(*)::integer from management_company_contact
      where management_company_id = ${from})`,
  move: async ({ db }, from, into) => {
    await sql`insert into management_company_contact (management_company_id, contact_id, contact_type_id)
      select ${into}::integer, contact_id, contact_type_id from management_company_contact
      where management_company_id = ${from}
      on conflict do nothing`.execute(db)
    const result =
      await sql`delete from management_company_contact where management_company_id = ${from}`.execute(db)
    return Number(result.numAffectedRows ?? 0)
  },
}
