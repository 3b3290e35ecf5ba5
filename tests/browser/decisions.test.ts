import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { itemField } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE, type Visitor } from './visitor.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const WIDE = { width: 1440, height: 900 }
const readFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

/**
 * Takes a step by its key, types the reason if there is one, and confirms. Returns the number of key presses
 * without those of the reason.
 */
async function decide(page: Page, key: string, text?: string): Promise<number> {
  let keys = 0
  const press = async (each: string) => {
    keys += 1
    await page.keyboard.press(each)
  }
  await press(key)
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  if (text) await page.keyboard.type(text)
  await dialog.locator('button[aria-disabled=false]').waitFor()
  if ((await dialog.getByRole('checkbox', { name: /anyway$/ }).count()) > 0) {
    // Open findings must be confirmed first: the first attempt moves the focus to their checkbox.
    await press('Control+Enter')
    await press('Space')
  }
  await press('Control+Enter')
  await dialog.waitFor({ state: 'hidden' })
  return keys
}

const kinds = [
  {
    kind: 'a task extension is approved',
    from: `select '/ExtensionRequest/' || extension_request_id as path from extension_request where status_id = 2`,
    key: 'Control+Enter',
  },
  {
    kind: 'a reserve request is approved',
    from: `select '/ReplacementReserve/' || replacement_reserve_request_id || '/' || property_id as path
      from replacement_reserve_request where status_id = 4 order by 1`,
    key: 'Control+Enter',
  },
  {
    kind: 'a company is certified',
    from: `select '/ManagementCompanyAssetCertificationApplication/edit/' || management_company_asset_certification_id as path
      from management_company_asset_certification where status_id = 4`,
    key: 'Control+Enter',
  },
  {
    kind: 'a suspension is returned',
    from: `select '/R4rSuspensionRequest/edit/' || replacement_reserve_suspension_id as path
      from replacement_reserve_suspension where status_id = 2`,
    key: 'r',
    words: 'Please name the months.',
  },
  {
    kind: 'a budget is returned',
    from: `select '/budget/view/' || property_id || '/' || budget_year as path from budget where status_id = 2`,
    key: 'r',
    words: 'Please explain the insurance.',
  },
]

test.each(kinds)('by keyboard only and with fewer than ten keys, $kind', async ({ from, key, words }) => {
  const result = await stage.owner.query<{ path: string }>(`${from} limit 1`)
  const { page } = await stage.signedIn('agency.manager', result.rows[0]!.path, { viewport: WIDE })
  await page.getByRole('region', { name: 'What can be done next' }).waitFor()
  expect(await decide(page, key, words)).toBeLessThan(10)
  await expect
    .poll(async () => (await stage.owner.query<{ path: string }>(from)).rows)
    .not.toContainEqual(result.rows[0])
  // The list had no other record, so the link back to the list is shown and has the focus.
  await expect.poll(() => readFocusedText(page)).toBe('Back to the list')
})

/** Opens the first row of a list, returns with Escape and expects the focus on that row. */
async function openAndReturn(visitor: Visitor, list: string): Promise<void> {
  const { page } = visitor
  await visitor.visit(list)
  const row = page.locator('tbody tr[data-index] a').first()
  await row.waitFor()
  const name = (await row.textContent()) ?? ''
  await row.focus()
  await page.keyboard.press('Enter')
  await page.locator('[data-desk]').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => visitor.path(), { timeout: PATIENCE }).toContain(list)
  await expect.poll(() => readFocusedText(page), { timeout: PATIENCE }).toBe(name)
}

test('after returning from a record to its list, its row has the focus and j moves on from there', async () => {
  const visitor = await stage.signedIn('agency.manager', '/Work', { viewport: WIDE })
  const { page } = visitor
  for (const list of [
    '/ExtensionRequest',
    '/McCertificationList',
    '/TCAPListAdmin',
    '/budget/list/admin',
    '/ReplacementReserveMultiNav',
  ]) {
    await openAndReturn(visitor, list)
  }
  const loadName = async (nth: number) =>
    (await page.locator(`tbody tr[data-index='${nth}'] a`).first().textContent()) ?? ''
  const second = await loadName(1)
  await page.keyboard.press('j')
  expect(await readFocusedText(page)).toBe(second)
  // After opening a record and moving to the next one, Escape returns to the row of the latter.
  const third = await loadName(2)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'List' }).waitFor()
  await page.keyboard.press(']')
  await expect.poll(() => page.locator('h1').first().textContent(), { timeout: PATIENCE }).toContain(third)
  await page.keyboard.press('Escape')
  await expect.poll(() => readFocusedText(page), { timeout: PATIENCE }).toBe(third)
})

