import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { today } from '#kernel/model/dates.ts'
import { summary, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE } from './visitor.ts'

let stage: Stage
let property: { id: number; name: string; rents: number }
let path: string
const year = Number(today().slice(0, 4)) + 1

/** A property of company.admin whose last budget was approved and whose next one was not begun. */
beforeAll(async () => {
  stage = await openStage()
  const found = await stage.owner.query<typeof property>(
    `select p.property_id as id, p.name, (select sum(e.units * e.rent) * 12 from rent_in_force(make_date($1::integer, 1, 1)) e where e.property_id = p.property_id)::float8 as rents
    from app_user u join property p using (management_company_id) join budget b on b.property_id = p.property_id and b.budget_year = $1::integer - 1 and b.status_id = 5
    where u.user_name = 'company.admin' and p.fiscal_year_end_month = 12 order by p.property_id limit 1`,
    [year],
  )
  property = found.rows[0]!
  path = `/budget/view/${property.id}/${year}`
  await stage.owner.query('delete from budget where property_id = $1 and budget_year = $2', [property.id, year])
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const grid = (page: Page) => page.getByRole('grid', { name: `Budget ${year}` })
const cell = (page: Page, account: string, column: number) =>
  grid(page)
    .getByRole('row', { name: new RegExp(`^${account} `) })
    .getByRole('gridcell')
    .nth(column)
const PROPOSED = 3
const NOTE = 6

/** Goes to an account by keyboard alone: its code in the search above the worksheet, Enter. */
async function goTo(page: Page, code: string) {
  await page.getByRole('combobox', { name: 'Go to account' }).focus()
  await page.keyboard.type(code)
  await page
    .getByRole('option', { name: new RegExp(`^${code} `) })
    .first()
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('gridcell')
}

const pasteHere = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

describe('a budget from the worksheet to the letter', () => {
  test('the company copies last year, pastes from Excel, asks where figures come from, and is told what is missing', async () => {
    const company = await stage.signedIn('company.admin', `/BudgetList/${property.id}`)
    const { page } = company
    await page.getByRole('link', { name: `Begin the ${year} budget` }).click()
    await company.arrives(path)
    await page.getByRole('button', { name: 'Copy current budget…' }).click()
    await page.getByRole('button', { name: 'Fill the proposed column' }).click()
    await expect
      .poll(() => cell(page, '5120', PROPOSED).textContent())
      .toBe(`$${property.rents.toLocaleString('en-US')}`)
    // By keyboard alone: two utilities pasted as one block, one step back, and on again.
    await goTo(page, '6450')
    const before = await cell(page, '6450', PROPOSED).textContent()
    await pasteHere(page, '$9,860.00\r\n6,480\r\n')
    await expect.poll(() => cell(page, '6451', PROPOSED).textContent()).toBe('$6,480')
    await page.keyboard.press('Control+z')
    await expect.poll(() => cell(page, '6450', PROPOSED).textContent()).toBe(before)
    await page.keyboard.press('Control+y')
    await goTo(page, '6400T')
    await page.keyboard.press('Alt+Enter')
    const from = page.getByRole('region', { name: 'Where this comes from' })
    await from.getByText('= 6420 to 6453').waitFor()
    await from.getByText('$9,860.00').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => from.count()).toBe(0)
    // Rents above the approved ones ask for a rent increase.
    await goTo(page, '5120')
    await page.keyboard.type(String(property.rents + 12_000))
    await page.keyboard.press('Enter')
    await page.getByText('Proposed rents are $12,000.00 above').waitFor()
    await page.getByRole('button', { name: 'Submit budget' }).click()
    const faults = await summary(page)
    expect(faults.some((one) => one.includes('Say whether a rent increase is to be asked for'))).toBe(true)
    expect(faults.some((one) => one.includes('Certify the budget'))).toBe(true)
    await page.getByLabel('Yes', { exact: true }).check()
    await page.getByRole('link', { name: /^Open a rent increase on this budget/ }).waitFor()
    await page.getByRole('button', { name: 'Save progress' }).click()
    await page.getByText(/^Saved/).waitFor()
  })

  test('figures of a file are seen checked first, an unknown name is given its account, and is known the next time', async () => {
    const { page } = await stage.signedIn('company.admin', path)
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import file…' }).click()
    const csv =
      'Account,Description,Budget\n6452,Gas,7000\nBoiler fuel,,1234\n6400T,Total utilities,999\n6453,Sewer,about\n'
    await (await choosing).setFiles({ name: 'books.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 row ready, 2 with faults, 1 left out.', { exact: false }).waitFor()
    await dialog.getByRole('combobox', { name: 'Account of row 3' }).click()
    await dialog.getByRole('combobox', { name: 'Account of row 3' }).fill('6420')
    await page.getByRole('option', { name: /^6420 / }).click()
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
    await expect.poll(() => cell(page, '6452', PROPOSED).textContent(), { timeout: PATIENCE }).toBe('$7,000')
    await goTo(page, '6420')
    await page.keyboard.press('Alt+Enter')
    await page
      .getByRole('region', { name: 'Where this comes from' })
      .getByText(/imported .*books\.csv, row 3/)
      .waitFor()
    await page.keyboard.press('Escape')
    const known = await stage.owner.query(`select code from account_name where name = 'boiler fuel'`)
    expect(known.rows).toEqual([{ code: '6420' }])
  })

  test('explained and certified it is submitted; the agency lowers a line, approves, and both columns stay', async () => {
    const { page } = await stage.signedIn('company.admin', path)
    await page.getByLabel(/^I certify/).check()
    for (let round = 0; round < 12; round += 1) {
      await page.getByRole('button', { name: 'Submit budget' }).click()
      const dialog = page.getByRole('dialog')
      await expect
        .poll(
          async () => (await dialog.count()) + (await page.getByRole('alert').filter({ hasText: 'problem' }).count()),
        )
        .toBeGreaterThan(0)
      if ((await dialog.count()) > 0) break
      // Each fault names its account; its note answers for it.
      const codes = [...new Set((await summary(page)).flatMap((one) => /\b(\d{4}|B\d{3})\b/.exec(one)?.[1] ?? []))]
      for (const code of codes) {
        await goTo(page, code)
        for (let step = PROPOSED; step < NOTE; step += 1) await page.keyboard.press('ArrowRight')
        await page.keyboard.type('Prices of the new contract')
        await page.keyboard.press('Enter')
      }
    }
    await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByText('Submitted (not reviewed)').first().waitFor()

    const analyst = await stage.signedIn('agency.write', path)
    await takeStep(analyst.page, 'Start review')
    await analyst.page.getByRole('columnheader', { name: 'Approved' }).waitFor()
    await goTo(analyst.page, '6452')
    await analyst.page.keyboard.type('6500')
    await analyst.page.keyboard.press('Enter')
    await expect.poll(() => cell(analyst.page, '6452', PROPOSED + 1).textContent()).toBe('$6,500')
    await takeStep(analyst.page, 'Mark as reviewed')
    const manager = await stage.signedIn('agency.manager', path)
    await takeStep(manager.page, 'Approve', 'As adjusted.')
    await manager.page.getByRole('region', { name: 'Letters' }).waitFor()
    const lines = await stage.owner.query(
      `select l.proposed::integer, l.approved::integer from budget_line l join budget b using (budget_id) where b.property_id = $1 and b.budget_year = $2 and l.code = '6452'`,
      [property.id, year],
    )
    expect(lines.rows).toEqual([{ proposed: 7000, approved: 6500 }])
  })
})
