import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, formatDate, today } from '#kernel/model/dates.ts'
import { beginByMenu, choose, expectStatus, reviewAndDecide, submitForm } from './journeys/statementsDesk.ts'
import { buildPdfFile, buildPhotoFile } from './papers.ts'
import { attach, expectFact, fillItem, itemField, openDetails, readFact } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/** Finds the name of a property of company.user where this SQL condition is true. It changes nothing. */
const findPropertyName = async (condition: string): Promise<string> => {
  const { rows } = await stage.owner.query<{ name: string }>(
    `select p.name from permission g join app_user u using (user_id) join property p using (property_id)
      where u.user_name = 'company.user' and p.status_id = 0 and g.write and ${condition} order by p.property_id limit 1`,
  )
  return rows[0]!.name
}

const DAY = formatDate(addDays(today(), -20), 'MM/DD/YYYY')
const COSTS = [
  ['Type', 'Description', 'Vendor', 'Invoice #', 'Date', 'Check #', 'Amount'],
  ['Invoice reimbursement', 'Electricity', 'Prairie Power', 'P-1', DAY, '901', '$2,600.25'],
  ['Invoice reimbursement', 'Water', 'City Water', 'W-2', DAY, '902', '$1,000.00'],
]

describe('a request to the operating reserve, from the menu to the letter', () => {
  test('a company pastes costs, drops documents and enters its need, two people approve, and the company reads the letter', async () => {
    const property = await findPropertyName(
      `g.key = 'OperatingReserve' and exists (select from reserve_account a where a.property_id = p.property_id
        and a.kind = 'Operating reserve') and not exists (select from operating_reserve_request r
        where r.property_id = p.property_id and r.status_id < 5)`,
    )
    const company = await stage.signedIn('company.user', '/')
    const { page } = company
    await beginByMenu(company, {
      group: 'Requests',
      entry: 'Operating reserve',
      button: 'New operating reserve request…',
      property,
    })
    await choose(page, /^Reserve/, /^Operating reserve/)
    await page.getByLabel('Why the property cannot pay').fill('Six units stand empty.')
    await page.getByLabel('Figures as of').fill(DAY)
    await page.getByLabel('Payables now').fill('22400.00')
    await page.getByLabel('Due within the next 30 days').fill('9100.00')
    await page.getByLabel('Cash available').fill('18600.00')
    await page.getByText('$12,900.00').waitFor()
    await page.getByRole('button', { name: 'Paste rows' }).click()
    await page.getByLabel(/^Copy the rows in Excel/).fill(COSTS.map((row) => row.join('\t')).join('\n'))
    await page.getByRole('button', { name: 'Add rows' }).click()
    const documents = page.getByRole('region', { name: 'All documents at once' })
    const choosing = page.waitForEvent('filechooser')
    await documents.getByRole('button', { name: 'Choose files' }).first().click()
    const papers = ['P-1 invoice.pdf', 'W-2 invoice.pdf', 'check 901.pdf', 'check 902.pdf']
    await (await choosing).setFiles(papers.map((name) => buildPdfFile(name, name)))
    await documents.getByText('4 of 4 in place').waitFor()
    const choosingFigures = page.waitForEvent('filechooser')
    await page
      .getByRole('region', { name: /^Balance sheet/ })
      .getByRole('button', { name: /^Choose/ })
      .click()
    await (await choosingFigures).setFiles(buildPdfFile('figures.pdf', 'Balance sheet'))
    await page.getByRole('button', { name: 'Remove figures.pdf' }).waitFor()
    await page.getByRole('checkbox', { name: /^I certify/ }).check()
    await submitForm(page, 'Submit request')
    const number = (await readFact(page, 'Number'))!
    expect(number).toMatch(/^OR-\d+$/)

    await reviewAndDecide(stage, number, 'Approve', async (desk) => {
      await desk.getByRole('button', { name: 'Approve open items as claimed' }).click()
    })
    await company.visit(company.path())
    await expectStatus(page, 'Approved')
    await expectFact(page, 'Approved', '$3,600.25')
    await page.getByRole('region', { name: 'Letters' }).getByRole('button').click()
    await page.getByRole('dialog').getByText('$3,600.25').first().waitFor()
  })
})

