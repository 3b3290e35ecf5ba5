import { buffer as readAll } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, formatDate, today } from '#kernel/model/dates.ts'
import { readPdf } from '#tests/pdf.ts'
import { expectAccessible } from './accessibility.ts'
import { buildPdfFile } from './papers.ts'
import { itemField, readErrorSummary, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const loadRequest = async (statusId: number) => {
  const { rows } = await stage.owner.query<{ id: number; property: number }>(
    `select operating_reserve_request_id as id, property_id as property from operating_reserve_request where status_id = $1 order by 1 limit 1`,
    [statusId],
  )
  return rows[0]!
}

const DAY = formatDate(addDays(today(), -20), 'M/D/YYYY')
const ROWS = [
  ['Type', 'Description', 'Vendor', 'Invoice #', 'Date', 'Check #', 'Amount'],
  ['Invoice reimbursement', 'Electricity', 'Prairie Power', 'P-1', DAY, '901', '$2,600.25'],
  ['Invoice reimbursement', 'Water', 'City Water', 'W-2', DAY, '902', '$1,000.00'],
]
  .map((row) => row.join('\t'))
  .join('\n')
const PAPERS = ['P-1 invoice.pdf', 'W-2 invoice.pdf', 'check 901.pdf', 'check 902.pdf'].map((name) =>
  buildPdfFile(name, name),
)
/** The request that the company files in one test and the agency decides in the next. */
const request = { id: 0, property: 0 }

test('a company sees every fault of an empty request, and the need is computed while the figures are typed', async () => {
  const { rows } = await stage.owner.query<{ property: number }>(`
    select property_id as property from permission join app_user using (user_id)
    where user_name = 'company.user' and key = 'OperatingReserve' and write order by 1 limit 1`)
  const { property } = rows[0]!
  await stage.owner.query(
    `with account as (insert into reserve_account (property_id, name, kind, opened_on)
      values ($1, 'Operating reserve of a test', 'Operating reserve', '2026-01-01') returning reserve_account_id, property_id)
    insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount)
    select property_id, reserve_account_id, '2026-01-01', 'Opening balance', 40000 from account`,
    [property],
  )
  const company = await stage.signedIn('company.user', `/OperatingReserveList/${property}`)
  const { page } = company
  await page.getByRole('link', { name: 'New request' }).click()
  await page.getByRole('button', { name: 'Submit request' }).click()
  await expect.poll(async () => (await readErrorSummary(page)).join(' ')).toContain('Add at least one item.')
  await page.getByRole('combobox', { name: /^Reserve/ }).fill('Operating reserve')
  await page.getByLabel('Payables now').fill('22400.00')
  await page.getByLabel('Due within the next 30 days').fill('9100.00')
  await page.getByLabel('Cash available').fill('18600.00')
  await page.getByText('$12,900.00').waitFor()
  await expectAccessible(page, 'request form')
  request.property = property
})

test('the company pastes costs, drops their documents at once and submits', async () => {
  const { page } = await stage.signedIn('company.user', `/OperatingReserve/0/${request.property}`)
  await page.getByRole('combobox', { name: /^Reserve/ }).fill('Operating reserve')
  await page.getByLabel('Why the property cannot pay').fill('Six units stand empty.')
  await page.getByLabel('Figures as of').fill(DAY)
  for (const [label, amount] of [
    ['Payables now', '22400.00'],
    ['Due within the next 30 days', '9100.00'],
    ['Cash available', '18600.00'],
  ] as const)
    await page.getByLabel(label).fill(amount)
  await page.getByRole('button', { name: 'Paste rows' }).click()
  await page.getByLabel(/^Copy the rows in Excel/).fill(ROWS)
  await page.getByRole('button', { name: 'Add rows' }).click()
  const documents = page.getByRole('region', { name: 'All documents at once' })
  const choosing = page.waitForEvent('filechooser')
  await documents.getByRole('button', { name: 'Choose files' }).first().click()
  await (await choosing).setFiles(PAPERS)
  await documents.getByText('4 of 4 in place').waitFor()
  const financials = page.waitForEvent('filechooser')
  await page
    .getByRole('region', { name: /^Balance sheet/ })
    .getByRole('button', { name: /^Choose/ })
    .click()
  await (await financials).setFiles(buildPdfFile('figures.pdf', 'Balance sheet'))
  await page.getByRole('button', { name: 'Remove figures.pdf' }).waitFor()
  await page.getByRole('checkbox', { name: /^I certify/ }).check()
  await page.getByRole('button', { name: 'Submit request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { name: 'Request received' }).waitFor()
  request.id = Number(/OperatingReserve\/(\d+)/.exec(page.url())?.[1])
})

test('a request is reviewed and approved by two people, its letter states the amount, and a copy warns of a duplicate invoice (DUP-02)', async () => {
  const path = `/OperatingReserve/${request.id}/${request.property}`
  const analyst = await stage.signedIn('agency.write', path)
  await takeStep(analyst.page, 'Start review')
  await analyst.page.getByRole('button', { name: 'Approve open items as claimed' }).click()
  await takeStep(analyst.page, 'Mark as reviewed')
  const manager = await stage.signedIn('agency.manager', path)
  await takeStep(manager.page, 'Approve')
  const { page } = await stage.signedIn('company.user', path)
  await page.getByRole('region', { name: 'Letters' }).getByRole('button').click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Download PDF' }).click()
  const pdf = readPdf(await readAll(await (await downloading).createReadStream()))
  expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain('The agency approves $3,600.25.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Copy as a new request' }).click()
  await page.getByText(`A copy of OR-${request.id}`).waitFor()
  await page
    .getByRole('row', { name: /^Total/ })
    .getByText('$3,600.25')
    .waitFor()
  await itemField(page, 'Invoice number', 1).fill('P-1')
  await itemField(page, 'Invoice date', 1).fill(DAY)
  const duplicateWarning = page
    .getByRole('status')
    .filter({ hasText: 'Item 1 looks like an invoice that was claimed before' })
  await duplicateWarning.locator('summary').click()
  await duplicateWarning.getByText(`Invoice P-1 of this vendor is claimed already in`).waitFor()
})

test('an analyst approves the items of a request as claimed and enters the vacant units', async () => {
  const { id, property } = await loadRequest(3)
  const analyst = await stage.signedIn('agency.write', '/OperatingReserveMultiNav')
  await analyst.page
    .getByRole('link', { name: `OR-${id}`, exact: true })
    .first()
    .waitFor()
  await analyst.visit(`/OperatingReserve/${id}/${property}`)
  await analyst.page.getByRole('button', { name: 'Approve open items as claimed' }).click()
  await analyst.page.getByLabel('Vacant units').fill('3')
  await expectAccessible(analyst.page, 'review')
})
