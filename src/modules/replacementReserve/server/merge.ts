import { sql } from 'kysely'
import type { CompanyRecords } from '#ground/companies/server/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'

const underWay = (from: number) => sql`r.status_id in (${RequestStatus.SUBMITTED}, ${RequestStatus.UNDER_REVIEW},
  ${RequestStatus.REVIEWED}) and r.property_id in (select property_id from property where management_company_id = ${from})`

/** Requests under way go with their properties, but go on showing the company that filed them. */
export const requestsOfCompany: CompanyRecords = {
  label: 'Replacement reserve requests under way',
  count: (from) => sql<number>`(select count(*)::integer from replacement_reserve_request r where ${underWay(from)})`,
  prepare: (context, from) =>
    sql`update replacement_reserve_request r set filed_company_id = ${from}
      where r.filed_company_id is null and ${underWay(from)}`.execute(context.db),
  move: async () => undefined,
}
