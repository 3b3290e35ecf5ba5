import { buffer as readAll } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseCsv } from '#ui/table/csv.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE, type Visitor } from './visitor.ts'

let stage: Stage
let visitor: Visitor
let page: Page

beforeAll(async () => {
  stage = await openStage()
})
beforeEach(async () => {
  visitor = await stage.open()
  page = visitor.page
  await visitor.visit('/GridSample')
})
afterEach(async () => {
  await visitor.context.close()
  expect(stage.takeFaults()).toEqual([])
})
afterAll(() => stage.close())

const ROWS = 3000
const getTable = () => page.getByRole('table', { name: 'Sample rows' })
const getScrollBox = () => getTable().locator('..')
const getRows = () => getTable().locator('tbody tr:not([aria-hidden])')
const readNames = () => getRows().getByRole('rowheader').allTextContents()
const readScrollTop = () => getScrollBox().evaluate((element) => element.scrollTop)
const waitForText = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
const getSearchBox = () => page.getByLabel('Search all columns').first()
const getButton = (name: string) => page.getByRole('button', { name, exact: true }).first()

/**
 * Exports the table with "Export CSV" and returns the name, the columns, the text and the rows of the file.
 */
async function exportCsv(): Promise<{
  name: string
  columns: string[]
  text: string
  rows: Record<string, string>[]
}> {
  const downloading = page.waitForEvent('download')
  await getButton('Export CSV').click()
  const download = await downloading
  const text = (await readAll(await download.createReadStream())).toString('utf8')
  const { columns, rows } = parseCsv(text)
  return { name: download.suggestedFilename(), columns, text, rows: rows.map((row) => row.values) }
}

async function importCsv(text: string): Promise<void> {
  await getButton('Import CSV').click()
  const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('Choose a CSV file').setInputFiles(file)
}

