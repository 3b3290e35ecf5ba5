import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
/** A property that company.user works on. */
let own: { id: number; name: string }

beforeAll(async () => {
  stage = await openStage()
  const found = await stage.owner.query<{ id: number; name: string }>(`
    select p.property_id as id, p.name from permission g join app_user u using (user_id) join property p using (property_id)
    where u.user_name = 'company.user' and g.key = 'Replacement_Reserve' and g.write order by 1 limit 1`)
  own = found.rows[0]!
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const tabs = (page: Page) => page.getByRole('tab').allInnerTexts()
const banner = (page: Page) => page.getByRole('region', { name: 'Property', exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save property' }).click()
const noticed = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const owner = (page: Page) => page.getByLabel('Owner', { exact: true })

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Types into the form of a fresh property until it is stored; answers its path. */
async function createProperty(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name *').fill(name)
  await page.getByLabel('Total units *').fill('12')
  await page.getByRole('button', { name: 'Create property' }).click()
  await page.waitForURL(/#\/EditProject\/\d+$/)
  await page.getByRole('tab', { name: 'Identity' }).waitFor()
}

test('B12 a property made after another stands as Conditional with what both share', async () => {
  const { page } = await stage.signedIn('agency.admin', `/NewProject/${own.id}`)
  expect(await banner(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Create property' }).click()
  expect(await page.getByRole('alert', { name: 'There is a problem' }).textContent()).toContain('Name')
  await createProperty(page, 'Second Phase')
  expect(await banner(page).textContent()).toContain('Conditional')
  const { rows } = await stage.owner.query(
    `select n.status_id, n.county_id = o.county_id as same from property n, property o
      where n.name = 'Second Phase' and o.property_id = $1`,
    [own.id],
  )
  expect(rows).toEqual([{ status_id: 3, same: true }])
})

test('a fault in another tab is named, and its link opens that tab', async () => {
  const { page } = await stage.signedIn('agency.write', `/EditProject/${own.id}`)
  await openTab(page, 'Location')
  await page.getByLabel('ZIP code').fill('123')
  await openTab(page, 'Dates')
  await save(page)
  await page.getByRole('link', { name: /^ZIP code/ }).click()
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Location')
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('123')
})

test('what is typed outlives a look into other tabs and what is saved there; a stranger’s change is told', async () => {
  const first = await stage.signedIn('agency.admin', `/NewProject/0`)
  first.tolerate(/409 \(Conflict\)/)
  const { page } = first
  await createProperty(page, 'Twice Opened')
  await owner(page).fill('Somebody LP')
  await openTab(page, 'Federal types')
  await page.getByRole('button', { name: 'Add federal type' }).click()
  await choose(page, 'Federal type, Federal type 1', 'LIHTC 9%')
  await page.getByRole('button', { name: 'Save federal types' }).click()
  await noticed(page, 'The federal types are saved.')
  await openTab(page, 'Identity')
  expect(await owner(page).inputValue()).toBe('Somebody LP')
  await save(page)
  await noticed(page, 'The property is saved.')
  const second = await stage.signedIn('agency.write', first.path())
  await owner(second.page).fill('Another LP')
  await save(second.page)
  await noticed(second.page, 'The property is saved.')
  await owner(page).fill('Third LP')
  await save(page)
  expect(await page.getByRole('alert', { name: 'There is a problem' }).textContent()).toContain(
    'Agency Analyst changed this record',
  )
})

test('a property moves by its steps, and what hinders a step is told in words', async () => {
  const visitor = await stage.signedIn('agency.admin', '/NewProject/0')
  visitor.tolerate(/422 \(Unprocessable/)
  const { page } = visitor
  await createProperty(page, 'Step by Step')
  await openTab(page, 'Status')
  for (const step of ['Firm commitment issued', 'Construction started', 'Activate']) {
    await page.getByRole('button', { name: step, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: step, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.getByText('enter the date before the property becomes active').waitFor()
  expect(await banner(page).textContent()).toContain('Under Construction')
})

test('NAV-03 agency readers see all of a property and change nothing; companies see it without the agency’s notes', async () => {
  const company = await stage.signedIn('company.user', '/Projects')
  const line = company.page.getByRole('row').filter({ hasText: own.name })
  await line.getByRole('link', { name: 'Details' }).first().click()
  await company.arrives(`/EditProject/${own.id}`)
  expect(await tabs(company.page)).not.toContain('Financial notes')
  expect(await company.page.getByRole('main').getByRole('textbox').count()).toBe(0)
  const reader = await stage.signedIn('agency.read', `/EditProject/${own.id}`)
  expect(await tabs(reader.page)).toContain('Financial notes')
  expect(await tabs(reader.page)).not.toContain('Status')
  expect(await reader.page.getByRole('main').getByRole('textbox').count()).toBe(0)
})

test('BAN-01 BAN-03 BAN-04 the banner says more to administrators, and leads them to the property', async () => {
  const path = `/ReplacementReserveList/${own.id}`
  const company = await stage.signedIn('company.user', path)
  await banner(company.page).waitFor()
  expect(await banner(company.page).textContent()).toContain(own.name)
  expect(await banner(company.page).textContent()).not.toContain('PIS')
  const admin = await stage.signedIn('agency.admin', path)
  expect(await banner(admin.page).textContent()).toContain('PIS')
  await banner(admin.page).locator('a[href*="/company/false/"]').waitFor()
  await admin.page.getByRole('link', { name: 'Edit property' }).click()
  await admin.arrives(`/EditProject/${own.id}`)
})