test('after the last record of a list, a link back to the list is shown and has the focus', async () => {
  const visitor = await stage.signedIn('agency.manager', '/ExtensionRequest', { viewport: WIDE })
  const { page } = visitor
  const last = page.locator('tbody tr[data-index]').last().locator('a').first()
  await last.waitFor()
  await last.focus()
  await page.keyboard.press('Enter')
  await page.locator('[data-desk]').waitFor()
  await decide(page, 'd', 'The task cannot wait.')
  await page.getByText('That was the last of the list.').waitFor()
  await expect.poll(() => readFocusedText(page)).toBe('Back to the list')
  await expectAccessible(page, 'after the last decision')
  await page.keyboard.press('Enter')
  await visitor.arrives('/ExtensionRequest')
})

test('notes are saved while they are typed, and leaving asks no question', async () => {
  const visitor = await stage.signedIn('agency.manager', '/budget/list/admin', { viewport: WIDE })
  const { page } = visitor
  await page.locator('tbody tr[data-index] a').first().click()
  const notes = page.getByLabel('Internal agency comments')
  await notes.fill('Looked at with the owner.')
  const path = visitor.path()
  await page.locator('h1').first().focus()
  await page.keyboard.press('Escape')
  // The address changes to the list, back, and to the list again after the notes are saved. The form is
  // hidden after the last change.
  await notes.waitFor({ state: 'hidden' })
  await visitor.arrives('/budget/list/admin')
  await visitor.visit(path)
  await expect.poll(() => notes.inputValue()).toBe('Looked at with the owner.')
  expect(await page.getByRole('button', { name: /^Save (review|notes)$/ }).count()).toBe(0)
})

test('of two reviewers at the same time, the second sees who changed which value and loses no input', async () => {
  const result = await stage.owner.query<{
    id: number
    property: number
  }>(`select replacement_reserve_request_id as id,
    property_id as property from replacement_reserve_request where status_id = 3 order by 1 limit 1`)
  const { id, property } = result.rows[0]!
  const waitUntilSaved = (page: Page, form: string) =>
    page
      .getByRole('form', { name: form })
      .getByRole('status')
      .filter({ hasText: /^Saved / })
      .waitFor()
  const path = `/ReplacementReserve/${id}/${property}`
  const [first, second] = [
    await stage.signedIn('agency.write', path),
    await stage.signedIn('agency.manager', path),
  ]
  second.tolerate(/409 \(Conflict\)|\/api\/events/)
  // The second reviewer does not receive the event of the change.
  await second.context.route('**/api/events', (route) => route.abort())
  await second.visit(path)
  for (const { page } of [first, second]) await itemField(page, 'Approved amount', 2).waitFor()
  await itemField(first.page, 'Approved amount', 2).click()
  await first.page.keyboard.press('Control+a')
  await first.page.keyboard.type('1')
  await itemField(first.page, 'Reason for the reduction', 2).fill('Seen by the first')
  await waitUntilSaved(first.page, 'Review')
  const amount = itemField(second.page, 'Approved amount', 1)
  const notes = second.page.getByLabel('Internal agency comments')
  await amount.click()
  await second.page.keyboard.press('Control+a')
  await second.page.keyboard.type('123.45')
  // They changed different fields: both changes are combined and saved automatically.
  const getReasonBox = (page: Page) => itemField(page, 'Reason for the reduction', 2)
  await expect
    .poll(() => getReasonBox(second.page).inputValue(), { timeout: PATIENCE })
    .toBe('Seen by the first')
  await waitUntilSaved(second.page, 'Review')
  await notes.fill('Seen by the second')
  await waitUntilSaved(second.page, 'Notes of the agency')
  // They changed the same field: the second sees the first one's text and decides.
  await first.visit(path)
  await expect.poll(() => itemField(first.page, 'Approved amount', 1).inputValue()).toBe('$123.45')
  await getReasonBox(first.page).fill('Said anew by the first')
  await waitUntilSaved(first.page, 'Review')
  await getReasonBox(second.page).fill('Said by the second')
  const elsewhere = second.page.getByRole('alert', { name: 'Changed elsewhere' })
  await elsewhere.getByText('Said anew by the first').waitFor()
  await elsewhere.getByRole('button', { name: 'Keep mine' }).click()
  await waitUntilSaved(second.page, 'Review')
  await second.visit(path)
  await expect.poll(() => getReasonBox(second.page).inputValue()).toBe('Said by the second')
  await expect.poll(() => amount.inputValue()).toBe('$123.45')
  await expect.poll(() => notes.inputValue()).toBe('Seen by the second')
})
