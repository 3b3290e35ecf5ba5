import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { monthName } from '#features/statements/quarterlyProgram/model/periods.ts'
import { addMonths } from '#kernel/model/dates.ts'
import { gradeCard } from './cardDesk.ts'
import { answerRequirements, readLetterText } from './distributionDesk.ts'
import { type Books, exportAndDeleteBooks, pasteFigures } from './journeys/statementsBooks.ts'
import {
  beginByMenu,
  choose,
  expectStatus,
  openFromWork,
  openPropertyByMenu,
  readNumber,
  reviewAndDecide,
  submitForm,
} from './journeys/statementsDesk.ts'
import { typeNotes, typeSchedules } from './journeys/statementsSchedules.ts'
import { expectFact, readErrorSummary, readFact, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import { attachAudit, certify, getBalanceBar, getPart, importFile, saveProgress } from './statementForm.ts'

let stage: Stage
let books: Books
beforeAll(async () => {
  stage = await openStage()
  books = await exportAndDeleteBooks(stage, 'company.user')
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const chooseOpinion = async (page: Page, year: number) => {
  await choose(page, 'Type of statement', 'Audit')
  await choose(page, 'Basis of accounting', 'Accrual')
  await choose(page, 'Opinion', 'Unmodified')
  await page.getByLabel('Audit firm', { exact: true }).fill('Sample Auditors LLP')
  await page.getByLabel('Date of the auditor’s report', { exact: true }).fill(`03/01/${year + 1}`)
  await page.getByLabel('Findings', { exact: true }).fill('0')
}

describe('an annual statement from the to-do list to the letter', () => {
  let path: string
  let number: string

  test('an accountant opens the due statement, pastes both worksheets and imports the schedules', async () => {
    const { year, propertyId } = books
    const accountant = await stage.signedIn('company.user', `/todolist/property/${propertyId}`)
    const { page } = accountant
    await page.getByRole('link', { name: `AFS, ${year}`, exact: true }).click()
    await page.getByRole('link', { name: `Begin the ${year} statement` }).click()
    await accountant.arrives(`/afs/view/${year}/${propertyId}`)
    await page.getByText('Not begun').first().waitFor()
    await chooseOpinion(page, year)
    await getPart(page, /Balance sheet/).click()
    await pasteFigures(page, `Balance sheet ${year}`, books.figures['Balance sheet'])
    await getBalanceBar(page).getByText('✓ Balanced').waitFor()
    await getPart(page, /Income and expense/).click()
    await pasteFigures(page, `Income and expense ${year}`, books.figures['Income and expense'])
    await saveProgress(page)
    await accountant.arrives(/^\/afs\/view\/\d+\/\d+$/)
    await getPart(page, /Notes payable/).click()
    await importFile(page, 'Books.xlsx', books.workbook)
    await saveProgress(page)
    await attachAudit(page)
    path = accountant.path().split('?')[0]!
  })

  test('managing agent and owner certify from two accounts, and the second certification submits the statement', async () => {
    const agent = await stage.signedIn('company.user', path)
    await certify(agent.page, 'managing agent', 'Company User')
    await agent.page.getByText(/Certified .*, text 1/).waitFor()
    const owner = await stage.signedIn('company.admin', path)
    await certify(owner.page, 'owner', 'Company Administrator')
    await expectStatus(owner.page, 'Submitted (not reviewed)')
    await owner.page.getByRole('dialog', { name: 'Request a distribution now?' }).press('Escape')
    number = await readNumber(owner.page.getByRole('heading', { level: 1 }), 'FS')
  })

  test('an analyst takes the statement from the work list and grades it, a manager approves, and the company reads the letter', async () => {
    const analyst = await openFromWork(stage, 'agency.write', number)
    await takeStep(analyst.page, 'Start review')
    await analyst.page.getByRole('link', { name: 'Report card', exact: true }).click()
    await gradeCard(analyst.page)
    await takeStep(analyst.page, 'Mark as reviewed')
    await expectStatus(analyst.page, 'Reviewed')
    const manager = await openFromWork(stage, 'agency.manager', number)
    await takeStep(manager.page, 'Approve')
    const company = await stage.signedIn('company.user', path)
    await expectStatus(company.page, 'Approved')
    await company.page.getByRole('region', { name: 'Letters' }).getByRole('button').first().click()
    await company.page.getByRole('dialog').getByText(books.name).first().waitFor()
  })
})

test('an owner who manages a property alone enters the whole statement by hand and certifies it in both roles', async () => {
  const books = await exportAndDeleteBooks(stage, 'owner.manager')
  const { year, name } = books
  const owner = await stage.signedIn('owner.manager', '/')
  const { page } = owner
  await beginByMenu(owner, {
    group: 'Money',
    entry: 'Annual statements',
    button: 'New annual financial statement…',
    property: name,
  })
  await page.getByRole('link', { name: `Begin the ${year} statement` }).click()
  await owner.arrives(`/afs/view/${year}/${books.propertyId}`)
  await chooseOpinion(page, year)
  await getPart(page, /Balance sheet/).click()
  await pasteFigures(page, `Balance sheet ${year}`, books.figures['Balance sheet'])
  await getPart(page, /Income and expense/).click()
  await pasteFigures(page, `Income and expense ${year}`, books.figures['Income and expense'])
  await typeNotes(page, books, 'Income and expense')
  await typeSchedules(page, books)
  await saveProgress(page)
  await attachAudit(page)
  await certify(page, 'owner', 'Owner Manager')
  await page.getByText(/Certified .*, text 1/).waitFor()
  await certify(page, 'managing agent', 'Owner Manager')
  await expectStatus(page, 'Submitted (not reviewed)')
})

describe('a distribution on the approved statement, from the menu to the letter', () => {
  test('the owner requests the available amount, two people approve it, and the company reads the letter', async () => {
    const { year, name } = books
    const owner = await stage.signedIn('company.admin', '/')
    const { page } = owner
    await openPropertyByMenu(owner, { group: 'Requests', entry: 'Distributions', property: name })
    await owner.arrives(/^\/DistributionRequest\/list\/single\/\d+$/)
    await page.getByRole('button', { name: `Ask for a distribution of ${year}` }).click()
    await owner.arrives(/^\/DistributionRequest\/view\/\d+$/)
    await expectFact(page, 'Available now', /^\$\d/)
    const available = (await readFact(page, 'Available now'))!
    await page.getByLabel('Amount requested').fill(available.replaceAll(/\D/g, ''))
    await expectFact(page, 'Remaining', '$0.00')
    await choose(page, 'Purpose', 'Owner distribution')
    await page.getByLabel('Payee').fill('The partners')
    await submitForm(page, 'Submit request')
    const number = (await readFact(page, 'Number'))!
    await reviewAndDecide(stage, number, 'Approve', async (desk) => {
      await desk.getByRole('button', { name: /^As asked/ }).click()
      await answerRequirements(desk)
      // The reason is asked for only if a requirement is not met.
      for (const waiver of await desk
        .getByLabel('Why it is approved although a requirement is not met')
        .all())
        await waiver.fill('What is late was paid since.')
    })
    await owner.visit(owner.path())
    await expectStatus(page, 'Approved')
    expect(await readLetterText(page)).toContain(`The agency approves ${available} to The partners`)
  })
})

/**
 * Reports a month without any move or incident, with every question answered and the payables of the balance
 * sheet.
 */
async function fillActivity(page: Page) {
  for (const label of ['Move-ins', 'Move-outs', 'Evictions', 'Police calls', 'Insurance claims filed'])
    await page.getByLabel(label, { exact: true }).fill('0')
  await page.getByLabel('Vacant units at month end').fill('1')
  await page.getByLabel('Households on the waiting list').fill('4')
  await page.getByLabel('Comments').fill('Counted again on the last day of the month.')
  for (const label of ['0 to 30 days', '31 to 60 days', '61 to 90 days', '91 days and more'])
    await page.getByLabel(label).fill('0')
  await page.getByRole('button', { name: 'Submit month' }).click()
  const [fault = ''] = await readErrorSummary(page)
  await page.getByLabel('0 to 30 days').fill(/balance sheet \$([\d,.]+);/.exec(fault)?.[1] ?? '')
}

describe('a quarter of the program, from its first month to its acceptance', () => {
  let program: { propertyId: number; name: string; year: number; quarter: number }
  let months: string[]
  let number: string
  let path: string
  const backToMonths = (page: Page) =>
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: program.name }).click()

  beforeAll(async () => {
    const { rows } = await stage.owner.query<typeof program>(
      `select p.property_id as "propertyId", p.name, q.year, q.quarter
        from tcap_quarter q join property p using (property_id)
        join app_user u on u.user_name = 'company.admin' and u.management_company_id = p.management_company_id
        where q.status_id = 5 order by q.year desc, q.quarter desc, p.property_id limit 1`,
    )
    program = rows[0]!
    const { propertyId, year, quarter } = program
    const first = `${year}-${String(quarter * 3 - 2).padStart(2, '0')}-01`
    months = [0, 1, 2].map((more) => monthName(addMonths(first, more)))
    // Deletes the reports of this and later quarters. Earlier quarters remain.
    await stage.owner.query('delete from tcap where property_id = $1 and period_date >= $2', [
      propertyId,
      first,
    ])
    await stage.owner.query(
      'delete from tcap_quarter where property_id = $1 and (year, quarter) >= ($2, $3)',
      [...[propertyId, year, quarter]],
    )
  })

  test('a company reports three months one after the other, and the quarter is ready for review', async () => {
    const company = await stage.signedIn('company.admin', '/')
    const { page } = company
    await openPropertyByMenu(company, { group: 'Money', entry: 'TCAP', property: program.name })
    await company.arrives(/^\/TCAPList\/\d+$/)
    for (const month of months) {
      await page.getByRole('link', { name: `Open ${month}` }).click()
      await company.arrives(/^\/TCAP\//)
      await page.getByRole('button', { name: /^Copy / }).click()
      await page
        .getByRole('navigation', { name: 'Parts of the month' })
        .getByRole('button', { name: 'Activity and payables' })
        .click()
      await fillActivity(page)
      await page.getByRole('button', { name: 'Submit month' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
      await expectStatus(page, 'Submitted (not reviewed)')
      if (month === months[2]) break
      await backToMonths(page)
      await company.arrives(/^\/TCAPList\/\d+$/)
    }
    await page.getByRole('link', { name: /: Ready for review$/ }).click()
    await company.arrives(/^\/TCAPAdmin\/\d+\/\d+\/\d+$/)
    number = await readNumber(page.getByRole('main'), 'TQ')
    path = company.path()
  })

  test('the agency reviews the quarter, a second person accepts it, and the company sees its months accepted', async () => {
    await reviewAndDecide(stage, number, 'Accept', async (desk) => {
      await desk.getByLabel('Reviewer’s comments').fill('Utilities are watched.')
    })
    const company = await stage.signedIn('company.admin', path)
    const { page } = company
    await expectStatus(page, 'Accepted')
    await page.getByText('Utilities are watched.').first().waitFor()
    await backToMonths(page)
    const row = page.getByRole('row').filter({ hasText: `${program.year} Q${program.quarter}` })
    await expect.poll(() => row.getByText(/: Accepted$/).count()).toBe(3)
  })
})
