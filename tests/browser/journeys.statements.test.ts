import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { gradeCard } from './cardDesk.ts'
import { type Books, pasteFigures, takeBooks } from './journeys/statementsBooks.ts'
import { choose, openFromWork, statusReads } from './journeys/statementsDesk.ts'
import { takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import { attachAudit, certify, foot, importFile, part, saveProgress } from './statementForm.ts'

let stage: Stage
let books: Books
beforeAll(async () => {
  stage = await openStage()
  books = await takeBooks(stage)
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

  test('the accountant opens what is asked for, chooses, pastes both worksheets, and imports the schedules', async () => {
    const { year, propertyId } = books
    const accountant = await stage.signedIn('company.user', `/todolist/property/${propertyId}`)
    const { page } = accountant
    await page.getByRole('link', { name: `AFS, ${year}`, exact: true }).click()
    await page.getByRole('link', { name: `Begin the ${year} statement` }).click()
    await accountant.arrives(`/afs/view/${year}/${propertyId}`)
    await page.getByText('Not begun').first().waitFor()
    await chooseOpinion(page, year)
    await part(page, /Balance sheet/).click()
    await pasteFigures(page, `Balance sheet ${year}`, books.figures['Balance sheet'])
    await foot(page).getByText('Balanced').waitFor()
    await part(page, /Income and expense/).click()
    await pasteFigures(page, `Income and expense ${year}`, books.figures['Income and expense'])
    await saveProgress(page)
    await accountant.arrives(/^\/afs\/view\/\d+\/\d+$/)
    await part(page, /Notes payable/).click()
    await importFile(page, 'Books.xlsx', books.workbook)
    await saveProgress(page)
    await attachAudit(page)
    path = accountant.path().split('?')[0]!
  })

  test('agent and owner certify from two accounts, and the second certification submits it', async () => {
    const agent = await stage.signedIn('company.user', path)
    await certify(agent.page, 'managing agent', 'Company User')
    await agent.page.getByText(/Certified .*, text 1/).waitFor()
    const owner = await stage.signedIn('company.admin', path)
    await certify(owner.page, 'owner', 'Company Administrator')
    await statusReads(owner.page, 'Submitted (not reviewed)')
    await owner.page.getByRole('dialog', { name: 'Request a distribution now?' }).press('Escape')
    number = /FS-\d+/.exec((await owner.page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? ''
    expect(number).toMatch(/^FS-\d+$/)
  })

  test('an analyst takes it from the work list and grades it, a manager approves, and the company reads the letter', async () => {
    const analyst = await openFromWork(stage, 'agency.write', number)
    await takeStep(analyst.page, 'Start review')
    await analyst.page.getByRole('link', { name: 'Report card', exact: true }).click()
    await gradeCard(analyst.page)
    await takeStep(analyst.page, 'Mark as reviewed')
    await statusReads(analyst.page, 'Reviewed')
    const manager = await openFromWork(stage, 'agency.manager', number)
    await takeStep(manager.page, 'Approve')
    const company = await stage.signedIn('company.user', path)
    await statusReads(company.page, 'Approved')
    await company.page.getByRole('region', { name: 'Letters' }).getByRole('button').first().click()
    await company.page.getByRole('dialog').getByText(books.name).first().waitFor()
  })
})
