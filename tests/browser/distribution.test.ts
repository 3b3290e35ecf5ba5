import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { mapleGroveSheet } from '#tests/surplusFiling.ts'
import { expectAccessible } from './accessibility.ts'
import { answerRequirements, readLetterText } from './distributionDesk.ts'
import { NO_FINDING } from './places.ts'
import { expectFact, readErrorSummary, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE } from './visitor.ts'

let stage: Stage
let property: { id: number; name: string }
let afsId: number
const YEAR = 2026

/**
 * Chooses a property of company.admin whose distributions need approval, and gives it Maple Grove's balance
 * sheet and distribution rights (domain 5.4, 6.4).
 */
beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<typeof property>(
    `select p.property_id as id, p.name from app_user u join property p using (management_company_id)
      join distribution_basis b on b.property_id = p.property_id
      where u.user_name = 'company.admin' and p.status_id = 0 and p.total_units >= 13 and ${NO_FINDING} and not exists (select from annual_statement a where a.property_id = p.property_id and a.year = ${YEAR})
      order by p.property_id limit 1`,
  )
  property = result.rows[0]!
  const { id } = property
  await stage.owner.query(
    `delete from yearly_distributions_accrued where property_id = ${id}; delete from distribution_payment where property_id = ${id}; delete from distribution_basis where property_id = ${id};
    insert into distribution_basis (property_id, from_year, method, rate, development_cost, mortgage_principal, source)
      values (${id}, ${YEAR}, 'Percent of equity', 8, 2900000, 2450000, 'Cost certification');
    insert into yearly_distributions_accrued (property_id, year, earned, typed) values (${id}, ${YEAR - 1}, 18500, true);
    insert into distribution_payment (property_id, year, paid_on, source, amount) values (${id}, ${YEAR}, '${YEAR}-06-30', 'Outside the portal', 12000)`,
  )
  const inserted = await stage.owner.query<{ id: number }>(
    `with record as (insert into annual_statement (property_id, year, period_start, period_end)
      values ($1, ${YEAR}, '${YEAR}-01-01', '${YEAR}-12-31') returning afs_id)
    insert into annual_statement_line (afs_id, property_id, code, position, amount)
      select r.afs_id, $1, l.key, l.key::integer, l.value::numeric from record r, jsonb_each_text($2) l returning afs_id as id`,
    [id, JSON.stringify(mapleGroveSheet)],
  )
  afsId = inserted.rows[0]!.id
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const setStatementStatus = (statusId: number) =>
  stage.owner.query(
    `update annual_statement set status_id = $2, submitted = coalesce(submitted, now()), version = version + 1 where afs_id = $1`,
    [afsId, statusId],
  )
const getGrid = (page: Page) => page.getByRole('grid', { name: `Surplus cash ${YEAR}` })
const getCell = (page: Page, line: string, column: number) =>
  getGrid(page)
    .getByRole('row', { name: new RegExp(`^${line} `) })
    .getByRole('gridcell')
    .nth(column)
const [SUBMITTED, EXPLANATION, REVIEWED] = [1, 3, 4]
const findSourcePanel = (page: Page) => page.getByRole('region', { name: 'Where this comes from' })

