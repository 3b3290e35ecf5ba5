import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readErrorSummary, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE } from './visitor.ts'

let stage: Stage
/**
 * The newest quarter of a property of company.admin in the program. Its third month is saved and not
 * submitted.
 */
let quarter: {
  id: number
  name: string
  year: number
  quarter: number
  month: string
  first: string
  payables: number
}

beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<typeof quarter>(
    `select p.property_id as id, p.name, q.year, q.quarter, t.period_date::text as month, (t.period_date - interval '2 months')::date::text as first,
      t.payables30::float8 as payables
    from app_user u join property p using (management_company_id) join tcap_quarter q using (property_id)
    join tcap t on t.property_id = p.property_id and t.period_date = make_date(q.year, q.quarter * 3, 1)
    where u.user_name = 'company.admin' and q.status_id = 1 and t.status_id = 1 limit 1`,
  )
  quarter = result.rows[0]!
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const getMonthPath = (month: string) => `/TCAP/${quarter.id}/${month}`
const getQuarterPath = () => `/TCAPAdmin/${quarter.id}/${quarter.year}/${quarter.quarter}`
const waitForText = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first().waitFor({ timeout: PATIENCE })

describe('a quarter from its last month to its restatement', () => {
  test('a file with an invalid figure is refused row by row, the corrected one is imported, and the import is reverted as one step', async () => {
    const { page } = await stage.signedIn('company.admin', getMonthPath(quarter.month))
    const income = page.getByRole('grid', { name: /^Income and expense/ })
    const getFigure = (code: string) =>
      income
        .getByRole('row', { name: new RegExp(`^${code} `) })
        .getByRole('gridcell')
        .first()
    const before = await getFigure('6452').textContent()
    const chooseFile = async (name: string, sewer: string) => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Import file…' }).click()
      const csv = `Account,Description,Month\n6452,Gas,712\n6453,Sewer,${sewer}\n`
      await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })
      return page.getByRole('dialog')
    }
    const refused = await chooseFile('month.csv', 'about 300')
    await refused.getByText('1 row ready, 1 with faults, 0 left out.', { exact: false }).waitFor()
    await refused
      .getByText(/about 300/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await refused.waitFor({ state: 'hidden' })
    await expect.poll(() => getFigure('6452').textContent()).toBe(before)
    const mended = await chooseFile('mended.csv', '301')
    await mended.getByText('2 rows ready, 0 with faults, 0 left out.', { exact: false }).waitFor()
    await mended.getByRole('button', { name: 'Import 2 rows' }).click()
    await expect.poll(() => getFigure('6453').textContent(), { timeout: PATIENCE }).toContain('301')
    await expect.poll(() => getFigure('6452').textContent()).toContain('712')
    await page.getByText(/2 rows of mended\.csv were imported on/).waitFor()
    await page.getByRole('button', { name: 'Take the import back' }).click()
    await expect.poll(() => getFigure('6452').textContent(), { timeout: PATIENCE }).toBe(before)
  })

  test('the company sees the differences and the source of the year to date, and submits, which opens the quarter', async () => {
    const company = await stage.signedIn('company.admin', `/TCAPList/${quarter.id}`)
    const { page } = company
    await page.getByRole('link', { name: /^Open / }).click()
    await company.arrives(getMonthPath(quarter.month))
    const income = page.getByRole('grid', { name: /^Income and expense/ })
    await income
      .getByRole('row', { name: /^5120 / })
      .getByRole('gridcell')
      .nth(2)
      .click()
    await page.keyboard.press('Alt+Enter')
    const from = page.getByRole('region', { name: 'Where this comes from' })
    await from.getByText('= Earlier in the year + ', { exact: false }).waitFor()
    await from.getByText(/^carried from /).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => from.count()).toBe(0)
    await page
      .getByRole('navigation', { name: 'Parts of the month' })
      .getByRole('button', { name: 'Activity and payables' })
      .click()
    await page.getByLabel('0 to 30 days').fill(String(quarter.payables + 500))
    await page.getByLabel('Evictions').fill('99')
    await page.getByRole('button', { name: 'Submit month' }).click()
    const faults = await readErrorSummary(page)
    expect(faults).toEqual([
      expect.stringContaining('TCA-T2 Payables by age'),
      expect.stringContaining('99 of'),
    ])
    await page.getByLabel('0 to 30 days').fill(String(quarter.payables))
    await page.getByLabel('Evictions').fill('0')
    await page.getByRole('button', { name: 'Submit month' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
    await waitForText(page, 'Submitted (not reviewed)')
    await page.getByRole('link', { name: /: Ready for review$/ }).waitFor()
  })

  test('the agency reviews and accepts the quarter, and a month that the company takes back reopens it with the reason', async () => {
    const analyst = await stage.signedIn('agency.write', getQuarterPath())
    await waitForText(analyst.page, 'Ready for review')
    await takeStep(analyst.page, 'Start review')
    await analyst.page.getByLabel('Reviewer’s comments').fill('Utilities are watched.')
    await takeStep(analyst.page, 'Mark as reviewed')
    const manager = await stage.signedIn('agency.manager', getQuarterPath())
    await takeStep(manager.page, 'Accept', 'As reported.')
    await waitForText(manager.page, 'Accepted')

    const { page } = await stage.signedIn('company.admin', getMonthPath(quarter.first))
    await page
      .getByRole('link', { name: /: Accepted$/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Take back' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('An invoice came late.')
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('button', { name: 'Submit month' }).waitFor()
    await analyst.visit(getQuarterPath())
    await waitForText(analyst.page, 'Under Review')
    await waitForText(analyst.page, 'The quarter cannot be accepted yet')
    await analyst.page.getByRole('button', { name: 'History' }).click()
    await waitForText(analyst.page, /An invoice came late/)
  })

  test('a month whose draft is deleted is not begun in the list of its quarter', async () => {
    const result = await stage.owner.query<{ id: number; month: string }>(
      `select t.property_id as id, to_char(t.period_date, 'Mon') as month from tcap t join property p using (property_id)
      join app_user u on u.management_company_id = p.management_company_id
      where u.user_name = 'company.admin' and t.status_id = 1 and t.submitted is null and t.property_id <> $1 limit 1`,
      [quarter.id],
    )
    const draft = result.rows[0]!
    const company = await stage.signedIn('company.admin', `/TCAPList/${draft.id}`)
    const { page } = company
    await page.getByRole('link', { name: `${draft.month}: Not Submitted` }).click()
    await page.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
    await company.arrives(`/TCAPList/${draft.id}`)
    await page.getByRole('link', { name: `${draft.month}: Not Started` }).waitFor({ timeout: PATIENCE })
  })
})
