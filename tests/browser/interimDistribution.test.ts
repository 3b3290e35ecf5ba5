import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, addMonths, formatDate, today } from '#kernel/model/dates.ts'
import { expectAccessible } from './accessibility.ts'
import { expectFact, readErrorSummary } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let property: number
let afsId: number
/**
 * A fiscal year that ended six months before this month, so its interim day is the last day of the previous
 * month.
 */
const monthStart = `${today().slice(0, 8)}01`
const periodEnd = addDays(addMonths(monthStart, -6), -1)
const day = formatDate(addDays(monthStart, -1), 'MM/DD/YYYY')
const year = Number(periodEnd.slice(0, 4))

beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<{ id: number }>(
    `select p.property_id as id from app_user u join property p using (management_company_id)
      join distribution_basis b on b.property_id = p.property_id
      where u.user_name = 'company.admin' and p.status_id = 0 and p.total_units >= 13 order by p.property_id limit 1`,
  )
  property = result.rows[0]!.id
  await stage.owner.query(
    `delete from yearly_distributions_accrued where property_id = ${property}; delete from distribution_payment where property_id = ${property}; delete from distribution_basis where property_id = ${property};
    delete from distribution_request where property_id = ${property}; delete from annual_statement where property_id = ${property};
    insert into setting (key, value, effective_from) values ('distribution_interim', 'true', '2000-01-01');
    insert into distribution_basis (property_id, from_year, method, rate, development_cost, mortgage_principal, source)
      values (${property}, ${year}, 'Percent of equity', 8, 2900000, 2450000, 'Cost certification')`,
  )
  const inserted = await stage.owner.query<{ id: number }>(
    `insert into annual_statement (property_id, year, period_start, period_end, status_id, submitted, submitted_by_id)
      select ${property}, ${year}, $1, $2, 4, now() - interval '30 days', user_id from app_user where user_name = 'company.admin' returning afs_id as id`,
    [addDays(addMonths(addDays(periodEnd, 1), -12), 0), periodEnd],
  )
  afsId = inserted.rows[0]!.id
  await stage.owner.query(
    `insert into annual_statement_line (afs_id, property_id, code, position, amount) values (${afsId}, ${property}, '1120', 1120, 25000), (${afsId}, ${property}, '2320', 2320, 2400000)`,
  )
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const getGrid = (page: Page) => page.getByRole('grid', { name: `Surplus cash as of ${day}` })
const getCell = (page: Page, line: string) =>
  getGrid(page)
    .getByRole('row', { name: new RegExp(`^${line} `) })
    .getByRole('gridcell')
    .first()
const findSourcePanel = (page: Page) => page.getByRole('region', { name: 'Where this comes from' })

test('an owner enters interim figures, sees the amount they make available, and the agency sees the source of each figure', async () => {
  const company = await stage.signedIn('company.admin', `/DistributionRequest/list/single/${property}`)
  const { page } = company
  await page.getByRole('button', { name: `Ask for a distribution of ${year}` }).click()
  await company.arrives(/^\/DistributionRequest\/view\/\d+$/)
  await page.getByRole('combobox', { name: 'Period' }).fill('Semi-annual')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Surplus cash as of' }).fill(day)
  await page.keyboard.press('Enter')
  await getCell(page, 'A1').click()
  await page.keyboard.type('18200.50')
  await page.keyboard.press('Enter')
  await getCell(page, 'A7').click()
  await page.keyboard.type('3100.25')
  await page.keyboard.press('Enter')
  await expectFact(page, `B4 Available as of ${day}`, '$15,100.25')
  await page.getByLabel('Amount requested').fill('1510026')
  await page.getByRole('combobox', { name: 'Purpose' }).fill('Owner distribution')
  await page.getByLabel('Payee').fill('Maple Grove Partners LP')
  await page.getByRole('button', { name: 'Submit request' }).click()
  expect(await readErrorSummary(page)).toEqual([
    'Amount requested – $15,100.26 is more than the $15,100.25 that is available.',
  ])
  await page.getByLabel('Amount requested').fill('1510025')
  await getGrid(page).getByRole('row', { name: /^B2a / }).getByText('$20,000.00').click()
  await findSourcePanel(page).getByText('= equity × 8% × 6 ÷ 12, to the whole dollar').waitFor()
  await findSourcePanel(page).getByText('$500,000.00').waitFor()
  await findSourcePanel(page)
    .getByRole('button', { name: 'B3 Earned but unpaid at the end of the period' })
    .click()
  expect(await page.evaluate(() => document.activeElement?.closest('tr')?.textContent)).toMatch(/^B3 /)
  await expectAccessible(page, 'interim figures')
  await page.getByRole('button', { name: 'Submit request' }).click()
  const byRole = page.getByRole('dialog')
  await byRole.getByText('Figures typed for an interim day are certified by you').waitFor()
  await byRole.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { name: /received$/ }).waitFor()
  const result = await stage.owner.query<{ id: number }>(
    'select distribution_request_id as id from distribution_request where afs_id = $1',
    [afsId],
  )
  const agency = await stage.signedIn('agency.write', `/DistributionRequest/review/${result.rows[0]!.id}`)
  await getCell(agency.page, 'A1').click()
  await agency.page.keyboard.press('Alt+Enter')
  await findSourcePanel(agency.page)
    .getByText(new RegExp(`typed interim figure of ${day}, certified by .+ with the request on`))
    .waitFor()
  await agency.page
    .getByRole('row', { name: /^The amount is available/ })
    .getByText(`As of ${day}: $15,100.25 of $15,100.25 available`)
    .waitFor()
})
