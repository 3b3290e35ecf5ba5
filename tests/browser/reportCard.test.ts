import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { gradeCard, waitForCardSaved } from './cardDesk.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE } from './visitor.ts'

let stage: Stage
let statement: { id: number; year: number; propertyId: number }
let path: string

/** Prepares a submitted statement of company.admin without a report card and letter. */
beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<typeof statement>(
    `select a.afs_id as id, a.year, a.property_id as "propertyId" from annual_statement a join property p using (property_id)
      join app_user u on u.management_company_id = p.management_company_id
    where u.user_name = 'company.admin' and a.status_id = 5 and a.months = 12
      and exists (select from budget b where b.property_id = a.property_id and b.budget_year = a.year and b.status_id = 5)
    order by a.year desc, a.afs_id limit 1`,
  )
  statement = result.rows[0]!
  path = `/afs/review/reportcard/${statement.id}`
  await stage.owner.query('delete from afs_report_card where afs_id = $1', [statement.id])
  await stage.owner.query(`delete from letter where entity = 'AFS' and row_id = $1`, [statement.id])
  await stage.owner.query(
    `update annual_statement set status_id = 2, reviewer_id = null, reviewed_by_id = null, reviewed = null, decided = null, decided_by_id = null
      where afs_id = $1`,
    [statement.id],
  )
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const getQuestion = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const takeStepOnCard = async (page: Page, step: string, reason = '') => {
  await page
    .getByRole('region', { name: 'What can be done next' })
    .getByRole('button', { name: step })
    .click()
  const dialog = page.getByRole('dialog')
  if (reason) await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: step }).click()
  await expect.poll(() => dialog.count(), { timeout: PATIENCE }).toBe(0)
}

