import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readSheets } from '#engines/worksheet/web/xlsx.ts'
import { today } from '#kernel/model/dates.ts'
import { expectStatus, openFromWork, readNumber } from './journeys/statementsDesk.ts'
import { readErrorSummary, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE } from './visitor.ts'
import { goToAccount, pasteAtFocus } from './worksheetKeys.ts'

let stage: Stage
let property: { id: number; name: string; rents: number }
let path: string
/** A second property of the same company, whose budget is entered by keyboard only. */
let other: { id: number; path: string }
const year = Number(today().slice(0, 4)) + 1

/**
 * Chooses two properties of company.admin whose last budget is approved and whose next one does not exist
 * yet.
 */
beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<typeof property>(
    `select p.property_id as id, p.name, (select sum(e.units * e.rent) * 12 from rent_in_force(make_date($1::integer, 1, 1)) e where e.property_id = p.property_id)::float8 as rents
    from app_user u join property p using (management_company_id) join budget b on b.property_id = p.property_id and b.budget_year = $1::integer - 1 and b.status_id = 5
    where u.user_name = 'company.admin' and p.fiscal_year_end_month = 12 order by p.property_id limit 2`,
    [year],
  )
  property = result.rows[0]!
  path = `/budget/view/${property.id}/${year}`
  other = { id: result.rows[1]!.id, path: `/budget/view/${result.rows[1]!.id}/${year}` }
  const ids = result.rows.map(({ id }) => id)
  await stage.owner.query('delete from budget where property_id = any ($1) and budget_year = $2', [ids, year])
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const getGrid = (page: Page) => page.getByRole('grid', { name: `Budget ${year}` })
const getCell = (page: Page, account: string, column: number) =>
  getGrid(page)
    .getByRole('row', { name: new RegExp(`^${account} `) })
    .getByRole('gridcell')
    .nth(column)
const getPart = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the budget' }).getByRole('button', { name })
const PROPOSED = 3

