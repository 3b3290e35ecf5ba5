import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FIRST_LOAD_KB } from '../../tools/bench/budgets.ts'

import { collidingTexts, findOverflowing, resize, showAsPrinted } from './accessibility.ts'
import { DESK, measureDensity } from './measures.ts'

import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/** The open reserve request of the property with the longest name. */
async function findLongestNamed() {
  const { rows } = await stage.owner.query<{ id: number; propertyId: number }>(
    `select r.replacement_reserve_request_id as id, r.property_id as "propertyId"
       from replacement_reserve_request r join property p using (property_id)
      where r.status_id between 2 and 4 order by length(p.name) desc, r.replacement_reserve_request_id limit 1`,
  )
  return rows[0]!
}

test('the header of records and lists takes one line even with the longest names, and the content begins below it', async () => {
  const { id, propertyId } = await findLongestNamed()
  const visitor = await stage.signedIn('agency.admin', '/Projects', DESK)
  const paths = [
    `/ReplacementReserve/${id}/${propertyId}`,
    `/ReplacementReserveList/${propertyId}`,
    `/EditProject/${propertyId}`,
    '/ReplacementReserveMultiNav',
    '/BudgetListAdmin',
    '/Projects',
  ]
  for (const path of paths) {
    await visitor.go(path)
    await visitor.page.locator('main h1').waitFor()
    const { header, work, smallest } = await measureDensity(visitor.page)
    expect(header, path).toBeLessThanOrEqual(64)
    expect(work, path).toBeLessThanOrEqual(130)
    expect(smallest, path).toBeGreaterThanOrEqual(11)
  }
  await visitor.context.close()
})

/** The address of a decided statement, whose header has tabs, of the property with the longest name. */
async function findStatementWithTabs(): Promise<string> {
  const { rows } = await stage.owner.query<{ path: string }>(
    `select '/afs/view/' || a.year || '/' || a.property_id as path
       from annual_statement a join property p using (property_id)
       join management_company m using (management_company_id)
      where a.status_id between 2 and 4 and m.name like 'MACO%' order by length(p.name) desc, a.afs_id limit 1`,
  )
  return rows[0]!.path
}

test('a header with tabs keeps every action in the window, and its facts open below their button', async () => {
  const { page, context } = await stage.signedIn('company.admin', await findStatementWithTabs(), DESK)
  const header = page.locator('[data-screen-header]')
  await header.getByRole('link', { name: 'Distributions' }).waitFor()
  const facts = header.getByRole('button', { name: 'Facts' })
  for (const width of [1440, 1400, 1280, 1100, 800]) {
    await resize(page, { width, height: 900 })
    expect(await findOverflowing(page), `${width}`).toEqual([])
    expect(await collidingTexts(page, '[data-screen-header]'), `${width}`).toEqual([])
    await facts.click()
    const button = (await facts.boundingBox())!
    const panel = (await page.locator(`[id="${await facts.getAttribute('aria-controls')}"]`).boundingBox())!
    const distances = [panel.x - button.x, panel.x + panel.width - button.x - button.width].map(Math.abs)
    expect(Math.min(...distances), `${width}`).toBeLessThanOrEqual(1)
    expect(panel.y - button.y - button.height, `${width}`).toBeLessThan(16)
    expect(panel.y, `${width}`).toBeGreaterThanOrEqual(button.y + button.height - 1)
    await page.keyboard.press('Escape')
  }
  await context.close()
})

test('on paper an approved request has the details of every item, no empty heading, and each warning once', async () => {
  const { rows } = await stage.owner.query<{ path: string; items: number }>(
    `select '/ReplacementReserve/' || r.replacement_reserve_request_id || '/' || r.property_id as path, count(*)::int as items
       from replacement_reserve_request r join replacement_reserve_request_item i using (replacement_reserve_request_id)
      where r.status_id = 5 group by r.replacement_reserve_request_id, r.property_id
     having count(*) > 1 order by r.replacement_reserve_request_id desc limit 1`,
  )
  const { path, items } = rows[0]!
  const { page, context } = await stage.signedIn('agency.manager', path, DESK)
  await page.getByRole('region', { name: 'Letters' }).waitFor()
  await showAsPrinted(page)
  const headings = page.getByRole('heading', { level: 3, name: /^Item \d+: / })
  await expect.poll(() => headings.count()).toBe(items)
  const texts = await page.locator('main section:has(h2, h3):visible').allInnerTexts()
  const names = await page.locator('[data-screen-header] li:visible').allInnerTexts()
  const paper = {
    empty: texts.filter((text) => !text.trim().includes('\n')),
    doubled: names.filter((name, index) => names.indexOf(name) !== index),
  }
  expect(paper).toEqual({ empty: [], doubled: [] })
  await context.close()
})

