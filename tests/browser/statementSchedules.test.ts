import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { violations } from './accessibility.ts'
import { openStage, type Stage } from './stage.ts'
import { getField, getTieOuts, resetToDraft } from './statementForm.ts'
import { PATIENCE } from './visitor.ts'

let stage: Stage
let statement: { afsId: number; propertyId: number; year: number; lender: string }
let path: string

/** Reopens an approved statement that has a note payable and a statement of the year before. */
beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<typeof statement>(
    `select a.afs_id as "afsId", a.property_id as "propertyId", a.year, n.lender
      from annual_statement a join property p using (property_id) join afs_notes_payable n on n.afs_id = a.afs_id and n.account_code = '2320'
      join app_user u on u.user_name = 'company.admin' and u.management_company_id = p.management_company_id
      where a.status_id = 5 and p.fiscal_year_end_month = 12 and exists (select from annual_statement b where b.property_id = a.property_id and b.year = a.year - 1)
      order by a.year desc, a.property_id desc limit 1`,
  )
  statement = result.rows[0]!
  const { afsId, propertyId, year } = statement
  path = `/afs/view/${year}/${propertyId}`
  await resetToDraft(stage.owner, afsId)
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

test("the schedule of notes shows computed figures while typing, last year's figures and the sources of figures", async () => {
  const { page } = await stage.signedIn('company.admin', `${path}?part=notesPayable`)
  await getField(page, 'Additions, Note 1').waitFor({ timeout: PATIENCE })
  const notes = page.getByRole('table').first()
  const before = await notes.textContent()
  await getField(page, 'Additions, Note 1').fill('1000')
  await page.keyboard.press('Tab')
  await expect.poll(() => notes.textContent()).not.toBe(before)
  await getTieOuts(page).getByText('Notes in 2320').waitFor()
  // An emptied figure is carried again, but a typed one is not replaced.
  const beginning = getField(page, 'Beginning principal, Note 1')
  const balance = await beginning.inputValue()
  await beginning.fill('')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Carry figures' }).click()
  await expect.poll(() => beginning.inputValue()).toBe(balance)
  await expect.poll(() => getField(page, 'Additions, Note 1').inputValue()).not.toBe('$0.00')
  await page.getByRole('button', { name: 'More, Note 1' }).click()
  await page.getByText(/^-?\$\S+ = beginning principal \+ additions − payments$/).waitFor()
  await page
    .getByText(`carried from the ${statement.year - 1} statement`, { exact: false })
    .first()
    .waitFor()
  expect(await violations(page)).toEqual([])
})

test('a printed schedule shows labeled facts, dates, totals, formulas and sources', async () => {
  const { page } = await stage.signedIn('agency.write', path)
  await page.emulateMedia({ media: 'print' })
  const notes = page.locator('section').filter({ has: page.getByText('Notes payable', { exact: true }) })
  const paper = notes
    .filter({ hasText: 'Ending principal = beginning principal + additions − payments' })
    .last()
  await paper.waitFor({ timeout: PATIENCE })
  const text = await paper.textContent()
  expect(text).toContain(statement.lender)
  expect(text).toMatch(/Date of the note: \d\d\/\d\d\/\d{4}/)
  expect(text).toMatch(/Interest rate: \d+\.\d\d%/)
  expect(text).toMatch(/Secured: Yes/)
  expect(text).toMatch(/Total-?\$/)
  expect(text).not.toMatch(/\d{4}-\d\d-\d\d|\btrue\b/)
  const flows = page
    .locator('section')
    .filter({ hasText: 'Reconciliation of net profit to cash from operations' })
    .last()
  await expect.poll(() => flows.textContent()).toMatch(/C290N Net cash from operations-?\$/)
})
