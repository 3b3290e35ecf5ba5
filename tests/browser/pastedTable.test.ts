import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { today } from '#kernel/model/dates.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let path: string
let propertyId: number
const year = Number(today().slice(0, 4)) + 1
const PROPOSED = 3

beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<{ id: number }>(
    `select p.property_id as id from app_user u join property p using (management_company_id)
    join budget b on b.property_id = p.property_id and b.budget_year = $1::integer - 1 and b.status_id = 5
    where u.user_name = 'company.admin' and p.fiscal_year_end_month = 12 order by p.property_id limit 1`,
    [year],
  )
  const { id } = result.rows[0]!
  propertyId = id
  path = `/budget/view/${id}/${year}`
  await stage.owner.query('delete from budget where property_id = $1 and budget_year = $2', [id, year])
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const getCell = (page: Page, account: string) =>
  page
    .getByRole('grid', { name: `Budget ${year}` })
    .getByRole('row', { name: new RegExp(`^${account} `) })
    .getByRole('gridcell')
    .nth(PROPOSED)

test('point 4: a table pasted with account codes is checked and imported by its codes, regardless of the cell it is pasted at', async () => {
  const { page } = await stage.signedIn('company.admin', path)
  await getCell(page, '6310').click()
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, 'Account\tDescription\tBudget\r\n6452\tGas\t$16,240.00\r\n6400T\tTotal utilities\t26,100\r\n6450\tElectricity\t9,860\r\n6451\tWater\t$ -\r\n6311\tOffice\tabout\r\n')
  const dialog = page.getByRole('dialog', { name: 'Import the clipboard' })
  await dialog.getByText('3 rows ready, 1 with faults, 1 left out.').waitFor()
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click()
  await page
    .getByText('3 rows of the clipboard are in the worksheet; 1 with faults were not imported.')
    .waitFor()
  await expect.poll(() => getCell(page, '6452').textContent()).toBe('16,240')
  expect(await Promise.all(['6450', '6451'].map((code) => getCell(page, code).textContent()))).toEqual([
    '9,860',
    '0',
  ])
  // Imported figures of a budget that is not saved yet remain when another figure is typed.
  await getCell(page, '6320').click()
  await page.keyboard.type('55')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+s')
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved/ })
    .waitFor()
  const result = await stage.owner.query(
    `select code, proposed::float8 from budget_line l join budget b using (budget_id)
    where b.budget_year = $1 and b.property_id = $2 and proposed is not null order by code`,
    [year, propertyId],
  )
  expect(result.rows).toEqual([
    { code: '6320', proposed: 55 },
    { code: '6450', proposed: 9_860 },
    { code: '6451', proposed: 0 },
    { code: '6452', proposed: 16_240 },
  ])
  // The cell at which the table was pasted is unchanged.
  await expect.poll(() => getCell(page, '6310').textContent()).toBe('')
})