describe('the rows of a table', () => {
  test('UI-05 all rows are on one page, and at any scroll position the document has at most 60 of them', async () => {
    await waitForText('3,000 of 3,000 rows')
    await expect.poll(() => getTable().getAttribute('aria-rowcount')).toBe(String(ROWS + 2))
    const last = () => getRows().last().getAttribute('aria-rowindex')
    for (const share of [0, 0.37, 1]) {
      await getScrollBox().evaluate(
        (element, part) => element.scrollTo(0, element.scrollHeight * part),
        share,
      )
      await expect
        .poll(async () => Math.abs(Number(await last()) / ROWS - share) < 0.05, { timeout: PATIENCE })
        .toBe(true)
      const count = await getRows().count()
      expect(count).toBeGreaterThan(10)
      expect(count).toBeLessThanOrEqual(60)
    }
    expect(await last()).toBe(String(ROWS + 1))
  })

  test('UI-04 UI-07 pages can have 5, 10, 25, 50, 100 or all rows', async () => {
    const size = page.getByLabel('Rows per page').first()
    await expect
      .poll(() => size.locator('option').allTextContents())
      .toEqual(['5 rows', '10 rows', '25 rows', '50 rows', '100 rows', 'All rows'])
    await expect.poll(() => size.inputValue()).toBe('0')
    await size.selectOption('10 rows')
    await page.getByText('Page 1 of 300', { exact: true }).waitFor()
    await expect.poll(() => getRows().count()).toBe(10)
    const first = await readNames()
    expect(first).toHaveLength(10)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('Page 2 of 300', { exact: true }).waitFor()
    await expect.poll(() => getRows().first().getAttribute('aria-rowindex')).toBe('12')
    const second = await readNames()
    expect(second).toHaveLength(10)
    expect(second.filter((name) => first.includes(name))).toEqual([])
    const storedStates = await page.evaluate(() =>
      Object.values(sessionStorage).map((text) => JSON.parse(text)),
    )
    expect(storedStates).toContainEqual(
      expect.objectContaining({ page: 2, rowsPerPage: 10, sortBy: 'Opened', descending: true }),
    )
  })

  test('UI-06 yes/no columns are at least 75 px wide', async () => {
    const head = getTable().getByRole('columnheader', { name: 'Active' })
    expect(await head.evaluate((cell) => getComputedStyle(cell).minWidth)).toBe('75px')
  })

  test('UI-09 the alphabet filter has 28 choices, and # shows names that begin with a digit', async () => {
    const bar = page.getByRole('toolbar', { name: 'Filter by first letter' })
    const choices = await bar.getByRole('button').allTextContents()
    expect(choices).toEqual(['#', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'View All'])
    await bar.getByRole('button', { name: '#' }).click()
    await waitForText('375 of 3,000 rows')
    await expect
      .poll(async () => new Set((await readNames()).map((name) => name.slice(0, 4))))
      .toEqual(new Set(['1st ']))
    await bar.getByRole('button', { name: 'Z' }).click()
    await page.getByText('No rows match.').waitFor()
    await bar.getByRole('button', { name: 'View All' }).click()
    await waitForText('3,000 of 3,000 rows')
  })

  test('a heading sorts ascending and then descending', async () => {
    const head = getTable().getByRole('columnheader', { name: 'Amount' })
    const amounts = async () =>
      (await getRows().locator('td:nth-child(5)').allTextContents()).map((text) =>
        Number(text.replaceAll(/[$,]/g, '')),
      )
    await head.getByRole('button').click()
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
    await expect.poll(async () => (await amounts())[0]).toBe(123.45)
    const upwards = await amounts()
    expect(upwards).toEqual(upwards.toSorted((upward, other) => upward - other))
    await head.getByRole('button').click()
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
    await expect.poll(async () => (await amounts())[0]).toBeGreaterThan(49_000)
    const downwards = await amounts()
    expect(downwards).toEqual(downwards.toSorted((downward, other) => other - downward))
  })

  test('selected rows are changed together', async () => {
    await getSearchBox().fill('Columbia Sample')
    await waitForText('125 of 3,000 rows')
    await getTable().getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('status').filter({ hasText: '125 selected' }).waitFor()
    await getButton('Remove').click()
    await page
      .getByRole('dialog', { name: 'Remove 125 rows?' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await waitForText('0 of 2,875 rows')
  })
})

describe('the state of a table is remembered', () => {
  test('UI-08 filters, order and scroll position survive going on and back and a reload, and a new visit starts without them', async () => {
    await getSearchBox().fill('Columbia')
    await page.getByRole('tab', { name: /^Open/ }).click()
    await page.getByLabel('Size', { exact: true }).selectOption('50 units or more')
    await getTable().getByRole('columnheader', { name: 'Units' }).getByRole('button').click()
    const count = page
      .getByRole('status')
      .filter({ hasText: / of [\d,]+ rows$/ })
      .first()
    await expect.poll(() => count.textContent()).toMatch(/^\d{3} of [12],\d{3} rows$/)
    await getScrollBox().evaluate((element) => element.scrollTo(0, 3400))
    await expect
      .poll(async () => Number(await getRows().first().getAttribute('aria-rowindex')))
      .toBeGreaterThan(60)
    const before = { count: await count.textContent(), top: await readScrollTop() }
    expect(before.top).toBe(3400)
    const expectSameState = async () => {
      await getTable().waitFor()
      await expect.poll(() => count.textContent()).toBe(before.count)
      await expect.poll(() => getSearchBox().inputValue()).toBe('Columbia')
      await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toMatch(/^Open/)
      await expect
        .poll(() => getTable().getByRole('columnheader', { name: 'Units' }).getAttribute('aria-sort'))
        .toBe('ascending')
    }
    // A row in the middle of the rendered ones is in view, so the click does not scroll.
    const middle = Math.floor((await getRows().count()) / 2)
    await getRows().nth(middle).locator('> td').nth(3).click()
    await visitor.arrives('/InputSamples')
    await page.goBack()
    await visitor.arrives('/GridSample')
    await expectSameState()
    await expect.poll(readScrollTop).toBe(before.top)
    await page.reload()
    await expectSameState()
    expect(visitor.path()).toContain('find=Columbia')
    const newcomer = await visitor.context.newPage()
    await visitor.visit('/GridSample', newcomer)
    await expect.poll(() => newcomer.getByLabel('Search all columns').first().inputValue()).toBe('')
  })

  test('a view is saved with the account, shared with colleagues and set as the default, and a link shows others the same rows', async () => {
    const open = (person: string, path = '/Projects') => stage.signedIn(person, path)
    const count = ({ page: own }: Visitor) =>
      own
        .getByRole('status')
        .filter({ hasText: /rows?$/ })
        .first()
    const visitor = await open('agency.write')
    const views = (visitor: Visitor) => visitor.page.getByRole('button', { name: 'Views', exact: true })
    await visitor.page.getByLabel('Search all columns').fill('Columbia')
    await visitor.page.getByLabel('Federal type').selectOption({ index: 1 })
    await visitor.page.getByRole('button', { name: 'Columns' }).click()
    await visitor.page.getByRole('checkbox', { name: 'City' }).uncheck()
    await views(visitor).click()
    await visitor.page.getByLabel('Name of the view').fill('Columbia only')
    await visitor.page.getByLabel('Share with colleagues', { exact: true }).check()
    await visitor.page.getByRole('button', { name: 'Save view' }).click()
    await visitor.page.getByRole('button', { name: 'Open the list with Columbia only' }).click()
    await visitor.page
      .getByRole('button', { name: 'Open the list with Columbia only', pressed: true })
      .waitFor()
    await expect.poll(() => count(visitor).textContent()).toMatch(/^\d{1,3} of /)
    const rows = await count(visitor).textContent()
    // On another computer of the same person the list opens with this view and all its filters.
    const secondComputer = await open('agency.write')
    await expect.poll(() => count(secondComputer).textContent()).toBe(rows)
    expect(await secondComputer.page.getByLabel('Federal type').inputValue()).not.toBe('0')
    expect(await secondComputer.page.getByRole('columnheader', { name: 'City' }).count()).toBe(0)
    // A colleague finds the view under its owner's name, and a link shows anybody the same rows.
    const colleague = await open('agency.read')
    await views(colleague).click()
    await colleague.page.getByRole('button', { name: /^Columbia only, / }).click()
    await expect.poll(() => count(colleague).textContent()).toBe(rows)
    await colleague.visit('/Account')
    await colleague.page.evaluate(() => sessionStorage.clear())
    await colleague.visit(secondComputer.path())
    await expect.poll(() => count(colleague).textContent()).toBe(rows)
    await views(visitor).click()
    await views(visitor).click()
    await visitor.page.getByRole('button', { name: 'Delete view Columbia only' }).click()
    await visitor.page.getByText('Save filters, order and columns under a name.').waitFor()
    await Promise.all([visitor, secondComputer, colleague].map(({ context }) => context.close()))
  })
})

describe('importing and exporting CSV files', () => {
  test('CSV-02 CSV-03 the export has the name export.csv and contains all matching rows, not only the visible ones', async () => {
    await getSearchBox().fill('Rolla')
    await waitForText('500 of 3,000 rows')
    const { name, columns, rows, text } = await exportCsv()
    expect(name).toBe('export.csv')
    expect(columns).toEqual(['Name', 'City', 'Units', 'Amount', 'Opened', 'Active', 'Status', 'Share'])
    expect(rows).toHaveLength(500)
    expect(new Set(rows.map((row) => row.City))).toEqual(new Set(['Rolla']))
    expect(text.startsWith('\uFEFFName,City,')).toBe(true)
    expect(rows[0]).toEqual(
      expect.objectContaining({ Opened: expect.stringMatching(/^\d{4}-\d\d-\d\d$|^\d\d\/\d\d\/\d{4}$/) }),
    )
  })

  test('CSV-01 an import reads the headings, checks each row and takes only valid rows', async () => {
    await importCsv(
      ' Name ,City,Amount,Opened\r\n"Court, ""North"" wing",Rolla,"1,234.50",03/15/2026\r\n\r\n,Rolla,5,\r\nNo amount,Rolla,much,\r\nPlease refuse,Rolla,7,\r\n',
    )
    const dialog = page.getByRole('dialog', { name: 'Import CSV' })
    await dialog.getByText('2 rows ready to import; 2 rows with faults, left out.').waitFor()
    await dialog.getByText('Name: *Field is required').waitFor()
    await dialog.getByText('Amount: enter an amount such as 1,000.00.').waitFor()
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
    await dialog.getByText('This name is refused.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await getSearchBox().fill('north wing')
    await waitForText('1 of 3,001 rows')
    await expect.poll(readNames, { timeout: PATIENCE }).toEqual(['Court, "North" wing'])
  })

  test('CSV-02 values that a spreadsheet would run as formulas are escaped in the file and read back unchanged', async () => {
    const odd = ['=HYPERLINK("x")', '+1-800', '-cmd', '@sum', 'Plain']
    await importCsv(
      `Name,Amount\r\n${odd.map((name) => `"${name.replaceAll('"', '""')}",1`).join('\r\n')}\r\n`,
    )
    await page.getByRole('button', { name: 'Import 5 rows' }).click()
    await page.getByText('5 rows imported.').waitFor()
    await page.keyboard.press('Escape')
    await getButton('Filters').click()
    await page.getByLabel('Amount to').first().fill('1')
    await waitForText('5 of 3,005 rows')
    const { text, rows } = await exportCsv()
    const cells = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.replace(/^"/, '').slice(0, 4))
    expect(cells.toSorted()).toEqual(["'+1-", "'-cm", "'=HY", "'@su", 'Plai'])
    expect(rows.map((row) => row.Name).toSorted()).toEqual(odd.toSorted())
  })

  test('CSV-01 a malformed file is refused with the number of its line', async () => {
    await importCsv('Name,Amount\r\n"never closed,1\r\n')
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .filter({ hasText: /line 2/i })
      .waitFor()
  })
})
