import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectAccessible, findOverflowing } from './accessibility.ts'
import { openStage, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

let stage: Stage
let visitor: Visitor
let page: Page

beforeAll(async () => {
  stage = await openStage()
})
beforeEach(async () => {
  visitor = await stage.signedIn('agency.read', '/reporting/VacancyReport')
  page = visitor.page
})
afterEach(async () => {
  await visitor.context.close()
  expect(stage.takeFaults()).toEqual([])
})
afterAll(() => stage.close())

const getTable = (name: string) => page.getByRole('table', { name })
const readTotal = async () => (await getTable('Vacancy Report').locator('tfoot').textContent()) ?? ''

test('RPT-04: filters are in the address, subtotals are shown above, files have every row, and a saved view restores the filters', async () => {
  await getTable('Vacancy Report').waitFor()
  const before = await readTotal()
  await page.keyboard.press('p')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('As of')
  await page.getByLabel('Region', { exact: true }).selectOption({ index: 1 })
  await expect.poll(readTotal).not.toBe(before)
  await page.getByLabel('Subtotals by').selectOption('By county')
  await getTable('Subtotals').waitFor()
  expect(page.url()).toContain('where.groupBy=county')
  const selected = await readTotal()
  await page.reload()
  await getTable('Subtotals').waitFor()
  expect(await readTotal()).toBe(selected)
  await expectAccessible(page, 'a report with subtotals')

  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByTitle('Export CSV').click()])
  const lines = (await text(await csv.createReadStream())).trim().split('\r\n')
  const rowCount = Number(
    /([\d,]+) rows/.exec((await page.getByRole('status').allTextContents()).join(' '))![1]!.replace(',', ''),
  )
  expect(lines).toHaveLength(rowCount + 1)
  const [book] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTitle('Export to Excel').click(),
  ])
  expect(book.suggestedFilename()).toMatch(/^vacancy-report-.*\.xlsx$/)

  const [paper] = await Promise.all([page.waitForEvent('download'), page.getByTitle('Export to PDF').click()])
  expect(paper.suggestedFilename()).toMatch(/^vacancy-report-.*\.pdf$/)

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Name of the view').fill('My region')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: 'My region', exact: true }).waitFor()
  await visitor.visit('/reporting')
  await page.getByRole('link', { name: 'My region' }).click()
  await getTable('Subtotals').waitFor()
  expect(await readTotal()).toBe(selected)
})

test('RPT-02: a date is shown in full and accepts the usual ways of typing', async () => {
  await visitor.visit('/reporting/RentAnalysis')
  const box = page.getByLabel('As of', { exact: true })
  expect(await box.inputValue()).toMatch(/^\d\d\/\d\d\/\d{4}$/)
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(
    0,
  )
  await box.fill('1/5/2026')
  await box.press('Enter')
  await expect.poll(() => page.url()).toContain('2026-01-05')
  await expect.poll(() => box.inputValue()).toBe('01/05/2026')
})

test('RPT: the portfolio shows the figure of its report and links to it, and on a phone it does not scroll sideways', async () => {
  await visitor.visit('/Portfolio')
  const tile = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Vacancy loss a month' }) })
  const figure = (await tile.locator('strong').textContent())!
  await page.getByRole('table', { name: 'Vacancy loss a month by county' }).waitFor()
  await expectAccessible(page, 'the portfolio')
  await tile.getByRole('link').click()
  await getTable('Vacancy Report').waitFor()
  expect(await readTotal()).toContain(figure)
  await page.setViewportSize({ width: 390, height: 844 })
  await visitor.visit('/Portfolio')
  await tile.locator('strong').waitFor()
  expect(await findOverflowing(page)).toEqual([])
})
