import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectAccessible, findOverflowing } from './accessibility.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
const tabNames = ['Overview', 'Units and rents', 'Money', 'Inspections', 'People', 'Documents', 'History']
/** A property of company.user, if possible with a submitted request. */
let property: { id: number; name: string }

beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<{ id: number; name: string }>(`
    select p.property_id as id, p.name from permission g join app_user u using (user_id) join property p using (property_id)
    where u.user_name = 'company.user' and g.key = 'Replacement_Reserve' and g.write
      and not exists (select 1 from replacement_reserve_suspension s where s.property_id = p.property_id)
    order by exists (select 1 from replacement_reserve_request r where r.property_id = p.property_id and r.status_id = 2) desc, 1
    limit 1`)
  property = result.rows[0]!
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const openTab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
const readTabs = async (page: Page) =>
  (await page.getByRole('tab').allInnerTexts()).map((text) => text.replace(/[\s\d,]+$/, ''))
const openDetails = (page: Page) => page.getByRole('button', { name: /^(Edit|All details)$/ }).click()
const getBanner = (page: Page) => page.getByRole('region', { name: 'Property', exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save property' }).click()
const waitForNotice = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const getOwnerField = (page: Page) => page.getByLabel('Owner', { exact: true })

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Fills the form of a new property and creates it. */
async function createProperty(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name *').fill(name)
  await page.getByLabel('Total units *').fill('12')
  await page.getByRole('button', { name: 'Create property' }).click()
  await page.waitForURL(/#\/EditProject\/\d+$/)
  await page.getByRole('tab', { name: 'Overview' }).waitFor()
  await openDetails(page)
}

test('B12 a property created from another has the status Conditional and the shared data', async () => {
  const { page } = await stage.signedIn('agency.admin', `/NewProject/${property.id}`)
  expect(await getBanner(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Create property' }).click()
  await expect
    .poll(() => page.getByRole('alert', { name: 'There is a problem' }).textContent())
    .toContain('Name')
  await createProperty(page, 'Second Phase')
  await expect.poll(() => getBanner(page).textContent()).toContain('Conditional')
  const { rows } = await stage.owner.query(
    `select n.status_id, n.county_id = o.county_id as same from property n, property o
      where n.name = 'Second Phase' and o.property_id = $1`,
    [property.id],
  )
  expect(rows).toEqual([{ status_id: 3, same: true }])
})

test('a fault in the form is linked to its field, and input survives a change of tab', async () => {
  const { page } = await stage.signedIn('agency.write', `/EditProject/${property.id}?tab=Details`)
  await page.getByLabel('ZIP code').fill('123')
  await openTab(page, 'Overview')
  await openDetails(page)
  await save(page)
  await page.getByRole('link', { name: /^ZIP code/ }).click()
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('123')
})

test('the overview shows each side its own cards, loads them independently and can be used by keyboard', async () => {
  const visitor = await stage.signedIn('agency.write', `/EditProject/${property.id}`)
  visitor.tolerate(/answered 500|Error Occured|500 \(/)
  const { page } = visitor
  await page.route('**/api/Work/GetOpenAtProperty/**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  await page.getByText('Open requests could not be loaded.').waitFor()
  await page
    .getByRole('region', { name: 'Reserves' })
    .getByText(/per unit/)
    .waitFor()
  await page.unroute('**/api/Work/GetOpenAtProperty/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  const open = page.getByRole('region', { name: 'Open requests' })
  await open.getByRole('columnheader', { name: 'Analyst' }).waitFor()
  expect(await page.title()).toBe(`${property.name}, property · Rooftree`)
  await expectAccessible(page, 'overview of a property')
  for (const [key, tab] of [
    ['3', 'Money'],
    ['7', 'History'],
    ['1', 'Overview'],
  ] as const) {
    await page.keyboard.press(key)
    await page.getByRole('tab', { selected: true, name: new RegExp(`^${tab}`) }).waitFor()
  }
  await page.keyboard.press('m')
  await page.getByRole('dialog', { name: `Messages about ${property.name}` }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  await page
    .getByRole('dialog', { name: 'New request' })
    .getByRole('link', { name: 'Suspension request' })
    .click()
  await visitor.arrives(`/R4rSuspensionRequest/create/${property.id}`)
  expect(await page.title()).toContain(`${property.name}, `)
  const company = await stage.signedIn('company.user', `/EditProject/${property.id}`)
  await company.page
    .getByRole('region', { name: 'Open requests' })
    .getByRole('columnheader', { name: 'State' })
    .waitFor()
  expect(await company.page.getByRole('columnheader', { name: 'Analyst' }).count()).toBe(0)
  await company.page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => findOverflowing(company.page)).toEqual([])
})

test("input survives a change of tab and a save there, and another person's change is reported", async () => {
  const first = await stage.signedIn('agency.admin', `/NewProject/0`)
  first.tolerate(/409 \(Conflict\)/)
  const { page } = first
  // A ZIP code fills in its city and county.
  await page.getByLabel('ZIP code').fill('65201')
  await expect.poll(() => page.getByLabel('City', { exact: true }).inputValue()).toBe('Columbia')
  await expect.poll(() => page.getByLabel('County').inputValue()).toBe('Boone County')
  await createProperty(page, 'Twice Opened')
  await getOwnerField(page).fill('Somebody LP')
  await page.getByRole('button', { name: 'Add federal type' }).click()
  await choose(page, 'Federal type, Federal type 1', 'LIHTC 9%')
  await page.getByRole('button', { name: 'Save federal types' }).click()
  await waitForNotice(page, 'The federal types are saved.')
  await openDetails(page)
  await expect.poll(() => getOwnerField(page).inputValue()).toBe('Somebody LP')
  await save(page)
  await waitForNotice(page, 'The property is saved.')
  // The address contains the tab, so the form opens at once.
  const second = await stage.signedIn('agency.write', first.path())
  await getOwnerField(second.page).fill('Another LP')
  await save(second.page)
  await waitForNotice(second.page, 'The property is saved.')
  await getOwnerField(page).fill('Third LP')
  await save(page)
  await expect
    .poll(() => page.getByRole('alert', { name: 'There is a problem' }).textContent())
    .toContain('Agency Analyst changed this record')
})

test('a property moves by its steps, and a step that is not possible says why', async () => {
  const visitor = await stage.signedIn('agency.admin', '/NewProject/0')
  visitor.tolerate(/422 \(Unprocessable/)
  const { page } = visitor
  await createProperty(page, 'Step by Step')
  const dialog = page.getByRole('dialog')
  for (const step of ['Firm commitment issued', 'Construction started', 'Activate']) {
    await page.getByRole('button', { name: step, exact: true }).click()
    await dialog.getByRole('button', { name: step, exact: true }).click()
    if (step !== 'Activate') await dialog.waitFor({ state: 'detached' })
  }
  // A refusal is shown in the dialog that confirmed the step.
  await dialog.getByText('enter the date before the property becomes active').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => getBanner(page).textContent()).toContain('Under Construction')
})

test("NAV-03 agency readers see all of a property and change nothing, and companies do not see the agency's notes", async () => {
  const company = await stage.signedIn('company.user', '/Projects')
  const line = company.page.getByRole('row').filter({ hasText: property.name })
  await line.getByRole('link', { name: 'Details' }).first().click()
  await company.arrives(`/EditProject/${property.id}`)
  await company.page.getByRole('tab').first().waitFor()
  expect(await readTabs(company.page)).toEqual(tabNames)
  await openTab(company.page, 'Money')
  await company.page.getByRole('heading', { name: 'Reserves' }).waitFor()
  expect(await company.page.getByRole('heading', { name: 'Financial notes' }).count()).toBe(0)
  expect(await company.page.locator('main form').getByRole('textbox').count()).toBe(0)
  const reader = await stage.signedIn('agency.read', `/EditProject/${property.id}`)
  await openDetails(reader.page)
  await reader.page.getByRole('heading', { name: 'LIHTC numbers' }).first().waitFor()
  expect(await reader.page.getByRole('heading', { name: 'Status' }).count()).toBe(0)
  // The address of a part of a tab opens that tab.
  await reader.visit(`/EditProject/${property.id}?tab=Financial%20notes`)
  await reader.page.getByRole('heading', { name: 'Financial notes' }).waitFor()
  expect(await reader.page.locator('main form').getByRole('textbox').count()).toBe(0)
  // So do further addresses that are typed over it.
  for (const [tab, heading] of [
    ['Money', 'Reserves'],
    ['Financial%20notes', 'Financial notes'],
    ['Money', 'Reserves'],
  ] as const) {
    await reader.page.evaluate(
      (query) => location.replace(location.hash.replace(/\?.*/, query)),
      `?tab=${tab}`,
    )
    await reader.page.getByRole('heading', { name: heading }).waitFor()
  }
})

test('BAN-01 BAN-03 BAN-04 the banner shows more to administrators and links them to the property', async () => {
  const path = `/ReplacementReserveList/${property.id}`
  const company = await stage.signedIn('company.user', path)
  await getBanner(company.page).waitFor()
  await expect.poll(() => getBanner(company.page).textContent()).toContain(property.name)
  const facts = (page: Page) => page.getByRole('region', { name: 'About the property' })
  await company.page.getByRole('button', { name: 'Facts' }).click()
  expect(await facts(company.page).textContent()).not.toContain('PIS')
  const admin = await stage.signedIn('agency.admin', path)
  await getBanner(admin.page).waitFor()
  await admin.page.getByRole('button', { name: 'Facts' }).click()
  await expect.poll(() => facts(admin.page).textContent()).toContain('PIS')
  await facts(admin.page).locator('a[href*="/company/false/"]').waitFor()
  await admin.page.getByRole('link', { name: 'Edit property' }).click()
  await admin.arrives(`/EditProject/${property.id}?tab=Details`)
})