describe('a budget from the worksheet to the letter', () => {
  test("the company copies last year's budget, pastes from Excel, sees the sources of figures and learns which answers are missing", async () => {
    const company = await stage.signedIn('company.admin', `/BudgetList/${property.id}`)
    const { page } = company
    await page.getByRole('link', { name: `Begin the ${year} budget` }).click()
    await company.arrives(path)
    await page.getByRole('button', { name: 'Copy current budget…' }).click()
    await page.getByRole('button', { name: 'Fill the proposed column' }).click()
    await expect
      .poll(() => getCell(page, '5120', PROPOSED).textContent())
      .toBe(property.rents.toLocaleString('en-US'))
    // By keyboard only: pastes two utilities as one block, undoes and redoes it.
    await goToAccount(page, '6450')
    const before = await getCell(page, '6450', PROPOSED).textContent()
    await pasteAtFocus(page, '$9,860.00\r\n6,480\r\n')
    await expect.poll(() => getCell(page, '6451', PROPOSED).textContent()).toBe('6,480')
    await page.keyboard.press('Control+z')
    await expect.poll(() => getCell(page, '6450', PROPOSED).textContent()).toBe(before)
    await page.keyboard.press('Control+y')
    await goToAccount(page, '6400T')
    await page.keyboard.press('Alt+Enter')
    const from = page.getByRole('region', { name: 'Where this comes from' })
    await from.getByText('= 6420 to 6453').waitFor()
    await from.getByText('$9,860.00').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => from.count()).toBe(0)
    // Rents above the approved ones require an answer about a rent increase.
    await goToAccount(page, '5120')
    await page.keyboard.type(String(property.rents + 12_000))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '1 answer' }).click()
    await page.getByText('Proposed rents are $12,000.00 above').waitFor()
    await page.getByRole('button', { name: 'Submit budget' }).click()
    const faults = await readErrorSummary(page)
    expect(faults.some((fault) => fault.includes('Say whether a rent increase is to be asked for'))).toBe(
      true,
    )
    expect(faults.some((fault) => fault.includes('Certify the budget'))).toBe(true)
    await page.getByLabel('Yes', { exact: true }).check()
    await page.getByRole('link', { name: /^Open a rent increase on this budget/ }).waitFor()
    await page.getByRole('button', { name: 'Save progress' }).click()
    await page.getByText(/^Saved/).waitFor()
  })

  test('a file is checked before its import, and an account chosen for an unknown name is remembered', async () => {
    const { page } = await stage.signedIn('company.admin', path)
    const chooseFile = async (rows: string) => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Import file…' }).click()
      const buffer = Buffer.from(`Account,Description,Budget\n${rows}\n`)
      return (await choosing).setFiles({ name: 'books.csv', mimeType: 'text/csv', buffer })
    }
    const dialog = page.getByRole('dialog')
    await chooseFile('6453,Sewer,about')
    await dialog.getByRole('button', { name: 'Import 0 rows' }).click()
    await dialog
      .getByRole('alert')
      .getByText('No row of the file is ready to be imported.', { exact: false })
      .waitFor()
    await page.keyboard.press('Escape')
    await chooseFile('6452,Gas,7000\nBoiler fuel,,1234\n6400T,Total utilities,999\n6453,Sewer,about')
    await dialog.getByText('1 row ready, 2 with faults, 1 left out.', { exact: false }).waitFor()
    await dialog.getByRole('combobox', { name: 'Account of row 3' }).click()
    await dialog.getByRole('combobox', { name: 'Account of row 3' }).fill('6420')
    await page.getByRole('option', { name: /^6420 / }).click()
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
    await expect
      .poll(() => getCell(page, '6452', PROPOSED).textContent(), { timeout: PATIENCE })
      .toBe('7,000')
    await goToAccount(page, '6420')
    await page.keyboard.press('Alt+Enter')
    const from = page.getByRole('region', { name: 'Where this comes from' })
    await from.getByText(/imported .*books\.csv, row 3/).waitFor()
    await page.keyboard.press('Escape')
    const result = await stage.owner.query(`select code from account_name where name = 'boiler fuel'`)
    expect(result.rows).toEqual([{ code: '6420' }])
  })

  test('an import is reverted as one step, the exported workbook can be imported again, and the template has no figures', async () => {
    const { page } = await stage.signedIn('company.admin', path)
    const download = async (button: string) => {
      const file = page.waitForEvent('download')
      await page.getByRole('button', { name: button, exact: true }).click()
      return buffer(await (await file).createReadStream())
    }
    const names = ['Income and expense', 'Budget']
    const loadRows = async (file: Buffer) =>
      (await readSheets(new Uint8Array(file), names)).flatMap(({ rows }) =>
        rows.filter((row) => /\d/.test(row[0] ?? '')),
      )
    const before = await download('Export')
    await page.getByRole('button', { name: 'Take the import back' }).click()
    await expect.poll(() => getCell(page, '6420', PROPOSED).textContent()).toBe('')
    await expect.poll(() => getCell(page, '6452', PROPOSED).textContent()).not.toBe('7,000')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import file…' }).click()
    await (await choosing).setFiles({
      name: 'budget.xlsx',
      mimeType: 'application/octet-stream',
      buffer: before,
    })
    await page.getByRole('dialog').getByText(', 0 with faults, 0 left out.', { exact: false }).waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Import \d+ rows$/ })
      .click()
    await page.getByText(/rows of budget\.xlsx were imported on/).waitFor()
    expect(await loadRows(await download('Export'))).toEqual(await loadRows(before))
    const template = await loadRows(await download('Template'))
    expect(template.map((row) => row[0])).toEqual((await loadRows(before)).map((row) => row[0]))
    expect(template.find((row) => row[0] === '5120')?.slice(2 + PROPOSED)).toEqual(['', ''])
    await page.emulateMedia({ media: 'print' })
    const sources = page.getByRole('region', { name: 'Sources of the figures' })
    await sources.getByText(/^imported .*budget\.xlsx, Income and expense/).waitFor()
    await sources.getByText(/carried from the \d{4} budget, B-/).waitFor()
  })

  test('the company explains, certifies and submits the budget, and the agency lowers a line and approves', async () => {
    const { page } = await stage.signedIn('company.admin', path)
    await getPart(page, 'Rents and certification').click()
    await page.getByLabel(/^I certify/).check()
    await getPart(page, 'Worksheet').click()
    for (let round = 0; round < 12; round += 1) {
      await page.getByRole('button', { name: 'Submit budget' }).click()
      const dialog = page.getByRole('dialog')
      await expect
        .poll(
          async () =>
            (await dialog.count()) + (await page.getByRole('alert').filter({ hasText: 'problem' }).count()),
        )
        .toBeGreaterThan(0)
      if ((await dialog.count()) > 0) break
      // Each fault names an account. A note on the account resolves it.
      const codes = [
        ...new Set(
          (await readErrorSummary(page)).flatMap((text) => /\b(\d{4}|B\d{3})\b/.exec(text)?.[1] ?? []),
        ),
      ]
      for (const code of codes) {
        await goToAccount(page, code)
        // The first cell right of the computed one has the note.
        await page.keyboard.press('ArrowRight')
        await page.keyboard.type('Prices of the new contract')
        await page.keyboard.press('Enter')
      }
    }
    await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByText('Submitted (not reviewed)').first().waitFor()

    const number = await readNumber(page.getByRole('heading', { level: 1 }), 'B')

    const analyst = await openFromWork(stage, 'agency.write', number)
    await takeStep(analyst.page, 'Start review')
    await analyst.page.getByRole('columnheader', { name: 'Approved' }).waitFor()
    await goToAccount(analyst.page, '6452')
    await analyst.page.keyboard.type('6500')
    await analyst.page.keyboard.press('Enter')
    await expect.poll(() => getCell(analyst.page, '6452', PROPOSED + 1).textContent()).toBe('6,500')
    await takeStep(analyst.page, 'Mark as reviewed')
    const manager = await openFromWork(stage, 'agency.manager', number)
    await takeStep(manager.page, 'Approve', 'As adjusted.')
    await manager.page.getByRole('region', { name: 'Letters' }).waitFor()
    const lines = await stage.owner.query(
      `select l.proposed::integer, l.approved::integer from budget_line l join budget b using (budget_id) where b.property_id = $1 and b.budget_year = $2 and l.code = '6452'`,
      [property.id, year],
    )
    expect(lines.rows).toEqual([{ proposed: 7000, approved: 6500 }])
    const company = await stage.signedIn('company.admin', path)
    await expectStatus(company.page, 'Approved')
    await expect.poll(() => getCell(company.page, '6452', PROPOSED).textContent()).toBe('7,000')
    await expect.poll(() => getCell(company.page, '6452', PROPOSED + 1).textContent()).toBe('6,500')
  })
})

