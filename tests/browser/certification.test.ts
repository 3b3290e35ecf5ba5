import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FolderStore } from '#core/platform/files/server/index.ts'
import { certificationJob } from '#features/companies/certification/server/night.ts'
import { addDays, today } from '#kernel/model/dates.ts'
import { readConfig } from '#kernel/server/config.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { openPool } from '#kernel/server/postgres/role.ts'
import { buildPdfFile } from './papers.ts'
import { expectFact, readErrorSummary, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'

/** The company of other.user, which has never applied. */
const COMPANY = 'Bell Management Inc.'
const PUBLIC = '/CertifiedManagementCompanyAgentList'

let stage: Stage
/** The path of the application after its first save. */
let application = ''

beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/** Runs the nightly job of certifications as on this day. */
async function runNight(day: string): Promise<void> {
  const { host, port, user, password, database } = stage.owner
  const pool = openPool(`postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`, 2)
  const services = {
    config: readConfig({}, []),
    files: new FolderStore('.'),
    now: () => new Date(`${day}T12:00:00Z`),
  }
  await runDue(pool, services, certificationJob)
  await pool.end()
}

const add = (page: Page, noun: string) => page.getByRole('button', { name: `Add ${noun}` }).click()
/** Returns the box in a line. The list of its options has the same name, so only inputs match. */
const getCell = (page: Page, label: string, line: string) =>
  page.locator('input').and(page.getByLabel(`${label}, ${line}`, { exact: true }))
const normalizeText = (text: string) => text.replaceAll('*', '').trim().toLowerCase()
const getPageHead = (page: Page) => page.getByRole('heading', { level: 1 }).locator('xpath=..')

/** Amounts and percentages fill from the right, so they are typed digit by digit. */
const FIGURES = ['Ownership', 'Amount', 'Fee per unit and month']

async function fillLine(page: Page, line: string, cells: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(cells)) {
    const box = getCell(page, label, line)
    await box.click()
    if (FIGURES.includes(label)) await page.keyboard.type(text)
    else await box.fill(text)
    await box.press('Tab')
  }
}

async function fillApplication(page: Page): Promise<void> {
  const texts = {
    'Employer identification number': '43-1234567',
    'Years in business': '21',
    'States in which it manages': 'MO',
    'Staff at the properties': '400',
    'Staff for compliance': '12',
    'Affordable units managed': '6000',
    'Average inspection score': '88',
    'Annual statements overdue today': '0',
    'Property-management software': 'Ledger',
    'Fair-housing policy': 'Staff are trained every year.',
    'Name of the signer': 'Signer of the test',
    'Title of the signer': 'President',
  }
  for (const [label, text] of Object.entries(texts))
    await page.getByRole('textbox', { name: label, exact: true }).fill(text)
  await page.getByRole('textbox', { name: 'Average occupancy of the last 12 months' }).click()
  await page.keyboard.type('9550')
  for (const group of [/party to a lawsuit/, /ever debarred/])
    await page.getByRole('radiogroup', { name: group }).getByLabel('No', { exact: true }).check()
  await add(page, 'principal')
  await fillLine(page, 'Principal 1', { Name: 'First Principal', Title: 'President', Ownership: '10000' })
  await add(page, 'program')
  await fillLine(page, 'Program 1', { Program: 'Rural Development 515', Properties: '190', Units: '6000' })
  await add(page, 'license')
  await fillLine(page, 'License 1', {
    License: 'Real-estate broker',
    Number: 'B-1',
    State: 'MO',
    Expires: '12/31/2099',
  })
  for (const [index, cover] of ['General liability', 'Fidelity bond'].entries()) {
    await add(page, 'policy')
    await fillLine(page, `Policy ${index + 1}`, {
      Cover: cover,
      Carrier: 'Mutual of the test',
      'Policy number': `P-${index}`,
      Amount: '100000000',
      Expires: '12/31/2099',
    })
  }
  for (const line of [1, 2]) {
    await add(page, 'reference')
    await fillLine(page, `Reference ${line}`, { Organization: `Bank ${line}`, Phone: '573-555-0101' })
  }
  await page.getByLabel('No company with an identity of interest serves our properties').check()
  // The message about the missing answer disappears and moves the fields below it, so the test waits for
  // that.
  await page.getByText('or check that there is none').first().waitFor({ state: 'detached' })
  await add(page, 'property')
  const property = getCell(page, 'Property', 'Property 1')
  await property.click()
  await page.getByRole('option').first().click()
  await fillLine(page, 'Property 1', { 'Fee per unit and month': '4500' })
  await page.getByLabel(/We make these pledges/).check()
}

async function attach(page: Page, kind: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page
    .getByRole('region', { name: kind, exact: true })
    .getByRole('button', { name: /^Choose/ })
    .click()
  const paper = buildPdfFile(`${kind}.pdf`, kind)
  await (await choosing).setFiles(paper)
  await page.getByRole('button', { name: `Remove ${paper.name}` }).waitFor()
}

