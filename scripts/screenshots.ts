import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { type Browser, chromium, type Page } from 'playwright-core'
import { startPortal } from '#app/server.ts'
import { loadDemonstration } from '#demo/load.ts'
import { readConfig } from '#kernel/server/config.ts'
import { removeDataFolder } from '#postgres/data-folder.ts'
import { findBrowser } from './browser.mjs'
import { isWebStale } from './web-hash.mjs'

// Takes the pictures of the README, those named on the command line or all: starts the demonstration in a folder that is removed afterwards and photographs its
// screens into docs/images.
const root = dirname(import.meta.dirname)
const images = join(root, 'docs', 'images')
const password = 'the screenshots only'
const wanted = process.argv.slice(2)
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

type Scheme = 'light' | 'dark'
type Shot = {
  name: string
  as?: string
  path: string
  scheme: Scheme
  size?: typeof DESK
  /** Brings the screen into the state to be shown. */
  prepare?: (page: Page) => Promise<void>
}

/** Paths of requests by status, for properties on which company.user files requests; and the property to show. */
type Subjects = {
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

async function subjectsOf(client: pg.Client): Promise<Subjects> {
  const found = await client.query<Subjects>(`
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
  return found.rows[0] as Subjects
}

/** The decision with the letter it sends, before it is made; the button tells the amount where there is one. */
const seeDecision = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Approve( \$[\d,.]+)?$/ }).click()
  await page.getByRole('dialog').getByRole('article').waitFor()
}

const seeHeading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name }).evaluate((heading) => heading.scrollIntoView())

/** The overview of a property: its map, and the lines of its balance and its debt coverage. */
const seeDrawings = async (page: Page): Promise<void> => {
  await page.locator('main figure svg path').first().waitFor()
  for (const name of ['Balance of the last months', 'Debt coverage by year'])
    await page.locator('figure', { hasText: name }).locator('polyline').waitFor()
}

/** Of the daily work and of what is asked for at a property. */
const shotsOfRequests = (subjects: Subjects & Filed): Shot[] => [
  { name: 'sign-in', path: '/login', scheme: 'light' },
  { name: 'queue-light', as: 'agency.write', path: '/ReplacementReserveMultiNav', scheme: 'light' },
  { name: 'request-form-light', as: 'company.user', path: subjects.drafted, scheme: 'light' },
  { name: 'review-dark', as: 'agency.write', path: subjects.underReview, scheme: 'dark' },
  { name: 'property-dark', as: 'agency.admin', path: subjects.property, scheme: 'dark', prepare: seeDrawings },
  { name: 'dashboard-light', as: 'agency.write', path: '/dashboard', scheme: 'light' },
  { name: 'contact-review-dark', as: 'agency.write', path: subjects.contactReview, scheme: 'dark' },
  { name: 'permissions-light', as: 'agency.admin', path: subjects.permissions, scheme: 'light' },
  { name: 'certified-light', path: '/CertifiedManagementCompanyAgentList', scheme: 'light' },
  { name: 'letter', as: 'agency.manager', path: subjects.reviewed, scheme: 'light', prepare: seeDecision },
  { name: 'operating-review-light', as: 'agency.write', path: subjects.operatingReview, scheme: 'light' },
  { name: 'suspension-review-dark', as: 'agency.write', path: subjects.suspensionReview, scheme: 'dark' },
  { name: 'completion-review-light', as: 'agency.write', path: subjects.completionReview, scheme: 'light' },
  { name: 'rent-increase-form-light', as: 'company.admin', path: subjects.increaseDraft, scheme: 'light' },
  { name: 'rent-increase-review-dark', as: 'agency.write', path: subjects.increaseReview, scheme: 'dark' },
  { name: 'tax-credit-light', as: 'agency.write', path: subjects.taxCredit, scheme: 'light' },
  {
    ...{ name: 'schedule-ii-light', as: 'agency.manager', path: subjects.increaseReviewed },
    ...{ scheme: 'light', prepare: seeDecision },
  },
  { name: 'rent-gap-review-light', as: 'agency.write', path: subjects.gapReview, scheme: 'light' },
  { name: 'insurance-claim-light', as: 'agency.write', path: subjects.claimReview, scheme: 'light' },
  {
    ...{ name: 'insurance-claim-phone-dark', as: 'company.user', path: subjects.claimReview },
    ...{ scheme: 'dark', size: PHONE },
  },
  {
    ...{ name: 'average-income-light', as: 'agency.write', path: subjects.averageIncome },
    ...{ scheme: 'light', prepare: seeHeading('Average income') },
  },
  { name: 'operating-decided-light', as: 'company.admin', path: subjects.operatingDecided, scheme: 'light' },
  { name: 'suspension-form-light', as: 'company.admin', path: subjects.suspensionDraft, scheme: 'light' },
  {
    ...{ name: 'comparable-rents-light', as: 'agency.write', path: subjects.compared },
    ...{ scheme: 'light', prepare: seeHeading('Market rents') },
  },
  { name: 'rent-gap-form-dark', as: 'company.admin', path: subjects.gapDraft, scheme: 'dark' },
  { name: 'insurance-payment-light', as: 'agency.write', path: subjects.paymentReview, scheme: 'light' },
]

/** Of budgets and statements, and of screens added later. */
const shotsOfStatements = (subjects: Subjects & Filed): Shot[] => [
  { name: 'budget-light', as: 'company.admin', path: subjects.budgetDraft, scheme: 'light' },
  {
    ...{ name: 'statement-light', as: 'company.admin', path: `${subjects.statementDraft}incomeAndExpense` },
    scheme: 'light',
  },
  {
    ...{ name: 'statement-reserves-dark', as: 'company.admin', path: `${subjects.statementDraft}reserves` },
    scheme: 'dark',
  },
  { name: 'report-card-light', as: 'agency.write', path: subjects.reportCard, scheme: 'light' },
  { name: 'surplus-cash-dark', as: 'agency.write', path: subjects.surplusCash, scheme: 'dark' },
  { name: 'distribution-review-light', as: 'agency.write', path: subjects.distributionReview, scheme: 'light' },
  { name: 'quarter-light', as: 'agency.write', path: subjects.quarter, scheme: 'light' },
  { name: 'budget-review-dark', as: 'agency.write', path: subjects.budgetReview, scheme: 'dark' },
  { name: 'chart-of-accounts-light', as: 'agency.admin', path: '/ChartOfAccounts', scheme: 'light' },
  {
    ...{ name: 'certifications-light', as: 'company.admin', path: `${subjects.statementDraft}certifications` },
    scheme: 'light',
  },
  {
    ...{ name: 'statement-phone-light', as: 'company.admin', path: `${subjects.statementDraft}balanceSheet` },
    ...{ scheme: 'light', size: PHONE },
  },
  { name: 'budget-against-audit-light', as: 'agency.write', path: subjects.againstAudit, scheme: 'light' },
  { name: 'accruals-light', as: 'agency.write', path: subjects.accruals, scheme: 'light' },
  { name: 'distribution-form-light', as: 'company.admin', path: subjects.distributionDraft, scheme: 'light' },
  { name: 'month-light', as: 'company.admin', path: subjects.month, scheme: 'light' },
  { name: 'work-light', as: 'agency.write', path: '/Work?view=Team', scheme: 'light' },
]

/** A screen stands there when its heading does and no skeleton, notice or loading bar is left. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy=true], [data-loading=true], [data-kind=success]:not(td)'),
  )
}

async function take(browser: Browser, address: string, shot: Shot): Promise<void> {
  const context = await browser.newContext({
    viewport: shot.size ?? DESK,
    colorScheme: shot.scheme,
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    await page.goto(`${address}/#${shot.as ? `/login/${encodeURIComponent(shot.path)}` : shot.path}`)
    if (shot.as) {
      await page.getByLabel('User name').fill(shot.as)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByLabel('User name').waitFor({ state: 'detached' })
    }
    await shot.prepare?.(page)
    await settled(page)
    const path = join(images, `${shot.name}.png`)
    await page.screenshot({ path })
    console.log(path)
  } finally {
    await context.close()
  }
}

if (isWebStale(root)) await import('./build.ts')
const folder = await mkdtemp(join(tmpdir(), 'rooftree-screenshots-'))
let subjects: (Subjects & Filed) | undefined
const portal = await startPortal(readConfig({ DATA_FOLDER: folder, PORT: '0', LOG_LEVEL: 'error' }, []), {
  root,
  fill: async (client) => {
    await loadDemonstration(client, { password })
    subjects = { ...(await subjectsOf(client)), ...(await filedOf(client)) }
  },
})
try {
  mkdirSync(images, { recursive: true })
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const all = [...shotsOfRequests(subjects as Subjects & Filed), ...shotsOfStatements(subjects as Subjects & Filed)]
    for (const shot of all.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
      await take(browser, portal.address, shot)
  } finally {
    await browser.close()
  }
} finally {
  await portal.stop()
  removeDataFolder(join(folder, 'postgres'))
  await rm(folder, { recursive: true, force: true })
}
