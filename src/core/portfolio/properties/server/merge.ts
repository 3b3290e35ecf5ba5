import { sql } from 'kysely'
import type { CompanyRecords } from '#core/people/companies/server/index.ts'
import { addDays } from '#kernel/model/dates.ts'

/** Moves the properties of a merged company to the other one from today on, and writes their history. */
export const companyPropertyRecords: CompanyRecords = {
  label: 'Properties',
  count: (from) =>
    sql<number>`(select count(*)::integer from property where management_company_id = ${from})`,
  move: async (context, from, into) => {
    const today = context.settings.today()
    await sql`update management_company_project_history set to_date = greatest(from_date,
      ${addDays(today, -1)}::date)
      where management_company_id = ${from} and to_date is null`.execute(context.db)
    await sql`update planned_company_change set management_company_id = ${into}
      where management_company_id = ${from}`.execute(context.db)
    return sql`with moved as (update property set management_company_id = ${into}, version = version + 1
        where management_company_id = ${from} returning property_id)
      insert into management_company_project_history (property_id, management_company_id, from_date)
        select property_id, ${into}::integer, ${today}::date from moved`.execute(context.db)
  },
}
