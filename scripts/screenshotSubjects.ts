import type pg from 'pg'

/** Paths of requests by status, for properties on which company.user files requests; and the property to show. */
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

/** Paths of what companies file beside draws on the replacement reserve, one record of each that shows it well. */
const filed = {
  operatingReview: `select format('/OperatingReserve/%s/%s', operating_reserve_request_id, property_id)
    from operating_reserve_request where status_id = 3 order by operating_reserve_request_id desc`,
  suspensionReview: `select '/R4rSuspensionRequest/edit/' || replacement_reserve_suspension_id
    from replacement_reserve_suspension where status_id = 3`,
  completionReview: `select '/R4rCompletion/' || replacement_reserve_completion_id
    from replacement_reserve_completion where status_id = 3`,
  increaseDraft: `select format('/rentIncrease/RentIncrease/%s/%s', property_id, rent_increase_request_header_id)
    from rent_increase_request_header where status_id = 1 order by rent_increase_request_header_id desc`,
  increaseReview: `select format('/rentIncrease/RentIncrease/%s/%s', property_id, rent_increase_request_header_id)
    from rent_increase_request_header where status_id = 3 order by rent_increase_request_header_id`,
  increaseReviewed: `select format('/rentIncrease/RentIncrease/%s/%s', property_id, rent_increase_request_header_id)
    from rent_increase_request_header where status_id = 4 and not on_hold`,
  taxCredit: `select '/rentIncrease/ReviewTaxCredit/' || rent_increase_request_header_id
    from rent_increase_request_header where status_id = 3 order by rent_increase_request_header_id`,
  cashFlow: `select '/rentIncrease/ReviewCashFlow/' || rent_increase_request_header_id
    from rent_increase_request_header where status_id in (3, 4) and rent_increase_type_id = 2 order by status_id, 1`,
  rentsAndLimits: `select '/rentIncrease/RentIncreaseList/' || property_id from rent_increase_request_header
    where status_id = 5 and ${OWN} group by property_id order by count(*) desc, property_id`,
  gapReview: `select format('/rentIncrease/RentGapAssistanceReview/%s/%s', property_id, rent_gap_application_id)
    from rent_gap_application where status_id = 3 order by rent_gap_application_id`,
  claimReview: `select format('/insuranceclaim/view/%s/%s', c.insurance_claim_id, c.property_id) from insurance_claim c
    where c.status_id = 3 order by (select count(*) from insurance_request r where r.insurance_claim_id = c.insurance_claim_id) desc`,
  averageIncome: `select format('/EditProject/%s?tab=Average%%20income', property_id)
    from average_income_test group by property_id order by count(*) desc, property_id`,
  budgetDraft: `select format('/budget/view/%s/%s', property_id, budget_year) from budget
    where status_id = 1 and ${OWN} order by budget_id desc`,
  statementDraft: `select format('/afs/view/%s/%s?part=', year, property_id) from annual_statement
    where status_id = 1 and ${OWN} order by (return_reason is not null) desc, afs_id desc`,
  reportCard: `select '/afs/review/reportcard/' || afs_id from annual_statement where status_id = 3 order by afs_id`,
  surplusCash: `select '/afs/review/surplus/' || afs_id from annual_statement join surplus_cash using (afs_id)
    where status_id = 3 order by afs_id`,
  distributionReview: `select '/DistributionRequest/review/' || distribution_request_id from distribution_request
    where status_id = 3 order by distribution_request_id`,
  operatingDecided: `select format('/OperatingReserve/%s/%s', operating_reserve_request_id, property_id)
    from operating_reserve_request where status_id = 5 and ${OWN} order by operating_reserve_request_id desc`,
  suspensionDraft: `select '/R4rSuspensionRequest/edit/' || replacement_reserve_suspension_id
    from replacement_reserve_suspension where status_id = 1 and ${OWN}`,
  compared: `select format('/rentIncrease/RentIncrease/%s/%s', property_id, rent_increase_request_header_id)
    from comparable_rent join rent_increase_request_header using (rent_increase_request_header_id, property_id)
    order by status_id = 3 desc, rent_increase_request_header_id`,
  gapDraft: `select format('/rentIncrease/RentGapAssistance/%s/%s', property_id, rent_gap_application_id)
    from rent_gap_application where status_id = 1 and ${OWN} order by rent_gap_application_id`,
  paymentReview: `select '/insuranceclaim/request/' || insurance_request_id from insurance_request
    where status_id = 3 order by insurance_request_id`,
  budgetReview: `select format('/budget/view/%s/%s', property_id, budget_year) from budget where status_id = 3 order by budget_id`,
  accruals: `select '/afs/review/computationdistribution/' || afs_id from annual_statement join surplus_cash using (afs_id)
    where status_id = 3 order by afs_id`,
  distributionDraft: `select '/DistributionRequest/view/' || distribution_request_id from distribution_request
    where status_id = 1 and ${OWN} order by distribution_request_id`,
  againstAudit: `select '/afs/review/budgetvsaudit/' || afs_id from annual_statement where status_id = 3 order by afs_id`,
  month: `select format('/TCAP/%s/%s', property_id, period_date) from tcap where status_id = 1 and ${OWN} order by period_date desc`,
  quarter: `select format('/TCAPAdmin/%s/%s/%s', property_id, year, quarter) from tcap_quarter
    where status_id = 3 order by tcap_quarter_id`,
} as const
type Filed = Record<keyof typeof filed, string>

async function filedOf(client: pg.Client): Promise<Filed> {
  const parts = Object.entries(filed).map(([name, path]) => `(${path} limit 1) as "${name}"`)
  return (await client.query<Filed>(`select ${parts.join(', ')}`)).rows[0] as Filed
}

async function chosenOf(client: pg.Client): Promise<Chosen> {
  const found = await client.query<Chosen>(`
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
  return found.rows[0] as Chosen
}

/** What the pictures show: paths into the demonstration. */
export type Subjects = Chosen & Filed
export const subjectsOf = async (client: pg.Client): Promise<Subjects> => ({
  ...(await chosenOf(client)),
  ...(await filedOf(client)),
})
