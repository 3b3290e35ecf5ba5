import type pg from 'pg'
import type { Page } from 'playwright-core'

/** Size of the window in pixels, that of a common desktop screen. */
export const DESK = { width: 1440, height: 900 }

/** A picture of the README: the user, the screen and the color scheme. */
export type Shot = {
  name: string
  /** User name to sign in with; without it the screen is public. */
  as?: string
  /** Path of the screen, after the `#` of the address. */
  path: string
  scheme: 'light' | 'dark'
  /** Brings the screen into the state to be shown. */
  prepare?: (page: Page) => Promise<void>
}

/**
 * Paths of requests by status, for properties on which company.user files requests, and paths of some other
 * screens.
 */
type RequestPaths = {
  drafted: string
  underReview: string
  reviewed: string
  property: string
  contactReview: string
  permissions: string
}

/** SQL condition: the property belongs to company.admin's company. */
const OWN = `property_id in (select p.property_id from property p join app_user u using (management_company_id) where u.user_name = 'company.admin')`

/**
 * SQL for the paths of other records that companies file, one record of each kind that shows its screen well.
 */
const filingQueries = {
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
type FilingPaths = Record<keyof typeof filingQueries, string>

async function loadFilingPaths(client: pg.Client): Promise<FilingPaths> {
  const parts = Object.entries(filingQueries).map(([name, path]) => `(${path} limit 1) as "${name}"`)
  return (await client.query<FilingPaths>(`select ${parts.join(', ')}`)).rows[0] as FilingPaths
}

async function loadRequestPaths(client: pg.Client): Promise<RequestPaths> {
  const result = await client.query<RequestPaths>(`
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
  return result.rows[0] as RequestPaths
}

/** Paths of the screens that the pictures show, in the demonstration. */
export type Subjects = RequestPaths & FilingPaths
export const loadSubjects = async (client: pg.Client): Promise<Subjects> => ({
  ...(await loadRequestPaths(client)),
  ...(await loadFilingPaths(client)),
})
