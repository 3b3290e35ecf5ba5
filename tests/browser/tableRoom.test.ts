import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readPdf } from '#tests/pdf.ts'
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
  visitor = await stage.open()
  page = visitor.page
  await visitor.visit('/GridSample')
})
afterEach(async () => {
  await visitor.context.close()
  expect(stage.takeFaults()).toEqual([])
})
afterAll(() => stage.close())

const getTable = () => page.getByRole('table', { name: 'Sample rows' })
const getRows = () => getTable().locator('tbody tr:not([aria-hidden])')

describe('the layout of tables', () => {
  test('a 1440 px window shows all main columns, one line of tools and at least 16 rows, and the name stays when scrolling sideways', async () => {
    const visitor = await stage.signedIn('agency.write', '/Projects', {
      viewport: { width: 1440, height: 900 },
    })
    const rows = visitor.page
      .getByRole('table', { name: 'Properties' })
      .locator('tbody tr:not([aria-hidden])')
    await rows.first().waitFor()
    const visibleCount = await rows.evaluateAll(
      (all) =>
        all.filter((item) => {
          const { top, bottom } = item.getBoundingClientRect()
          const foot = item.closest('table')?.tFoot?.getBoundingClientRect().top ?? innerHeight
          return top >= 0 && bottom <= foot
        }).length,
    )
    expect(visibleCount).toBeGreaterThanOrEqual(16)
    const scroller = rows.first().locator('xpath=ancestor::div[1]')
    expect(await scroller.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    const tools = ['Search all columns', 'Rows per page'].map((label) =>
      visitor.page.getByLabel(label).boundingBox(),
    )
    const [first, last] = await Promise.all(tools)
    expect(last?.y).toBe(first?.y)
    await visitor.page.setViewportSize({ width: 800, height: 900 })
    const getHeaderBox = () => rows.first().getByRole('rowheader').boundingBox()
    const before = await getHeaderBox()
    await scroller.evaluate((box) => box.scrollTo(300, 0))
    expect((await getHeaderBox())?.x).toBe(before?.x)
    await visitor.context.close()
  })

  test('on a phone rows are shown as cards that can be sorted, selected and opened, and nothing overflows sideways', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const cards = page.getByRole('list', { name: 'Sample rows' }).getByRole('listitem')
    await cards.first().waitFor()
    expect(await getTable().count()).toBe(0)
    const order = page.getByLabel('Order').first()
    expect(await order.evaluate(countHiddenPixels)).toBe(0)
    await order.selectOption('Amount, up')
    expect(await order.evaluate(countHiddenPixels)).toBe(0)
    await expect.poll(() => cards.first().textContent()).toContain('$123.45')
    await expectAccessible(page, 'cards')
    expect(await findOverflowing(page)).toEqual([])
    const list = page.getByRole('list', { name: 'Sample rows' }).locator('..')
    await list.evaluate((element) => element.scrollTo(0, 20_000))
    await expect
      .poll(async () => Number(await cards.first().getAttribute('aria-posinset')))
      .toBeGreaterThan(100)
    expect(await cards.count()).toBeLessThanOrEqual(60)
    await cards.nth(8).getByRole('checkbox').check()
    await page.getByRole('status').filter({ hasText: '1 selected' }).waitFor()
    await cards.nth(8).getByRole('link').click()
    await visitor.arrives('/InputSamples')
  })
})

/** How many CSS pixels of a select's chosen text do not fit into it. */
function countHiddenPixels(element: Element): number {
  const select = element as HTMLSelectElement
  const style = getComputedStyle(select)
  const measure = document.createElement('canvas').getContext('2d')!
  measure.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  const { width } = measure.measureText(select.selectedOptions[0]?.text ?? '')
  const room =
    select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
  return Math.max(0, Math.ceil(width - room))
}

/** The words of a printed page, with one kind of apostrophe for both that the font has. */
const getWords = ({ text }: { text: string }) =>
  text.normalize('NFKC').replaceAll('\u02BC', '\u2019').replaceAll(/\s+/g, ' ')