describe('filling in a whole worksheet by keyboard', () => {
  const LOST_AT = 80
  const getStatus = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
  /** The position of the cursor: its line, its account and whether its cell is computed. */
  const readPosition = (page: Page) =>
    page.evaluate(() => {
      const focused = document.activeElement as HTMLElement
      return {
        line: Number(focused.dataset.line),
        code: focused.closest('tr')?.cells[0]?.textContent?.split(' ')[0] ?? '',
        fixed: focused.dataset.fixed !== undefined,
      }
    })

  test('every account is typed, and when the connection is lost at cell 80, nothing is lost and Retry saves it', async () => {
    const visitor = await stage.signedIn('company.admin', other.path)
    const { page, context } = visitor
    visitor.tolerate(/ERR_INTERNET_DISCONNECTED/)
    const all = page.getByRole('button', { name: /^Show \d+ unused accounts$/ })
    await all.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => getGrid(page).getByRole('row').count()).toBeGreaterThan(120)
    await goToAccount(page, '5120')
    const draft = new Map<string, number>()
    for (let line = -1; ; ) {
      const position = await readPosition(page)
      if (position.line === line) break
      line = position.line
      if (draft.size === LOST_AT) await context.setOffline(true)
      if (!position.fixed) {
        draft.set(position.code, 1000 + draft.size)
        await page.keyboard.type(String(1000 + draft.size - 1))
        await page.keyboard.press('Enter')
      } else await page.keyboard.press('ArrowDown')
    }
    expect(draft.size).toBeGreaterThan(LOST_AT)
    await page.keyboard.press('Control+s')
    await getStatus(page, 'Not saved: No connection to the portal.').waitFor()
    await expect.poll(() => getCell(page, '5120', PROPOSED).textContent()).toBe('1,000')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Retry' }).focus()
    await page.keyboard.press('Enter')
    await getStatus(page, /^Saved/).waitFor()
    const result = await stage.owner.query<{ code: string; proposed: number }>(
      `select l.code, l.proposed::integer from budget_line l join budget b using (budget_id)
        where b.property_id = $1 and b.budget_year = $2 and l.proposed is not null`,
      [other.id, year],
    )
    expect(new Map(result.rows.map((row) => [row.code, row.proposed]))).toEqual(draft)
  })

  test("of two people in one worksheet, each sees the other's figure next to their own, and other cells are updated", async () => {
    const [first, second] = [
      await stage.signedIn('company.admin', other.path),
      await stage.signedIn('company.admin', other.path),
    ]
    const type = async (page: Page, code: string, figure: string) => {
      await goToAccount(page, code)
      await page.keyboard.type(figure)
      await page.keyboard.press('Enter')
    }
    await type(second.page, '6450', '7777')
    await type(first.page, '6450', '8888')
    await type(first.page, '6451', '5555')
    await first.page.keyboard.press('Control+s')
    await getStatus(first.page, /^Saved/).waitFor()
    const question = second.page.getByRole('alert', { name: 'Changed elsewhere' })
    await question.getByText(/6450 .*: yours \$7,777.*, theirs \$8,888/).waitFor()
    await question.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(() => getCell(second.page, '6451', PROPOSED).textContent()).toBe('5,555')
    await expect.poll(() => getCell(second.page, '6450', PROPOSED).textContent()).toBe('7,777')
    await second.page.getByRole('button', { name: 'Save progress' }).click()
    await getStatus(second.page, /^Saved/).waitFor()
    await expect
      .poll(() => getCell(first.page, '6450', PROPOSED).textContent(), { timeout: PATIENCE })
      .toBe('7,777')
  })

  test('a pasted cell that cannot be read is named and left unchanged, and one undo reverts the whole paste', async () => {
    const { page } = await stage.signedIn('company.admin', other.path)
    await goToAccount(page, '6450')
    const readFigures = () =>
      Promise.all(['6450', '6451', '6452'].map((code) => getCell(page, code, PROPOSED).textContent()))
    const before = await readFigures()
    await pasteAtFocus(page, '$9,860.00\r\nabout\r\n(7,000)\r\n')
    await getStatus(
      page,
      /Pasted 2 cells\. Not read, and left as before: 6451 .*, Proposed “about”\./,
    ).waitFor()
    expect(await readFigures()).toEqual(['9,860', before[1], '−7,000'])
    await page.keyboard.press('Control+z')
    await expect.poll(readFigures).toEqual(before)
  })
})
