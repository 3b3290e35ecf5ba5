import { addDays, today } from '#kernel/model/dates.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'

/** A change of a property's company, or to none (`managementCompanyId` null), from a day on. */
export type CompanyChange = {
  propertyId: number
  formerId: number | null
  managementCompanyId: number | null
  fromDate: string
}

type Writer = Pick<Transaction, 'query'>

/**
 * Ends the present company's period the day before `fromDate` and begins the new company's. People of the
 * former company keep the right to read but lose the right to write, unless they work for the new company
 * too. Global_Admin is not changed because it is not a right at one property.
 */
export async function changePropertyCompany(transaction: Writer, change: CompanyChange): Promise<void> {
  const { propertyId, formerId, managementCompanyId, fromDate } = change
  await transaction.query(
    'update management_company_project_history set to_date = $2 where property_id = $1 and to_date is null',
    [propertyId, addDays(fromDate, -1)],
  )
  if (managementCompanyId !== null)
    await transaction.query(
      'insert into management_company_project_history (property_id, management_company_id, from_date) values ($1, $2, $3)',
      [propertyId, managementCompanyId, fromDate],
    )
  if (formerId !== null) {
    const people = '(select unnest(kernel.people_of($2)) except select unnest(kernel.people_of($3)))'
    const values = [propertyId, formerId, managementCompanyId]
    await transaction.query(
      `update permission set read = true, write = false
        where property_id = $1 and user_id in ${people} and write and key <> 'Global_Admin'`,
      values,
    )
    await transaction.query(
      `update user_property set is_main = false where property_id = $1 and user_id in ${people} and is_main`,
      values,
    )
  }
  await transaction.query(
    'update property set management_company_id = $2, version = version + 1 where property_id = $1',
    [propertyId, managementCompanyId],
  )
}

type Planned = {
  propertyId: number
  formerId: number | null
  managementCompanyId: number | null
  fromDate: string
}

/** The job that makes the planned changes of company whose day has come, at midnight in the agency's zone. */
export const plannedChangesJob: Job = {
  name: 'planned changes of company',
  due: (now, zone) => lastHour(now, zone, 0),
  run: async (transaction, { config }, dueAt) => {
    // If the company was merged since, the property goes to the company it was merged into.
    const due = await transaction.query<Planned>(
      `select c.property_id as "propertyId", p.management_company_id as "formerId", c.from_date::text as "fromDate",
        coalesce(m.alias_of, m.management_company_id) as "managementCompanyId"
      from planned_company_change c join property p using (property_id)
      left join management_company m on m.management_company_id = c.management_company_id
      where c.from_date <= $1 order by c.property_id for update of c, p`,
      [today(config.agencyZone, dueAt)],
    )
    for (const change of due.rows) {
      if (change.managementCompanyId !== change.formerId) await changePropertyCompany(transaction, change)
      await transaction.query('delete from planned_company_change where property_id = $1', [
        change.propertyId,
      ])
    }
  },
}
