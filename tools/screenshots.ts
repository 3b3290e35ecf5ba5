import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { startPortal } from '#app/server.ts'
import { loadDemonstration } from '#demo/load.ts'
import { readConfig } from '#kernel/server/config.ts'
import { removeDataFolder } from '#tools/postgres/data-folder.ts'
import { findBrowser } from './browser.mjs'
import { DESK, loadSubjects, type Shot, type Subjects } from './screenshotSubjects.ts'
import { isWebStale } from './web-hash.mjs'

// Takes the pictures of the README, either all or those named on the command line. It starts the
// demonstration in a folder that it removes afterwards, and stores the pictures of its screens in
// docs/images.
const root = dirname(import.meta.dirname)
const images = join(root, 'docs', 'images')
const password = 'the screenshots only'
const argv = process.argv.slice(2)

/** Opens the decision, with the letter that it will send. The button names the amount if there is one. */
const openDecision = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Approve( \$[\d,.]+)?$/ }).click()
  await page.getByRole('dialog').getByRole('article').waitFor()
}

/**
 * Waits for the drawings of a property's overview: its map, and the lines of its balance and its debt
 * coverage.
 */
const waitForDrawings = async (page: Page): Promise<void> => {
  await page.locator('main figure svg path').first().waitFor()
  for (const name of ['Balance of the last months', 'Debt coverage by year'])
    await page.locator('figure', { hasText: name }).locator('polyline').waitFor()
}

/** Waits for every figure of the portfolio, and for the map. */
const waitForFigures = async (page: Page): Promise<void> => {
  await page.locator('[aria-busy]').first().waitFor({ state: 'detached' })
  await page.locator('path[data-shade="4"]').first().waitFor()
}

/** Waits for the subtotals of a report. */
const waitForSubtotals = async (page: Page): Promise<void> => {
  await page.getByRole('table', { name: 'Subtotals' }).waitFor()
}

/** The pictures of the README. */
const getShots = (subjects: Subjects): Shot[] => [
  { name: 'queue-light', as: 'agency.write', path: '/ReplacementReserveMultiNav', scheme: 'light' },
  { name: 'request-form-light', as: 'company.user', path: subjects.drafted, scheme: 'light' },
  { name: 'review-dark', as: 'agency.write', path: subjects.underReview, scheme: 'dark' },
  {
    name: 'property-dark',
    as: 'agency.admin',
    path: subjects.property,
    scheme: 'dark',
    prepare: waitForDrawings,
  },
  { name: 'dashboard-light', as: 'agency.write', path: '/dashboard', scheme: 'light' },
  {
    name: 'portfolio-light',
    as: 'agency.manager',
    path: '/Portfolio',
    scheme: 'light',
    prepare: waitForFigures,
  },
  {
    name: 'report-light',
    as: 'agency.write',
    scheme: 'light',
    prepare: waitForSubtotals,
    path: '/reporting/VacancyReport?list=vacancy-report&where.groupBy=region',
  },
  { name: 'contact-review-dark', as: 'agency.write', path: subjects.contactReview, scheme: 'dark' },
  { name: 'permissions-light', as: 'agency.admin', path: subjects.permissions, scheme: 'light' },
  { name: 'certified-light', path: '/CertifiedManagementCompanyAgentList', scheme: 'light' },
  { name: 'letter', as: 'agency.manager', path: subjects.reviewed, scheme: 'light', prepare: openDecision },
  { name: 'rent-increase-review-dark', as: 'agency.write', path: subjects.increaseReview, scheme: 'dark' },
  { name: 'budget-light', as: 'company.admin', path: subjects.budgetDraft, scheme: 'light' },
  {
    name: 'statement-light',
    as: 'company.admin',
    path: `${subjects.statementDraft}incomeAndExpense`,
    scheme: 'light',
  },
  { name: 'report-card-light', as: 'agency.write', path: subjects.reportCard, scheme: 'light' },
  { name: 'occupancy-light', as: 'company.admin', path: '/occupancy/list/0', scheme: 'light' },
  { name: 'inspection-board-light', as: 'agency.write', path: '/inspection/multiNav', scheme: 'light' },
  { name: 'inspection-dark', as: 'agency.write', path: subjects.inspection, scheme: 'dark' },
  { name: 'watch-list-dark', as: 'agency.write', path: '/WatchList', scheme: 'dark' },
]

/** Waits until the screen is complete: it has a heading, and no skeleton, notice or loading bar is left. */
async function waitUntilComplete(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy=true], [data-loading=true], [data-kind=success]:not(td)'),
  )
}

async function takeScreenshot(browser: Browser, address: string, shot: Shot): Promise<void> {
  const context = await browser.newContext({
    viewport: DESK,
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
    await waitUntilComplete(page)
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
    subjects = await loadSubjects(client)
  },
})
try {
  mkdirSync(images, { recursive: true })
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    for (const shot of getShots(subjects as Subjects).filter(
      ({ name }) => argv.length === 0 || argv.includes(name),
    ))
      await takeScreenshot(browser, portal.address, shot)
  } finally {
    await browser.close()
  }
} finally {
  await portal.stop()
  removeDataFolder(join(folder, 'postgres'))
  await rm(folder, { recursive: true, force: true })
}