test('a list shows at least twenty rows of 25 px, or rows of 31 px for a person who prefers roomy rows', async () => {
  const visitor = await stage.signedIn('agency.write', '/Projects', DESK)
  const { page } = visitor
  await page.getByRole('table', { name: 'Properties' }).locator('tbody tr').first().waitFor()
  const usual = await measureDensity(page)
  expect(usual.rows).toBeGreaterThanOrEqual(20)
  expect(usual.rowHeight).toBe(25)
  await page.getByRole('button', { name: 'Agency Analyst' }).click()
  await page.getByRole('button', { name: 'Roomy rows' }).click()
  await expect.poll(async () => (await measureDensity(page)).rowHeight).toBe(31)
  // The table must have room for every row, or else the last ones could not be reached.
  const room = () =>
    page.getByRole('table', { name: 'Properties' }).evaluate((table) => {
      const rows = Number(table.getAttribute('aria-rowcount')) - 1
      return table.getBoundingClientRect().height / rows
    })
  await expect.poll(room).toBeCloseTo(31, 0)
  await page.reload()
  await page.getByRole('table', { name: 'Properties' }).locator('tbody tr').first().waitFor()
  expect((await measureDensity(page)).rowHeight).toBe(31)
  await visitor.context.close()
})

test('BAN-01 BAN-02 on a phone the header takes one line and the Facts button shows the rest', async () => {
  const { id, propertyId } = await findLongestNamed()
  const visitor = await stage.signedIn('agency.admin', `/ReplacementReserve/${id}/${propertyId}`, {
    viewport: { width: 390, height: 844 },
  })
  const { page } = visitor
  await page.getByRole('button', { name: 'Facts' }).click()
  await page.getByRole('region', { name: 'About the property' }).waitFor()
  await page.getByRole('link', { name: 'Edit property' }).waitFor()
  expect((await measureDensity(page)).header).toBeLessThanOrEqual(64)
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'About the property' }).waitFor({ state: 'hidden' })
  await visitor.context.close()
})

test('pages are drawn in a system font until the web font arrives, and the layout does not move', async () => {
  const visitor = await stage.open()
  const { page } = visitor
  let releaseFont: () => void = () => undefined
  const fontReleased = new Promise<void>((resolve) => {
    releaseFont = resolve
  })
  await page.route('**/*.woff2', async (route) => {
    await fontReleased
    await route.continue()
  })
  const loaded = () =>
    page.evaluate(() =>
      [...document.fonts].some(({ family, status }) => /^"?Inter"?$/.test(family) && status === 'loaded'),
    )
  // Does not wait for the load event, which would wait for the font.
  await page.goto(`${stage.address}/#/login`, { waitUntil: 'domcontentloaded' })
  await page.getByLabel('User name').waitFor()
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1)
  expect(await loaded()).toBe(false)
  const before = await page.getByRole('heading', { level: 1 }).boundingBox()
  releaseFont()
  await expect.poll(loaded).toBe(true)
  const after = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(after?.y).toBe(before?.y)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"?Inter"?,/)
  await visitor.context.close()
})

test('the files loaded before the sign-in screen stay within their size limit', async () => {
  const page = await (await fetch(stage.address)).text()
  const assetPaths = [...page.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file]) => file!)
  expect(assetPaths.length).toBeGreaterThan(5)
  const files = await Promise.all(
    assetPaths.map(async (file) => (await fetch(new URL(file, stage.address))).text()),
  )
  const bytes = [page, ...files].reduce((sum, text) => sum + gzipSync(text).length, 0)
  expect(bytes / 1024).toBeLessThanOrEqual(FIRST_LOAD_KB)
})