describe('the certification of a company from its application to its end', () => {
  test('the company applies: it sees all faults at once, attaches documents, makes its pledges and gets a receipt', async () => {
    const { page } = await stage.signedIn('other.user', '/ManagementCompanyAssetCertificationList/0')
    await page.getByText('This company has not applied yet.').waitFor()
    await page.getByRole('link', { name: 'New application' }).click()
    await page.getByRole('button', { name: 'Submit application' }).click()
    const faults = await readErrorSummary(page)
    expect(faults.length).toBeGreaterThan(20)
    // Each fault names its field by its label in the form.
    const labels = (await page.locator('label, legend, h2, h3').allInnerTexts()).map(normalizeText)
    for (const fault of faults.filter(
      (fault) => !labels.some((label) => label && normalizeText(fault).includes(label)),
    ))
      await expect
        .poll(() => page.getByRole('region', { name: fault.split(' – ')[0]!, exact: true }).count(), {
          message: fault,
        })
        .toBe(1)
    await fillApplication(page)
    for (const kind of ['Exhibit A-5', 'Fair-housing policy', 'Certificate of insurance', 'Fidelity bond'])
      await attach(page, kind)
    expect(page.url()).toMatch(/\/edit\/\d+$/)
    application = new URL(page.url()).hash.slice(1)
    await page.getByRole('button', { name: 'Submit application' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('heading', { name: 'Application received' }).waitFor()
  })

  test('an analyst enters marks, a recommendation and a term of one month', async () => {
    const { page } = await stage.signedIn('agency.write', '/McCertificationList')
    await page.getByRole('tab', { name: /^Submitted/ }).click()
    await page.getByRole('row', { name: COMPANY }).getByRole('rowheader').getByRole('link').click()
    await takeStep(page, 'Start review')
    const review = page.getByRole('form', { name: 'Review' })
    for (const part of ['occupancy', 'timeliness', 'finances', 'training'])
      await review.getByLabel(`Mark for ${part}`).fill('90')
    const inspections = review.getByLabel('Mark for inspections')
    if (await inspections.count()) await inspections.fill('90')
    await review.getByLabel('Recommendation', { exact: true }).fill('Certify')
    await page.getByRole('option', { name: 'Certify' }).click()
    await review.getByLabel('Term in months').fill('1')
    await takeStep(page, 'Pass on with recommendation')
    await getPageHead(page).getByText('Recommended').waitFor()
  })

  test('a manager certifies the company, which gets a certificate and is on the public list', async () => {
    const { page } = await stage.signedIn('agency.manager', application)
    await takeStep(page, 'Certify')
    await getPageHead(page).getByText('Certified').waitFor()
    await expectFact(page, 'Term', /\d+ days left$/)
    await page.getByRole('button', { name: /^Certificate,/ }).click()
    const certificate = page.getByRole('article', { name: 'Certificate' })
    await expect.poll(() => certificate.textContent()).toContain(`${COMPANY}`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^Certificate MC-\d+\.pdf$/)

    const visitor = await stage.open()
    await visitor.visit(PUBLIC)
    await visitor.page.getByRole('rowheader', { name: COMPANY }).waitFor()
    expect(await visitor.page.getByRole('columnheader').allInnerTexts()).toHaveLength(6)
  })

  test('after its last day the certification is expired, off the list and mailed about, and the company can renew', async () => {
    const night = addDays(today(), 33)
    await runNight(night)
    const { rows } = await stage.owner.query<{ name: string }>(
      `select c.name from management_company_asset_certification a join management_company c using (management_company_id)
        where a.status_id = 5 and a.expires_on > $1 and c.name <> $2 limit 1`,
      [night, COMPANY],
    )
    const visitor = await stage.open()
    await visitor.visit(PUBLIC)
    await visitor.page.getByRole('rowheader', { name: rows[0]!.name, exact: true }).waitFor()
    expect(await visitor.page.getByRole('rowheader', { name: COMPANY }).count()).toBe(0)

    const { page } = await stage.signedIn('other.user', application)
    await getPageHead(page).getByText('Expired').waitFor()
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await page.getByRole('region', { name: 'History' }).getByText('Expired').first().waitFor()
    const mails = await stage.owner.query<{ event: string }>(
      `select event from outbox where entity = 'ManagementCompanyAssetCertification' and row_id = $1 order by outbox_id`,
      [Number(application.split('/').pop())],
    )
    expect(mails.rows.map((mail) => mail.event.replace('certification.', ''))).toEqual([
      'submitted',
      'approved',
      'expired',
    ])
    const otherUser = await stage.signedIn('other.user', '/ManagementCompanyAssetCertificationList/0')
    await otherUser.page.getByText('A renewal is due').waitFor()
    await otherUser.page.getByRole('link', { name: 'Apply for renewal' }).click()
    await otherUser.page.getByText('Filled with your last application').waitFor()
    await expect
      .poll(() => otherUser.page.getByLabel('Employer identification number *').inputValue())
      .toBe('43-1234567')
  })
})