describe('a report card from the start of the review to the letter', () => {
  test("an analyst starts the review, follows a figure to its account, answers by keyboard and overrides the portal's answer", async () => {
    const { page } = await stage.signedIn('agency.write', path)
    await takeStepOnCard(page, 'Start review')
    const ratios = page.getByRole('table', { name: /^Ratios/ })
    const coverage = ratios.getByRole('row', { name: /^Debt coverage/ })
    await coverage.getByRole('button', { name: /Debt coverage .* comes from/ }).focus()
    await page.getByRole('link', { name: '5000T total revenue' }).waitFor()
    await page.keyboard.press('Escape')
    // By keyboard only: N, then Y.
    const before = await getQuestion(page, 'Nothing netted').boundingBox()
    expect(before).not.toBeNull()
    await getQuestion(page, 'Nothing netted').getByRole('button', { name: 'Yes' }).focus()
    await page.keyboard.press('n')
    await expect
      .poll(
        () =>
          getQuestion(page, 'Nothing netted')
            .getByRole('button', { name: 'No' })
            .getAttribute('aria-pressed'),
        {
          timeout: PATIENCE,
        },
      )
      .toBe('true')
    const findings = page.getByRole('region', { name: 'Findings' })
    await findings.getByText('Accounts are netted against each other').waitFor()
    await page.keyboard.press('y')
    await expect
      .poll(() => findings.getByText('Accounts are netted against each other').count(), { timeout: PATIENCE })
      .toBe(0)
    // Overriding the portal's answer requires a comment, and the portal's fact remains visible.
    await page.getByRole('button', { name: /more, all Yes$/ }).click()
    const certified = getQuestion(page, 'Certifications signed')
    await certified.getByRole('button', { name: 'N/A' }).click()
    await certified.getByText('Say why the portal’s answer does not apply.').waitFor()
    await certified.getByText('of 2 certifications').waitFor()
    await certified.getByRole('button', { name: 'Back to the portal’s answer' }).click()
    await expect.poll(() => certified.getByText('From the portal').count(), { timeout: PATIENCE }).toBe(1)
    await waitForCardSaved(page)
    await coverage.getByRole('button', { name: /Debt coverage .* comes from/ }).focus()
    await page.getByRole('link', { name: '5000T total revenue' }).click()
    // The link of a figure moves the focus to its account, also after a reload and after going back.
    const readFocusedRow = () => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '')
    const expectFocus = () => expect.poll(readFocusedRow, { timeout: PATIENCE }).toMatch(/^5000T/)
    await expectFocus()
    await page.reload()
    await expectFocus()
    await page.evaluate(() => {
      location.hash = '#/Messages'
    })
    await page.getByRole('heading', { name: 'Messages' }).waitFor()
    await page.goBack()
    await expectFocus()
  })

  test('input on a report card survives a reload, and two analysts do not overwrite each other', async () => {
    const visitor = await stage.signedIn('agency.write', path)
    const { page } = visitor
    const notes = (page: Page) => page.getByRole('textbox', { name: 'Notes of the analyst' })
    const loadNotes = () =>
      stage.owner
        .query<{ notes: string | null }>('select notes from afs_report_card where afs_id = $1', [
          statement.id,
        ])
        .then((result) => result.rows[0]!.notes)
    await notes(page).pressSequentially('The auditor was asked on')
    await page.reload()
    await expect.poll(() => notes(page).inputValue(), { timeout: PATIENCE }).toBe('The auditor was asked on')
    await expect.poll(loadNotes, { timeout: PATIENCE }).toBe('The auditor was asked on')
    await stage.owner.query(
      `update afs_report_card set notes = 'Ask the owner instead', version = version + 1 where afs_id = $1`,
      [statement.id],
    )
    visitor.tolerate(/409/)
    await notes(page).focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' Monday')
    await page.keyboard.press('Tab')
    await page.getByText('was saved here by somebody else in the meantime').waitFor()
    await expect.poll(() => notes(page).inputValue()).toBe('The auditor was asked on Monday')
    expect(await loadNotes()).toBe('Ask the owner instead')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(loadNotes, { timeout: PATIENCE }).toBe('The auditor was asked on Monday')
    expect(await page.getByText('was saved here by somebody else in the meantime').count()).toBe(0)
  })

  test('an analyst answers all questions, drops findings with a reason, adds to the letter and ends the review', async () => {
    const { page } = await stage.signedIn('agency.write', path)
    await gradeCard(page)
    const letter = page.getByRole('region', { name: 'Letter draft' })
    await letter.getByText('acceptance letter').waitFor()
    await letter.getByRole('textbox').last().fill('Thank you for the complete books.')
    await page.keyboard.press('Tab')
    await waitForCardSaved(page)
    await page.getByRole('button', { name: 'Messages' }).waitFor()
    await page.getByRole('button', { name: 'History' }).waitFor()
    // One answer is deleted. Five keys lead to its question, answer it and take the step.
    await stage.owner.query(
      `update afs_report_card set version = version + 1,
        answers = (select jsonb_agg(a) from jsonb_array_elements(answers) a where a ->> 'id' <> 'RPC-C19') where afs_id = $1`,
      [statement.id],
    )
    await page.reload()
    await page.getByText(/To mark reviewed/).waitFor()
    await page.keyboard.press('Control+Enter')
    const getQuestionId = () =>
      page.evaluate(() => document.activeElement?.closest('[data-question]')?.id ?? '')
    await expect.poll(getQuestionId, { timeout: PATIENCE }).toMatch(/^answer-RPC-C/)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('y')
    await expect.poll(() => page.getByText(/To mark reviewed/).count(), { timeout: PATIENCE }).toBe(0)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').getByText('It goes to a manager for approval.').waitFor()
    await page.getByRole('dialog').getByText('No letter and no mail goes out.').waitFor()
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => page.getByRole('dialog').count(), { timeout: PATIENCE }).toBe(0)
    await page.getByText('Reviewed', { exact: true }).first().waitFor()
  })

  test("a manager approves, and the company reads outcome and letter but not the analyst's checklist", async () => {
    const manager = await stage.signedIn('agency.manager', path)
    await takeStepOnCard(manager.page, 'Approve')
    await manager.page.getByText('Approved', { exact: true }).first().waitFor()
    // The paper has the figures of the year itself and, once, the findings of the right pane.
    await manager.page.emulateMedia({ media: 'print' })
    await manager.page
      .getByRole('button', { name: /: where Debt coverage/ })
      .first()
      .waitFor()
    const findings = manager.page.getByRole('heading', { name: /^Findings/ }).filter({ visible: true })
    expect(await findings.count()).toBe(1)
    await manager.page.emulateMedia({ media: 'screen' })
    const company = await stage.signedIn('company.admin', path)
    await company.page.getByText('Approved', { exact: true }).first().waitFor()
    await company.page.getByText('No findings.').waitFor()
    await company.page.getByRole('button', { name: /^Acceptance of annual financial statement/ }).click()
    await company.page.getByText('Thank you for the complete books.').waitFor()
    expect(await company.page.getByText('Checklist').count()).toBe(0)
  })

  test('budget against audit: a flagged line is explained in its row', async () => {
    await stage.owner.query('update annual_statement set status_id = 3 where afs_id = $1', [statement.id])
    await stage.owner.query(`update budget_line set approved = approved * 0.5 where code = '6510' and budget_id in
      (select budget_id from budget where property_id = ${statement.propertyId} and budget_year = ${statement.year})`)
    const { page } = await stage.signedIn('agency.write', `/afs/review/budgetvsaudit/${statement.id}`)
    const row = page.getByRole('row', { name: /^6510 / })
    await row.getByText('unfavorable').waitFor()
    await row.getByRole('textbox').fill('Two vacancies were filled in spring.')
    await page.keyboard.press('Tab')
    await waitForCardSaved(page)
  })
})
