import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, findOverflowing } from './accessibility.ts'
import { buildPdfFile, buildPhotoFile, type TestFile, uploadAsVisitor, waitForPdf } from './papers.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE, type Visitor } from './visitor.ts'

let stage: Stage
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

beforeAll(async () => {
  stage = await openStage()
  // Sets requests that their reserves can pay to Under Review, and lets one person review and decide them.
  await stage.owner.query(`
    insert into setting (key, value, effective_from) values ('r4r_two_person', 'false', '2000-01-01')
      on conflict (key, effective_from) do update set value = 'false'`)
  await stage.owner.query(`
    update replacement_reserve_request r set status_id = case when status_id > 1 and status_id < 5 and
      (select sum(claimed_amount) from replacement_reserve_request_item i where i.replacement_reserve_request_id = r.replacement_reserve_request_id)
        < (select sum(amount) / 2 from reserve_entry e where e.reserve_account_id = r.reserve_account_id) then 3 else 1 end
    where status_id between 2 and 4`)
  await stage.owner.query(`
    update replacement_reserve_request_item set approved_amount = null, denial_reason = null
    where replacement_reserve_request_id in (select replacement_reserve_request_id from replacement_reserve_request where status_id = 3)`)
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const getRequest = (visitor: Visitor): number => Number(visitor.path().split('/')[2])
const getHeading = (page: Page) => page.locator('h1').first()

async function openFirstOfQueue(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await visitor.visit('/ReplacementReserveMultiNav')
  await page.getByRole('tab', { name: /^Under review/i }).click()
  await page
    .getByRole('link', { name: /^R-\d+$/ })
    .first()
    .click()
  await page.getByRole('table', { name: 'Items' }).waitFor()
}

/** Uploads a document to the first item of a request, as the agency may until the decision. */
async function attachToFirstItem(
  { page }: Visitor,
  requestId: number,
  paper: TestFile,
  documentType: string,
): Promise<void> {
  const result = await stage.owner.query<{ item: number; property: number }>(
    `select replacement_reserve_request_item_id as item, property_id as property from replacement_reserve_request_item
      where replacement_reserve_request_id = $1 order by position limit 1`,
    [requestId],
  )
  const { item, property } = result.rows[0]!
  const fields = {
    moduleName: 'Replacement_Reserve',
    moduleId: requestId,
    propertyId: property,
    subModuleName: 'item',
    subModuleId: item,
    documentType,
  }
  const status = await uploadAsVisitor(page, fields, paper)
  expect(status).toBe(200)
}

test('documents of the selected item are next to it, can be browsed by keyboard and are part of the address', async () => {
  const analyst = await stage.signedIn('agency.write', '/ReplacementReserveMultiNav', { viewport: WIDE })
  const { page } = analyst
  await openFirstOfQueue(analyst)
  await attachToFirstItem(analyst, getRequest(analyst), buildPdfFile('invoice.pdf', 'Invoice 1'), 'Invoice')
  await attachToFirstItem(analyst, getRequest(analyst), buildPhotoFile('roof.jpg'), 'Photo')
  await page.reload()
  await waitForPdf(page, 'invoice.pdf')
  await page.keyboard.press('f')
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'roof.jpg' }).waitFor()
  await page.keyboard.press('h')
  await page.getByRole('list', { name: 'History' }).waitFor()
  expect(page.url()).toMatch(/document=\d+&open=history/)
  await expectAccessible(page, 'review with its history')
  await page.reload()
  await page.getByRole('list', { name: 'History' }).waitFor()
  await page.keyboard.press('h')
  await page.getByRole('img', { name: 'roof.jpg' }).waitFor()
  // The position in the list survives the reload, and Escape leads back to the list.
  await page.getByRole('navigation', { name: 'List' }).waitFor()
  await page.keyboard.press(']')
  await expect.poll(() => page.getByRole('navigation', { name: 'List' }).textContent()).toMatch(/2 of \d+/)
  await page.keyboard.press('Escape')
  await expect
    .poll(() => analyst.path(), { timeout: PATIENCE })
    .toMatch(/^\/ReplacementReserveMultiNav.*show=Under/)
})

