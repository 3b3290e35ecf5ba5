import { buffer as readAll } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, formatDate, today } from '#kernel/model/dates.ts'
import { readPdf } from '#tests/pdf.ts'
import { expectAccessible, findOverflowing } from './accessibility.ts'
import { openFromWork } from './journeys/statementsDesk.ts'
import { buildPdfFile, buildPhotoFile } from './papers.ts'
import { expectFact, itemField, readErrorSummary, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let property: { id: number; name: string }
let claim: { number: string; path: string }
let request: { number: string; path: string }

const day = today()
const formatDay = (iso: string) => formatDate(iso, 'MM/DD/YYYY')

/** The property of company.user with the fewest claims, where the payment of a claim is not in the way. */
beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<{ id: number; name: string }>(`
    select p.property_id as id, p.name from permission g join app_user u using (user_id) join property p using (property_id)
    where u.user_name = 'company.user' and g.key = 'Insurance_Claim' and g.write and p.total_units >= 13 and p.status_id = 0
    order by (select count(*) from insurance_claim c where c.property_id = p.property_id), 1 limit 1`)
  property = result.rows[0]!
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const confirmSubmit = async (page: Page, text: string) => {
  await page.getByRole('button', { name: text }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { name: /received$/ }).waitFor()
}

describe('an insurance claim from the report to its closing', () => {
  test('the company reports a loss on a phone and sees everything missing at once', async () => {
    const company = await stage.signedIn('company.user', `/insuranceclaim/list/${property.id}`, {
      viewport: { width: 390, height: 844 },
    })
    const { page } = company
    await page.getByRole('link', { name: 'New claim' }).click()
    await company.arrives(`/insuranceclaim/view/0/${property.id}`)
    await page.getByRole('button', { name: 'Submit claim' }).click()
    const faults = await readErrorSummary(page)
    expect(faults).toHaveLength(6)
    expect(faults.join()).toContain('List at least one thing that was damaged.')
    await page.getByLabel('Date of loss').fill(formatDay(addDays(day, -4)))
    await page.getByRole('combobox', { name: 'Type of loss' }).fill('Fire')
    await page
      .getByText('the agency must be notified of a loss within 24 hours')
      .waitFor({ state: 'detached' })
    await page.getByLabel('What happened').fill('A stove burned in unit 12.')
    await page.getByLabel('Insurance company *', { exact: true }).fill('Prairie Mutual')
    await page.getByLabel(/^Total amount claimed/).fill('9000.00')
    await page.getByRole('button', { name: /^Add/ }).first().click()
    await itemField(page, 'Damaged items', 1).fill('Kitchen and ceiling')
    await page.getByRole('button', { name: /^Save/ }).first().click()
    await page.getByText('the agency must be notified of a loss within 24 hours').waitFor()
    const photos = page.getByRole('region', { name: 'Photo of the damage' })
    const choosing = page.waitForEvent('filechooser')
    await photos.getByRole('button', { name: /^Choose/ }).click()
    await (await choosing).setFiles(buildPhotoFile('kitchen.jpg'))
    await page.getByRole('button', { name: 'Remove kitchen.jpg' }).waitFor()
    expect(await findOverflowing(page)).toEqual([])
    await confirmSubmit(page, 'Submit claim')
    await company.arrives(/^\/insuranceclaim\/view\/\d+\/\d+$/)
    claim = { number: `IC-${company.path().split('/').at(-2)}`, path: company.path() }
    await page.getByRole('heading', { level: 1, name: `Insurance claim ${claim.number}` }).waitFor()
  })

  test('the agency records a check and sees why the claim cannot be closed yet', async () => {
    const analyst = await stage.signedIn('agency.write', '/insuranceclaim/list')
    const { page } = analyst
    await page
      .getByRole('row')
      .filter({ hasText: property.name })
      .getByRole('link', { name: claim.number })
      .click()
    await takeStep(page, 'Start review')
    await page.getByRole('button', { name: 'Record a check' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Check number').fill('7001')
    await dialog.getByLabel('Amount *', { exact: true }).fill('4000.00')
    await dialog.getByRole('button', { name: 'Save check' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('table', { name: 'Checks' }).getByRole('row').filter({ hasText: '7001' }).waitFor()
    const checks = page.getByRole('region', { name: 'Checks', exact: true })
    await checks.getByText('The agency still holds $4,000.00').waitFor()
    await checks.getByText('later than 24 hours').waitFor()
    await expectAccessible(page, 'claim under review')
  })

  test('the company requests payment for a repair and drops all documents at once', async () => {
    const company = await stage.signedIn('company.user', claim.path)
    const { page } = company
    await page.getByRole('region', { name: 'Timeline' }).getByText('Check 7001 received').waitFor()
    await page.getByRole('button', { name: 'Ask for payment' }).click()
    await company.arrives(/^\/insuranceclaim\/request\/\d+$/)
    await page.getByLabel('Repairs made').fill('New kitchen in unit 12.')
    await page.getByRole('button', { name: /^Add/ }).first().click()
    const vendor = (
      await stage.owner.query<{ name: string }>('select name from vendor where active order by 1 limit 1')
    ).rows[0]!
    for (const [label, text] of [
      ['Repair', 'Kitchen'],
      ['Vendor', vendor.name],
      ['Invoice number', 'K-77'],
      ['Invoice date', formatDay(addDays(day, -1))],
      ['Check number', '6001'],
    ] as const)
      await itemField(page, label, 1).fill(text)
    await itemField(page, 'Claimed amount', 1).click()
    await page.keyboard.type('500000')
    await page.getByText('$5,000.00 is requested; the agency holds $4,000.00').waitFor()
    const documents = page.getByRole('region', { name: 'All documents at once' })
    const choosing = page.waitForEvent('filechooser')
    await documents.getByRole('button', { name: 'Choose files' }).first().click()
    await (await choosing).setFiles([
      buildPdfFile('invoice K-77.pdf', 'Invoice'),
      buildPdfFile('check 6001.pdf', 'Check'),
      buildPhotoFile('item 1 photo.jpg'),
    ])
    await documents.getByText('3 of 3 in place').waitFor()
    await page.getByLabel(/^I certify/).check()
    await expectAccessible(page, 'payment request')
    await confirmSubmit(page, 'Submit request')
    request = { number: `IR-${company.path().split('/').at(-1)}`, path: company.path() }
  })

  test('an approval above the amount held is refused, the rest is paid, the claim is closed, and the letter is a PDF', async () => {
    const analyst = await openFromWork(stage, 'agency.write', request.number)
    const { page } = analyst
    await takeStep(page, 'Start review')
    await page.getByRole('button', { name: 'Approve open items as claimed' }).click()
    await page
      .getByRole('region', { name: 'What can be done next' })
      .getByRole('button', { name: 'Mark as reviewed' })
      .click()
    await expect
      .poll(async () => (await readErrorSummary(page)).join(' '))
      .toContain('$5,000.00 cannot be approved')
    await page.getByLabel('Approved amount, Item 1').click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('4000')
    await page.getByLabel(/^Reason.*Item 1/).fill('No more is held.')
    await takeStep(page, 'Mark as reviewed')
    const manager = await stage.signedIn('agency.manager', request.path)
    await takeStep(manager.page, 'Approve')
    await manager.page.getByRole('region', { name: 'Letters' }).waitFor()
    const payments = manager.page.getByRole('region', { name: 'Payments' })
    await payments.getByRole('button', { name: /^Record payment/ }).click()
    const paying = manager.page.getByRole('dialog')
    await paying.getByLabel('Paid on').fill(formatDay(day))
    await paying.getByLabel('Check number').fill('9001')
    await paying.getByRole('button', { name: 'Record payment' }).click()
    await payments.getByText('Everything approved is paid.').waitFor()
    await analyst.visit(claim.path)
    await page.getByLabel('Pictures were received').check()
    await page.getByLabel('Date of memo release').fill(formatDay(day))
    await takeStep(page, 'Mark as reviewed')
    await manager.visit(claim.path)
    await takeStep(manager.page, 'Close claim')
    await expectFact(manager.page, 'Held', '$0.00')

    const company = await stage.signedIn('company.user', request.path)
    await expectFact(company.page, 'Approved', '$4,000.00')
    await company.visit(claim.path)
    await company.page.getByRole('region', { name: 'Timeline' }).getByText('Claim closed').waitFor()
    await company.page.getByRole('region', { name: 'Letters' }).getByRole('button').first().click()
    const dialog = company.page.getByRole('dialog')
    const downloading = company.page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download PDF' }).click()
    const pdf = readPdf(await readAll(await (await downloading).createReadStream()))
    expect(pdf.text).toContain('Check 7001 of Prairie Mutual')
    expect(pdf.text).toContain('Held by the agency')
  })
})