describe('an advance review and its completion, from the menu to the release', () => {
  let company: Awaited<ReturnType<Stage['signedIn']>>
  let advance: { number: string; path: string }
  let property: string

  test('the company requests an advance review with its bid, and the agency pre-approves it', async () => {
    property = await findPropertyName(
      `g.key = 'Replacement_Reserve' and exists (select from replacement_reserve_request r
        where r.property_id = p.property_id and r.status_id = 5)`,
    )
    company = await stage.signedIn('company.user', '/')
    const { page } = company
    await beginByMenu(company, {
      group: 'Requests',
      entry: 'Replacement reserve',
      button: 'New reserve request…',
      property,
    })
    await choose(page, 'Request type', 'Advance review')
    await page.getByLabel('Description *', { exact: true }).fill('A new water heater in building 2.')
    await page.getByRole('button', { name: 'Add item' }).click()
    await choose(page, 'Category, Item 1', 'Appliances')
    await fillItem(page, 1, {
      work: 'Water heater',
      location: 'Building 2',
      vendor: 'Prairie Plumbing',
      cents: '80000',
    })
    await openDetails(page, 1)
    await page.getByRole('button', { name: 'Save now' }).click()
    await company.arrives(/^\/ReplacementReserve\/[1-9]\d*\/\d+$/)
    await attach(page, 'Bid', 1, buildPdfFile('bid.pdf', 'Bid of $800'), 'choosing')
    await page.getByRole('checkbox', { name: /^I certify/ }).check()
    await submitForm(page, 'Submit request')
    advance = { number: (await readFact(page, 'Number'))!, path: company.path() }
    await reviewAndDecide(stage, advance.number, 'Approve', async (desk) => {
      await desk.getByRole('button', { name: 'Approve open items as claimed' }).click()
    })
  })

  test('the company files the cost of the work with the pre-approved request, and a second person releases it', async () => {
    const { page } = company
    await company.visit(advance.path)
    await page.getByRole('button', { name: 'File completion' }).click()
    await company.arrives(/Completion/i)
    await page.getByLabel(/^Work completed/).fill(DAY)
    await fillItem(page, 1, { invoice: 'WH-7', date: DAY, check: '5501' })
    await itemField(page, 'Invoiced amount', 1).click()
    await page.keyboard.type('76050')
    for (const [kind, paper] of [
      ['Invoice', buildPdfFile('invoice WH-7.pdf', 'Invoice')],
      ['Photo', buildPhotoFile('heater.jpg')],
      ['Check', buildPdfFile('check 5501.pdf', 'Check')],
    ] as const) {
      const choosing = page.waitForEvent('filechooser')
      await page
        .getByRole('region', { name: kind, exact: true })
        .getByRole('button', { name: /^Choose/ })
        .click()
      await (await choosing).setFiles(paper)
      await page.getByRole('button', { name: `Remove ${paper.name}` }).waitFor()
    }
    await page.getByRole('checkbox', { name: /^I certify/ }).check()
    await submitForm(page, 'Submit completion')
    const number = (await readFact(page, 'Number'))!
    expect(number).toMatch(/^RC-\d+$/)
    await reviewAndDecide(stage, number, 'Release', async (desk) => {
      await desk.getByRole('button', { name: 'Approve open items as claimed' }).click()
    })
    await company.visit(company.path())
    await expectStatus(page, 'Released')
    await expectFact(page, 'Released', '$760.50')
    await page.getByRole('region', { name: 'Letters' }).getByRole('button').click()
    await page.getByRole('dialog').getByText('$760.50').first().waitFor()
  })
})
