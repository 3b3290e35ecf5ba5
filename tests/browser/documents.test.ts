import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, formatDate, today } from '#kernel/model/dates.ts'
import { expectAccessible, findOverflowing } from './accessibility.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
/** A property that is assigned to company.user. */
let property: { id: number; name: string }

beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<{ id: number; name: string }>(`
    select p.property_id as id, p.name from user_property g join app_user u using (user_id) join property p using (property_id)
    where u.user_name = 'company.user' order by length(p.name) desc, 1 limit 1`)
  property = result.rows[0]!
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const waitForNotice = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const getResults = (page: Page) => page.getByRole('listbox', { name: 'Results' })
const getDocuments = (page: Page) => page.getByRole('table', { name: 'Documents' })

async function pdf(name: string) {
  const created = await PDFDocument.create()
  created.addPage([300, 300])
  created.setTitle(name)
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await created.save()) }
}

test('a property is found by keyboard only, even with two letters swapped', async () => {
  const { page, arrives } = await signInForArrives('agency.read', '/Account')
  const input =
    property.name.slice(0, 2) + property.name.charAt(3) + property.name.charAt(2) + property.name.slice(4)
  const box = page.getByRole('combobox', { name: 'Find anything' })
  await box.waitFor()
  // The search box may be shown a moment before its shortcut works.
  const hasFocus = () => box.evaluate((element) => element === document.activeElement)
  const focusSearch = async () => {
    if (!(await hasFocus())) await page.keyboard.press('/')
    return hasFocus()
  }
  await expect.poll(focusSearch).toBe(true)
  await page.keyboard.type(input)
  await getResults(page).getByRole('option', { name: property.name }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(() => getResults(page).getByRole('option', { selected: true }).textContent())
    .toContain(property.name)
  await page.keyboard.press('Enter')
  await arrives(/^\/EditProject\/\d+$/)
  await page.locator('[aria-current=true]').getByText('Properties', { exact: true }).first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: property.name }).waitFor()
  await page.keyboard.press('Escape')
  await getResults(page).waitFor({ state: 'hidden' })
})

test('the search box keeps the focus that it got while a screen was loading', async () => {
  const { page } = await signInForArrives('agency.read', '/Account')
  const box = page.getByRole('combobox', { name: 'Find anything' })
  await box.waitFor()
  await box.fill(property.name)
  await getResults(page).getByRole('option', { name: property.name }).first().waitFor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    await released
    await route.continue()
  })
  await getResults(page).getByRole('option', { name: property.name }).first().click()
  await page.locator('main [aria-busy=true]').first().waitFor()
  await page.keyboard.press('Control+k')
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
  release()
  await page.getByRole('heading', { level: 1, name: property.name }).waitFor()
  await page.keyboard.type('Bo')
  expect(await box.inputValue()).toBe('Bo')
  await page.unrouteAll({ behavior: 'wait' })
})

test("a company finds neither another company's property nor its people", async () => {
  const { page } = await stage.signedIn('company.user', '/Account')
  const foreign = await stage.owner.query<{ name: string }>(`select p.name from property p
    where not exists (select 1 from user_property g join app_user u using (user_id)
      where u.user_name = 'company.user' and g.property_id = p.property_id)
    and p.management_company_id is distinct from (select management_company_id from app_user where user_name = 'company.user')
    order by p.property_id limit 1`)
  await page.getByRole('combobox', { name: 'Find anything' }).fill(foreign.rows[0]!.name)
  await page
    .getByRole('status')
    .filter({ hasText: /found|result/ })
    .waitFor()
  expect(
    await page
      .getByRole('group', { name: 'Properties' })
      .getByText(foreign.rows[0]!.name, { exact: true })
      .count(),
  ).toBe(0)
  expect(await page.getByRole('group', { name: 'People' }).count()).toBe(0)
})

test('a document is added and replaced, and the company never sees the internal one', async () => {
  const { page } = await stage.signedIn('agency.write', `/EditProject/${property.id}`)
  await page.getByRole('tab', { name: /^Documents/ }).click()
  await add(page, await pdf('agreement.pdf'), 'Land use restriction agreement', false)
  await add(page, await pdf('note.pdf'), 'Correspondence', true)
  await expect
    .poll(() => getDocuments(page).getByRole('row').filter({ hasText: 'note.pdf' }).textContent())
    .toContain('Internal')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Replace agreement.pdf' }).click()
  await (await choosing).setFiles(await pdf('agreement-signed.pdf'))
  await waitForNotice(page, 'agreement-signed.pdf is in the place of agreement.pdf.')
  await page.getByRole('button', { name: 'Versions of agreement-signed.pdf' }).click()
  const versions = page.getByRole('dialog').getByRole('row')
  await versions.filter({ hasText: 'agreement.pdf' }).filter({ hasText: 'Earlier' }).waitFor()
  const company = await stage.signedIn('company.user', `/EditProject/${property.id}`)
  await company.page.getByRole('tab', { name: /^Documents/ }).click()
  await getDocuments(company.page).getByText('agreement-signed.pdf').waitFor()
  expect(await getDocuments(company.page).getByText('note.pdf').count()).toBe(0)
  expect(await company.page.getByRole('button', { name: 'Add documents' }).count()).toBe(0)
})