describe('surplus cash from the balance sheet to the letter of a distribution', () => {
  test('the company enters the lines that the balance sheet lacks, and each figure shows its source', async () => {
    const company = await stage.signedIn('company.admin', `/afs/review/surplus/${afsId}`)
    const { page } = company
    await expectFact(page, '\\(c\\) Surplus cash', '$40,870.00')
    await getCell(page, 'A6', SUBMITTED).click()
    await page.keyboard.type('1200')
    await page.keyboard.press('Enter')
    await expectFact(page, '\\(c\\) Surplus cash', '$39,670.00')
    await getCell(page, 'A6', EXPLANATION).click()
    await page.keyboard.type('Deposit of December')
    await page.keyboard.press('Enter')
    await getCell(page, 'A1', SUBMITTED).click()
    await page.keyboard.press('Alt+Enter')
    await findSourcePanel(page).getByText('= 1110 + 1120 + 1170 + 1191').waitFor()
    await findSourcePanel(page).getByText('$58,420.00').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => findSourcePanel(page).count()).toBe(0)
    await page.keyboard.press('Control+s')
    await page.getByText(/^Saved/).waitFor()
    await expectAccessible(page, 'surplus cash')
    await page
      .getByRole('navigation', { name: 'Parts of the statement' })
      .getByRole('link', { name: 'Distributions' })
      .click()
    const computed = page.getByRole('grid', { name: `Computation of distributions ${YEAR}` })
    await computed.getByRole('row', { name: /^B4 / }).getByText('$39,670.00').click()
    await findSourcePanel(page).getByText('= the lesser of B1 and B3, not below 0').waitFor()
    await findSourcePanel(page).getByText('$47,428.00').waitFor()
    await computed
      .getByRole('row', { name: /^Equity / })
      .getByText('$511,600.00')
      .click()
    await findSourcePanel(page).getByText('$61,600.00').waitFor()
    await expectAccessible(page, 'computation of distributions')
  })

  test("of two people who enter the same comment, the second sees the first one's text and decides which one applies", async () => {
    const path = `/afs/review/computationdistribution/${afsId}`
    const [first, second] = [
      await stage.signedIn('company.admin', path),
      await stage.signedIn('company.admin', path),
    ]
    second.tolerate(/409 \(Conflict\)/)
    const save = ({ page }: typeof first) => page.keyboard.press('Control+s')
    await first.page.getByLabel('Comments').fill('Paid in June')
    await save(first)
    await first.page.getByText(/^Saved/).waitFor()
    await second.page.getByLabel('Comments').fill('Paid in July')
    await save(second)
    await second.page
      .getByRole('alert')
      .getByText(/Comments: .+ changed it to “Paid in June” at/)
      .waitFor()
    const question = second.page.getByRole('alert', { name: 'Changed elsewhere' })
    await question.getByRole('button', { name: 'Keep mine' }).click()
    await save(second)
    await second.page.getByText(/^Saved/).waitFor()
    const result = await stage.owner.query(
      'select comments from computation_of_distributions where afs_id = $1',
      [afsId],
    )
    expect(result.rows).toEqual([{ comments: 'Paid in July' }])
  })

  test('the reviewer corrects a line and reverts the correction, and the submitted amount stays visible', async () => {
    await setStatementStatus(3)
    const { page } = await stage.signedIn('agency.write', `/afs/review/surplus/${afsId}`)
    await getCell(page, 'A7', REVIEWED).click()
    await page.keyboard.type('12000')
    await page.keyboard.press('Enter')
    await expectFact(page, '\\(c\\) Surplus cash, as reviewed', '$39,530.00')
    await page.keyboard.press('Control+s')
    await page.getByText(/^Saved/).waitFor()
    await getCell(page, 'A7', REVIEWED).click()
    await page.keyboard.type('11860')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+s')
    await expect
      .poll(
        async () =>
          (
            await stage.owner.query(
              'select review_amount from surplus_cash where afs_id = $1 and line_code = $2',
              [afsId, 'A7'],
            )
          ).rows,
      )
      .toEqual([{ review_amount: null }])
  })

  test("of two reviewers in one cell, the second sees the first one's amount, keeps the own one and decides", async () => {
    const path = `/afs/review/surplus/${afsId}`
    const [first, second] = [
      await stage.signedIn('agency.write', path),
      await stage.signedIn('agency.manager', path),
    ]
    second.tolerate(/409 \(Conflict\)/)
    const type = async ({ page }: typeof first, line: string, figure: string) => {
      await getCell(page, line, REVIEWED).click()
      await page.keyboard.type(figure)
      await page.keyboard.press('Enter')
    }
    const save = ({ page }: typeof first) => page.keyboard.press('Control+s')
    await type(first, 'A7', '12000')
    await type(first, 'A8', '50')
    await save(first)
    await first.page.getByText(/^Saved/).waitFor()
    await type(second, 'A7', '13000')
    await save(second)
    await second.page
      .getByRole('alert')
      .getByText(/A7 Reviewed: .+ changed it to \$12,000\.00 at/)
      .waitFor()
    const question = second.page.getByRole('alert', { name: 'Changed elsewhere' })
    await question.getByText(/A7 .*: yours \$13,000.*, theirs \$12,000/).waitFor()
    await expect.poll(() => getCell(second.page, 'A7', REVIEWED).textContent()).toContain('13,000')
    await question.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(() => getCell(second.page, 'A8', REVIEWED).textContent()).toContain('50')
    await save(second)
    await second.page.getByText(/^Saved/).waitFor()
    const result = await stage.owner.query(
      'select line_code, review_amount::float as amount from surplus_cash where afs_id = $1 and review_amount is not null order by 1',
      [afsId],
    )
    expect(result.rows).toEqual([
      { line_code: 'A7', amount: 13_000 },
      { line_code: 'A8', amount: 50 },
    ])
    await stage.owner.query('update surplus_cash set review_amount = null where afs_id = $1', [afsId])
    await setStatementStatus(4)
  })

  test('the company cannot request more than is available, sees the calculation while typing, and submits', async () => {
    const company = await stage.signedIn('company.admin', `/DistributionRequest/list/single/${property.id}`)
    const { page } = company
    await page.getByRole('button', { name: `Ask for a distribution of ${YEAR}` }).click()
    await company.arrives(/^\/DistributionRequest\/view\/\d+$/)
    const amount = page.getByLabel('Amount requested')
    await amount.fill('4000000')
    await expectFact(page, 'Remaining', '-$330.00')
    await page.getByRole('combobox', { name: 'Purpose' }).fill('Owner distribution')
    await page.getByLabel('Payee').fill('Maple Grove Partners LP')
    await page.getByRole('button', { name: 'Submit request' }).click()
    expect(await readErrorSummary(page)).toEqual([
      'Amount requested – $40,000.00 is more than the $39,670.00 that is available.',
    ])
    await amount.fill('3967000')
    await expectFact(page, 'Remaining', '$0.00')
    await page
      .getByRole('row', { name: /^Reserve deposits are current/ })
      .getByText('Not met')
      .waitFor()
    await expectAccessible(page, 'distribution request')
    await page.getByRole('button', { name: 'Submit request' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('heading', { name: /received$/ }).waitFor()
  })

  test('an unmet requirement is overridden with a reason, a second person approves, and the letter states $39,670.00', async () => {
    const result = await stage.owner.query<{ id: number }>(
      'select distribution_request_id as id from distribution_request where afs_id = $1',
      [afsId],
    )
    const path = `/DistributionRequest/review/${result.rows[0]!.id}`
    const { page } = await stage.signedIn('agency.write', path)
    await takeStep(page, 'Start review')
    await page.getByLabel('Amount approved').fill('39670')
    await answerRequirements(page)
    await page
      .getByLabel('Why it is approved although a requirement is not met')
      .fill('The deposit was made in January.')
    await takeStep(page, 'Mark as reviewed')
    const manager = await stage.signedIn('agency.manager', path)
    await takeStep(manager.page, 'Approve')
    // What stands in the right pane is on the paper too.
    await manager.visit(path)
    await manager.page.emulateMedia({ media: 'print' })
    await manager.page
      .getByRole('table', { name: 'Available for distribution' })
      .waitFor({ timeout: PATIENCE })
    await manager.page.emulateMedia({ media: 'screen' })
    const company = await stage.signedIn('company.admin', path)
    expect(await readLetterText(company.page)).toContain(
      'The agency approves $39,670.00 to Maple Grove Partners LP',
    )
    await company.visit(`/afs/review/computationdistribution/${afsId}`)
    await company.page
      .getByRole('row', { name: /approved/ })
      .getByText('$39,670.00')
      .waitFor({ timeout: PATIENCE })
  })
})
