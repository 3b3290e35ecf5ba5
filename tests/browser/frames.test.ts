import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FIRST_LOAD_KB } from '../../bench/budgets.ts'
import { DESK, measure } from './measures.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/** The open reserve request of the property with the longest name, and that property. */
async function longest() {
  const { rows } = await stage.owner.query<{ id: number; propertyId: number }>(
    `select r.replacement_reserve_request_id as id, r.property_id as "propertyId"
       from replacement_reserve_request r join property p using (property_id)
      where r.status_id between 2 and 4 order by length(p.name) desc, r.replacement_reserve_request_id limit 1`,
  )
  return rows[0]!
}

test('the header of records and lists is one line, and the work begins below it, with the longest names', async () => {
  const { id, propertyId } = await longest()
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
    const { header, work, smallest } = await measure(visitor.page)
    expect(header, path).toBeLessThanOrEqual(64)
    expect(work, path).toBeLessThanOrEqual(130)
    expect(smallest, path).toBeGreaterThanOrEqual(11)
  }
  await visitor.context.close()
})

test('a list shows twenty rows or more of 25 px, and of 31 px where a person wants them roomy', async () => {
  const visitor = await stage.signedIn('agency.write', '/Projects', DESK)
  const { page } = visitor
  await page.getByRole('table', { name: 'Properties' }).locator('tbody tr').first().waitFor()
  const usual = await measure(page)
  expect(usual.rows).toBeGreaterThanOrEqual(20)
  expect(usual.rowHeight).toBe(25)
  await page.getByRole('button', { name: 'Agency Analyst' }).click()
  await page.getByRole('button', { name: 'Roomy rows' }).click()
  await expect.poll(async () => (await measure(page)).rowHeight).toBe(31)
  // Room for every row, or the last could not be reached.
  const room = () =>
    page.getByRole('table', { name: 'Properties' }).evaluate((table) => {
      const rows = Number(table.getAttribute('aria-rowcount')) - 1
      return table.getBoundingClientRect().height / rows
    })
  await expect.poll(room).toBeCloseTo(31, 0)
  await page.reload()
  await page.getByRole('table', { name: 'Properties' }).locator('tbody tr').first().waitFor()
  expect((await measure(page)).rowHeight).toBe(31)
  await visitor.context.close()
})

test('BAN-01 BAN-02 on a phone the header is one line, and the rest of the banner is behind its opener', async () => {
  const { id, propertyId } = await longest()
  const visitor = await stage.signedIn('agency.admin', `/ReplacementReserve/${id}/${propertyId}`, {
    viewport: { width: 390, height: 844 },
  })
  const { page } = visitor
  await page.getByRole('button', { name: 'Facts' }).click()
  await page.getByRole('region', { name: 'About the property' }).waitFor()
  await page.getByRole('link', { name: 'Edit property' }).waitFor()
  expect((await measure(page)).header).toBeLessThanOrEqual(64)
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'About the property' }).waitFor({ state: 'hidden' })
  await visitor.context.close()
})

test('pages stand while the font is withheld, and wear it once it is there', async () => {
  const visitor = await stage.open()
  const { page } = visitor
  let give: () => void = () => undefined
  const permission = new Promise<void>((resolve) => {
    give = resolve
  })
  await page.route('**/*.woff2', async (route) => {
    await permission
    await route.continue()
  })
  const loaded = () =>
    page.evaluate(() =>
      [...document.fonts].some(({ family, status }) => /^"?Inter"?$/.test(family) && status === 'loaded'),
    )
  // Not until everything is loaded: the font is not given before.
  await page.goto(`${stage.address}/#/login`, { waitUntil: 'domcontentloaded' })
  await page.getByLabel('User name').waitFor()
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1)
  expect(await loaded()).toBe(false)
  const before = await page.getByRole('heading', { level: 1 }).boundingBox()
  give()
  await expect.poll(loaded).toBe(true)
  const after = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(after?.y).toBe(before?.y)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"?Inter"?,/)
  await visitor.context.close()
})

test('what is fetched before the sign-in screen stands keeps its budget', async () => {
  const page = await (await fetch(stage.address)).text()
  const assetPaths = [...page.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file]) => file!)
  expect(assetPaths.length).toBeGreaterThan(5)
  const files = await Promise.all(
    assetPaths.map(async (file) => (await fetch(new URL(file, stage.address))).text()),
  )
  const bytes = [page, ...files].reduce((sum, text) => sum + gzipSync(text).length, 0)
  expect(bytes / 1024).toBeLessThanOrEqual(FIRST_LOAD_KB)
})
