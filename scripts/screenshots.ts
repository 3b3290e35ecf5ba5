import { mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { startPortal } from '#app/server.ts'
import { loadDemonstration } from '#demo/load.ts'
import { readConfig } from '#kernel/server/config.ts'
import { removeDataFolder } from '#postgres/data-folder.ts'
import { findBrowser } from './browser.mjs'
import { type Subjects, subjectsOf } from './screenshotSubjects.ts'
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

const CSV_OF_ROLL = `Unit,Bedrooms,Rent,Move-in,Rent type
101,2,525,03/01/2021,
102,2,9999,07/15/2023,
102,2,525,vacant,
103,three,640,02/01/2030,
104,3,,05/01/2019,`

/** What the check of a rent roll says, row by row. */
const seeRoll = async (page: Page): Promise<void> => {
  const choosing = page.waitForEvent('filechooser')
  const place = page.getByRole('region', { name: 'Current rent roll' })
  await place.getByRole('button').first().click()
  await (await choosing).setFiles({ name: 'roll.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV_OF_ROLL) })
  const found = page.getByText(/Rent roll: \d+ units checked/)
  await found.click()
  await found.evaluate((one) => one.scrollIntoView())
}

/** What a workbook would bring, row by row, before it is imported: the statement's own, as it was exported. */
const seeImport = async (page: Page): Promise<void> => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const workbook = { mimeType: 'application/octet-stream', buffer: readFileSync(await (await download).path()) }
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import file…' }).click()
  await (await choosing).setFiles({ name: 'Books 2025.xlsx', ...workbook })
  await page
    .getByRole('dialog')
    .getByText(/rows ready, .*Rows with faults/)
    .waitFor()
}

/** Where a total of the worksheet comes from. */
const seeDerivation = async (page: Page): Promise<void> => {
  await page.getByRole('combobox', { name: 'Go to account' }).fill('5000T')
  await page.getByRole('option', { name: /^5000T/ }).click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'gridcell')
  await page.keyboard.press('Alt+Enter')
  await page.getByRole('region', { name: 'Where this comes from' }).waitFor()
}

/** Of the daily work and of what is asked for at a property. */
const shotsOfRequests = (subjects: Subjects): Shot[] => [
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
const shotsOfStatements = (subjects: Subjects): Shot[] => [
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

/** What is asked of a figure or a file, and lists of years. */
const shotsOfAnswers = (subjects: Subjects): Shot[] => [
  {
    ...{ name: 'rent-roll-light', as: 'company.admin', path: subjects.increaseDraft, scheme: 'light' },
    prepare: seeRoll,
  },
  {
    ...{ name: 'rents-and-limits-light', as: 'company.admin', path: subjects.rentsAndLimits, scheme: 'light' },
    prepare: seeHeading('Rents and limits over the years'),
  },
  {
    ...{ name: 'rents-and-limits-phone-dark', as: 'company.admin', path: subjects.rentsAndLimits, scheme: 'dark' },
    ...{ size: PHONE, prepare: seeHeading('Rents and limits over the years') },
  },
  { name: 'cash-flow-dark', as: 'agency.write', path: subjects.cashFlow, scheme: 'dark' },
  { name: 'statements-by-year-light', as: 'agency.write', path: '/afs/review/list', scheme: 'light' },
  {
    ...{ name: 'distributions-by-year-dark', as: 'agency.write', scheme: 'dark' },
    path: '/DistributionRequest/review/list/2025?tab=By%20year',
  },
  {
    ...{ name: 'statement-import-light', as: 'company.admin', path: `${subjects.statementDraft}balanceSheet` },
    ...{ scheme: 'light', prepare: seeImport },
  },
  {
    ...{ name: 'derivation-dark', as: 'company.admin', path: `${subjects.statementDraft}incomeAndExpense` },
    ...{ scheme: 'dark', prepare: seeDerivation },
  },
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
let subjects: Subjects | undefined
const portal = await startPortal(readConfig({ DATA_FOLDER: folder, PORT: '0', LOG_LEVEL: 'error' }, []), {
  root,
  fill: async (client) => {
    await loadDemonstration(client, { password })
    subjects = await subjectsOf(client)
  },
})
try {
  mkdirSync(images, { recursive: true })
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const all = [shotsOfRequests, shotsOfStatements, shotsOfAnswers].flatMap((shots) => shots(subjects as Subjects))
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