test('an executable with the name of a PDF is refused by name and not added', async () => {
  const visitor = await stage.signedIn('agency.write', `/EditProject/${property.id}`)
  visitor.tolerate(/400 \(Bad Request\)/)
  const { page } = visitor
  await page.getByRole('tab', { name: /^Documents/ }).click()
  await page.getByRole('button', { name: 'Add documents' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'roof.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(`MZ${'\0'.repeat(200)}`),
    })
  await dialog.getByRole('button', { name: 'Add documents' }).click()
  await dialog.getByText('roof.pdf is not a file of an accepted type').first().waitFor()
  const { rowCount } = await stage.owner.query(`select 1 from file where file_name = 'roof.pdf'`)
  expect(rowCount).toBe(0)
})

test("a setting gets a value for a future day, and today's value still applies", async () => {
  const { page } = await stage.signedIn('agency.admin', '/Configuration')
  await page.getByLabel('Search all columns').first().fill('oldest invoice')
  await page.getByRole('button', { name: 'Oldest invoice that is paid back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Oldest invoice that is paid back' })
  const day = addDays(today(), 45)
  await dialog.getByLabel('New value, days').fill('400')
  await dialog.getByLabel('In force from').fill(formatDate(day, 'MM/DD/YYYY'))
  await dialog.getByRole('button', { name: 'Save setting' }).click()
  await waitForNotice(
    page,
    `Oldest invoice that is paid back: 400 days from ${formatDate(day, 'MM/DD/YYYY')}.`,
  )
  const row = page
    .getByRole('table', { name: 'Settings' })
    .getByRole('row')
    .filter({ hasText: 'Oldest invoice' })
  await expect.poll(() => row.textContent()).toContain(formatDate(day, 'MM/DD/YYYY'))
  await expect.poll(() => row.textContent()).toContain('365 days')
})

test('a lookup list is edited in place, and an entry in use cannot be removed', async () => {
  const visitor = await stage.signedIn('agency.admin', '/Configuration')
  visitor.tolerate(/422 \(Unprocessable/)
  const { page } = visitor
  await page.getByRole('tab', { name: 'Lists', exact: true }).click()
  await page.getByLabel('List', { exact: true }).selectOption('Federal types')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Historic credit')
  await page.keyboard.press('Enter')
  await waitForNotice(page, 'The list is saved.')
  await page.getByRole('button', { name: 'Remove HOME', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alert').filter({ hasText: 'still in use' }).waitFor()
})

test('results, documents, lists, holidays and the overview are accessible in light and dark and fit a narrow window', async () => {
  const { page, go } = await signInForGo('agency.admin', `/EditProject/${property.id}`)
  const checkScreen = async (checkNarrow: string) => {
    await expectAccessible(page, checkNarrow)
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await findOverflowing(page), checkNarrow).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  await page.getByRole('tab', { name: /^Documents/ }).click()
  await page.getByRole('button', { name: 'Add documents' }).first().waitFor()
  await checkScreen('documents')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('apartmnts')
  await getResults(page).getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await checkScreen('results')
  await page.keyboard.press('Escape')
  await go('/Configuration')
  await page.getByRole('tab', { name: 'Lists', exact: true }).click()
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await checkScreen('lists')
  await page.getByRole('tab', { name: 'Holidays', exact: true }).click()
  await page.getByRole('button', { name: 'Load public holidays' }).waitFor()
  await checkScreen('holidays')
  await go('/admin')
  await page.getByRole('table', { name: 'Jobs' }).waitFor()
  await checkScreen('overview')
})

async function signInForGo(userName: string, path: string) {
  const visitor = await stage.signedIn(userName, path)
  return { page: visitor.page, go: (to: string) => visitor.go(to) }
}

async function signInForArrives(userName: string, path: string) {
  const visitor = await stage.signedIn(userName, path)
  return { page: visitor.page, arrives: (goal: RegExp) => visitor.arrives(goal) }
}

async function add(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
  type: string,
  internal: boolean,
) {
  await page.getByRole('button', { name: 'Add documents' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add documents' })
  await dialog.locator('input[type=file]').first().setInputFiles(file)
  await dialog.getByLabel('Document type').fill(type)
  await page.getByRole('option', { name: type, exact: true }).click()
  if (internal) await dialog.getByLabel('Internal: companies never see it').check()
  await dialog.getByRole('button', { name: 'Add documents' }).click()
  await dialog.waitFor({ state: 'detached' })
  await waitForNotice(page, '1 document is added.')
}