describe('printing a screen', () => {
  test('every matching row is printed once, on white paper and without the tools', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByLabel('Search all columns').first().fill('1st')
    await page.getByText('375 of 3,000 rows', { exact: true }).first().waitFor()
    const pdf = readPdf(await page.pdf({ format: 'Letter' }))
    const printed = pdf.text.match(/1st [A-Z][a-z]+ \d+/g) ?? []
    expect(new Set(printed).size).toBe(375)
    expect(printed).toHaveLength(375)
    expect(pdf.text).not.toContain('Export CSV')
    // Less important columns are printed too, because paper cannot be scrolled.
    expect(pdf.text).toMatch(/Changed[\s\S]*Remark/)
    const headings = pdf.pages.filter((sheet) =>
      sheet.lines.some((line) => /Name.*City.*Units/.test(line.text)),
    )
    expect(headings.length).toBeGreaterThanOrEqual(pdf.pages.length - 1)
    // After printing, the page is in its previous state.
    expect(await getRows().count()).toBeLessThanOrEqual(60)
    expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark')
  })

  test('a queue, a request, the dashboard and a property are printed completely and without navigation', async () => {
    const visitor = await stage.signedIn('agency.write', '/ReplacementReserveMultiNav')
    const printPage = async () => {
      const pdf = readPdf(await visitor.page.pdf({ format: 'Letter', printBackground: true }))
      for (const text of [
        'Administration',
        'Skip to main',
        'Find anything',
        'Export CSV',
        'Mark as reviewed',
      ])
        expect(pdf.text).not.toContain(text)
      return pdf
    }
    await visitor.page.getByRole('table', { name: 'Requests' }).locator('tbody tr').first().waitFor()
    const queue = await printPage()
    expect(queue.text).toMatch(/Management company[\s\S]*Decided[\s\S]*Paid/)
    // Sums are right-aligned with the figures they add up.
    const getRightEdges = (text: RegExp) =>
      queue.pages.flatMap(({ lines: all }) =>
        all
          .filter((line) => text.test(line.text))
          .flatMap(({ runs }) => runs.map(({ x, width }) => Math.round(x + width))),
      )
    const ofRows = new Set(getRightEdges(/^R-\d+ .*\$/))
    expect(
      getRightEdges(/^Total.*\$/).filter((right) => [-1, 0, 1].some((offset) => ofRows.has(right + offset)))
        .length,
    ).toBeGreaterThan(0)

    await visitor.page
      .getByRole('link', { name: /^R-\d+$/ })
      .first()
      .click()
    const items = visitor.page.getByRole('table', { name: 'Items' })
    await items.waitFor()
    const titles = await items.locator('tbody').getByRole('button').allTextContents()
    // The browser's own print command does not wait for data, so the paper lists the parts that are not on
    // it.
    const missing = getWords(await printPage())
    for (const missingPart of ['Documents are', 'Messages are', 'The history is'])
      expect(missing).toContain(`${missingPart} not on this paper. Print with the page’s own Print button`)
    // The page's own button and Ctrl+P open closed sections and wait for their data.
    await visitor.page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '')
    })
    await visitor.page.keyboard.press('Control+p')
    await visitor.page.locator('html[data-printed]').waitFor()
    const request = getWords(await printPage())
    for (const [index, title] of titles.entries()) expect(request).toContain(`Item ${index + 1}: ${title}`)
    expect(request.match(/Category /g)?.length).toBe(titles.length)
    expect(request).toMatch(/Under Review|Reviewed|Submitted/)
    expect(request).not.toMatch(/Show (documents|history)|not on this paper/)
    expect(request).toContain('Submitted')

    await visitor.go('/dashboard')
    await visitor.page
      .getByRole('table', { name: /property/i })
      .first()
      .waitFor()
    const dashboard = await printPage()
    expect(dashboard.text).toMatch(/overdue[\s\S]*pending[\s\S]*submitted[\s\S]*not due/)
    expect(new Set(dashboard.pages[0]?.fills.map(({ color }) => color)).size).toBeGreaterThan(3)
    await visitor.go('/EditProject/2')
    await visitor.page.getByText('Latest').waitFor()
    const property = await printPage()
    for (const card of ['Reserves', 'Open requests', 'Units and rents', 'Contacts', 'Latest'])
      expect(property.text).toContain(card)
    await visitor.context.close()
  })

  test("the tables of a distribution's requirements and of a report card's coverage fit on a Letter sheet", async () => {
    const result = await stage.owner.query<{ request: number; card: number }>(
      `select (select max(distribution_request_id) from distribution_request where status_id = 3) as request,
        (select afs_id from annual_statement where status_id = 5 order by afs_id limit 1) as card`,
    )
    const { request, card } = result.rows[0]!
    const visitor = await stage.signedIn('agency.write', `/DistributionRequest/review/${request}`)
    const fits = async (name: string) => {
      await visitor.page.setViewportSize({ width: 1440, height: 900 })
      await visitor.page.emulateMedia({ media: 'screen' })
      await visitor.page.getByRole('table', { name }).locator('tbody tr').first().waitFor()
      await visitor.page.emulateMedia({ media: 'print' })
      // The width of 8.5 inches without margins of 12 mm.
      await visitor.page.setViewportSize({ width: 725, height: 960 })
      await expect.poll(() => visitor.page.getByRole('table', { name }).count()).toBe(1)
      expect(await findOverflowing(visitor.page)).toEqual([])
    }
    await fits('What an approval needs')
    await visitor.go(`/afs/review/reportcard/${card}`)
    await fits('Debt coverage through the years')
    await visitor.context.close()
  })
})
