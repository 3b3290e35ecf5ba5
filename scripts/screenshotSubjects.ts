import type pg from 'pg'
import type { Page } from 'playwright-core'

export const DESK = { width: 1440, height: 900 }

/** A picture: who looks at which screen, and how. */
export type Shot = {
  name: string
  as?: string
  path: string
  scheme: 'light' | 'dark'
  /** Brings the screen into the state to be shown. */
  prepare?: (page: Page) => Promise<void>
}

/**
 * Paths of requests by status, for properties on which company.user files requests; and the property to show.
 */
type Chosen = {
  drafted: string
  underReview: string
  reviewed: string
  property: string
  contactReview: string
  permissions: string
}

/** SQL: of the properties of company.admin's company. */
const OWN = `property_id in (select p.property_id from property p join app_user u using (management_company_id) where u.user_name = 'company.admin')`

/**
 * Paths of what companies file beside draws on the replacement reserve, one record of each that shows it
 * well.
 */
const filed = {
  increaseReview: `select format('/rentIncrease/RentIncrease/%s/%s', property_id, rent_increase_request_header_id)
    from rent_increase_request_header where status_id = 3 order by rent_increase_request_header_id`,
  budgetDraft: `select format('/budget/view/%s/%s', property_id, budget_year) from budget
    where status_id = 1 and ${OWN} order by budget_id desc`,
  statementDraft: `select format('/afs/view/%s/%s?part=', year, property_id) from annual_statement
    where status_id = 1 and ${OWN} order by (return_reason is null) desc, afs_id desc`,
  reportCard: `select '/afs/review/reportcard/' || afs_id from annual_statement where status_id = 3 order by afs_id`,
  inspection: `select '/inspection/view/edit/' || i.compliance_inspection_id from compliance_inspection i join inspection_finding f using (compliance_inspection_id)
    where i.status_id in (4, 5) group by 1 order by count(*) desc, 1`,
} as const
type Filed = Record<keyof typeof filed, string>

async function loadFiled(client: pg.Client): Promise<Filed> {
  const parts = Object.entries(filed).map(([name, path]) => `(${path} limit 1) as "${name}"`)
  return (await client.query<Filed>(`select ${parts.join(', ')}`)).rows[0] as Filed
}

async function loadChosen(client: pg.Client): Promise<Chosen> {
  const result = await client.query<Chosen>(`
    with request as (select r.*, format('/ReplacementReserve/%s/%s', replacement_reserve_request_id, r.property_id) as path,
        (select count(*) from replacement_reserve_request_item i
          where i.replacement_reserve_request_id = r.replacement_reserve_request_id) as items
      from replacement_reserve_request r
      where r.property_id in (select g.property_id from permission g join app_user u using (user_id)
        where u.user_name = 'company.user' and g.key = 'Replacement_Reserve' and g.write))
    select (select path from request where status_id = 1 order by items desc, path limit 1) as drafted,
      (select path from request where status_id = 3 order by items desc, path limit 1) as "underReview",
      (select path from request where status_id = 4 order by items desc, path limit 1) as reviewed,
      (select '/EditProject/' || min(property_id) from request) as property,
      (select '/ContactChangeRequestReview/' || min(contact_change_request_id) from contact_change_request
        where status_id = 3 and property_id is not null) as "contactReview",
      (select '/MHDCViewPermissions/' || user_id from app_user where user_name = 'company.user') as permissions`)
  return result.rows[0] as Chosen
}

/** What the pictures show: paths into the demonstration. */
export type Subjects = Chosen & Filed
export const loadSubjects = async (client: pg.Client): Promise<Subjects> => ({
  ...(await loadChosen(client)),
  ...(await loadFiled(client)),
})