/**
 * Checks the review on a phone: the list of items comes first, then one item alone with buttons for the next
 * item and for the list.
 */
async function checkItemsOnPhone(page: Page): Promise<void> {
  const rows = page
    .getByRole('table', { name: 'Items' })
    .locator('tbody tr')
    .filter({ has: page.getByRole('rowheader') })
  const all = await rows.count()
  await rows.first().getByRole('button').click()
  const navigation = page.getByRole('navigation', { name: 'Items' })
  await navigation.getByText(`1 of ${all}`).waitFor()
  await expect.poll(() => rows.filter({ visible: true }).count()).toBe(1)
  await page.getByRole('region', { name: /^Documents of Item 1/ }).waitFor()
  if (all > 1) {
    await navigation.getByRole('button', { name: 'Next' }).click()
    await navigation.getByText(`2 of ${all}`).waitFor()
    await expect.poll(() => rows.filter({ visible: true }).count()).toBe(1)
  }
  expect(await findOverflowing(page)).toEqual([])
  await expectAccessible(page, 'one item on a phone')
  await navigation.getByRole('button', { name: 'All items' }).click()
  await expect.poll(() => rows.filter({ visible: true }).count()).toBe(all)
}

/** The characters of a text as single keys. */
const getKeys = (text: string): string[] => [...text]

describe.each([
  { screen: 'a wide screen', viewport: WIDE },
  { screen: 'a phone', viewport: PHONE },
])('$screen', ({ viewport }) => {
  test('an analyst decides five requests in a row by keyboard only, each with fewer than ten keys', async () => {
    const analyst = await stage.signedIn('agency.write', '/ReplacementReserveMultiNav', { viewport })
    const { page } = analyst
    await openFirstOfQueue(analyst)
    if (viewport === PHONE) await checkItemsOnPhone(page)
    const decided: number[] = []
    for (const decision of ['claimed', 'items', 'deny', 'claimed', 'claimed'] as const) {
      const id = getRequest(analyst)
      const before = await getHeading(page).textContent()
      let keys = 0
      const press = async (...pressedKeys: string[]) => {
        for (const key of pressedKeys) await page.keyboard.press(key)
        keys += pressedKeys.length
      }
      const items = await page.getByLabel(/^Approved amount, Item/).count()
      if (decision === 'items' && items < 3)
        for (let item = 0; item < items; item += 1) await press('ArrowDown', '=')
      else if (decision !== 'deny') await press('a')
      await press(...(decision === 'deny' ? ['d', ...getKeys('Old')] : ['Control+Enter']))
      const dialog = page.getByRole('dialog')
      const button = dialog.getByRole('button', {
        name: decision === 'deny' ? 'Deny' : 'Approve',
        disabled: false,
      })
      await button.waitFor()
      await dialog.getByRole('article').getByText('Request Number:').waitFor()
      if ((await dialog.getByRole('checkbox', { name: 'Approve anyway' }).count()) > 0) {
        await press('Control+Enter', 'Space')
      }
      if (decided.length === 0) {
        await expectAccessible(page, 'decision')
        expect(await findOverflowing(page)).toEqual([])
      }
      // The letter may be rendered again after the input, and only then can the step be confirmed.
      await button.waitFor()
      await press('Control+Enter')
      await dialog.waitFor({ state: 'hidden' })
      await expect.poll(() => getHeading(page).textContent(), { timeout: PATIENCE }).not.toBe(before)
      await page.getByRole('table', { name: 'Items' }).waitFor()
      expect(keys).toBeLessThan(10)
      decided.push(id)
    }
    expect(new Set(decided).size).toBe(5)
    const result = await stage.owner.query<{ status: number; letters: number }>(
      `select status_id as status, (select count(*)::integer from letter l where l.entity = 'ReplacementReserveRequest'
          and l.row_id = r.replacement_reserve_request_id) as letters
        from replacement_reserve_request r where replacement_reserve_request_id = any ($1)
        order by array_position($1, replacement_reserve_request_id)`,
      [decided],
    )
    expect(result.rows.map((row) => row.status)).toEqual([5, 5, 6, 5, 5])
    expect(result.rows.every((row) => row.letters > 0)).toBe(true)
  })
})
