import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

type Company = { id: number; name: string; label: string; properties: number }

let stage: Stage
/** Two companies with properties, other than those of company.admin and other.user. */
let alder: Company
let beech: Company

beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<Company>(`
    select c.management_company_id as id, c.name, concat_ws(', ', c.name, c.city) as label, count(*)::integer as properties
    from management_company c join property p using (management_company_id)
    where c.management_company_id not in (select management_company_id from app_user where user_name in ('company.admin', 'other.user'))
    group by 1 order by 4 desc, 1 limit 2`)
  // The rule of two administrators is tested without a browser.
  await stage.owner.query(
    `insert into setting (key, value, effective_from) values ('company_merge_two_person', 'false', '2000-01-01')`,
  )
  alder = result.rows[0]!
  beech = result.rows[1]!
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const waitForNotice = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function chooseBoth(page: Page): Promise<void> {
  await choose(page, 'Company to merge', alder.label)
  await choose(page, 'Into', beech.label)
  await page.getByRole('region', { name: 'What moves' }).waitFor()
}

async function confirm(page: Page, name: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

test('two companies are merged after two confirmations, the old name finds the new company, and a later merge is refused', async () => {
  const late = await stage.signedIn('agency.admin', '/companies/merge')
  late.tolerate(/409 \(Conflict\)/, /422 \(Unprocessable/)
  await chooseBoth(late.page)
  const { page } = await stage.signedIn('agency.admin', '/companies/merge')
  await chooseBoth(page)
  const moves = page.getByRole('region', { name: 'What moves' })
  await expect
    .poll(() => moves.getByRole('row', { name: /^Properties/ }).textContent())
    .toBe(`Properties${alder.properties}`)

  await page.getByRole('button', { name: 'Merge companies' }).click()
  await page.getByRole('dialog').getByLabel(`Type ${alder.name} to confirm`).fill('something else')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog').getByText(`Type ${alder.name}`, { exact: true }).waitFor()
  await confirm(page, alder.name, 'Continue')
  await page.getByRole('dialog', { name: 'A merge cannot be undone' }).waitFor()
  await confirm(page, beech.name, 'Merge')
  await page.getByText('The companies are merged').waitFor()

  const remainingCount = await stage.owner.query(
    `select count(*)::integer as properties from property where management_company_id = $1`,
    [beech.id],
  )
  expect(remainingCount.rows).toEqual([{ properties: alder.properties + beech.properties }])

  await page.getByRole('link', { name: 'Back to the management companies' }).click()
  await page.getByRole('main').getByPlaceholder('Search').fill(alder.name)
  const row = page.getByRole('row').filter({ hasText: beech.name })
  await row.first().waitFor()
  await page.getByRole('link', { name: beech.name, exact: true }).click()
  await page.getByText(`${alder.name} (merged`).waitFor()

  await late.page.getByRole('button', { name: 'Merge companies' }).click()
  await confirm(late.page, alder.name, 'Continue')
  await confirm(late.page, beech.name, 'Merge')
  await late.page
    .getByRole('alert')
    .getByText(`${alder.name} was merged into ${beech.name} already.`)
    .waitFor()
})

test('a primary user changes the contact details of the own company and nothing else', async () => {
  const { page } = await stage.signedIn('company.admin', '/company/false/0')
  expect(await page.getByLabel('Name *').count()).toBe(0)
  await page.getByLabel('Website').fill('www.changed.example')
  await page.getByRole('button', { name: 'Save company' }).click()
  await page
    .getByText(/ is saved\.$/)
    .first()
    .waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText('www.changed.example').first().waitFor()
  const reader = await stage.signedIn('company.reader', '/company/false/0')
  expect(await reader.page.getByRole('main').getByRole('textbox').count()).toBe(0)
})

test('maximum fees are entered into the cells and raised for the next year', async () => {
  const { page } = await stage.signedIn('agency.write', '/ManagementFeeMax')
  const cell = page.getByRole('row', { name: /^2026/ }).getByRole('gridcell').first()
  await cell.click()
  await page.keyboard.type('51.00')
  await page.keyboard.press('Enter')
  await waitForNotice(page, 'Per occupied unit 2026 is saved.')
  await page.getByRole('button', { name: 'Raise by OCAF' }).click()
  await page.getByRole('textbox', { name: 'OCAF' }).pressSequentially('520')
  await page.getByText('Per occupied unit: $51.00 becomes $53.65').waitFor()
  await page.getByRole('button', { name: 'Make the maxima' }).click()
  await waitForNotice(page, 'The maxima of 2027 are made.')
  await expect.poll(() => page.getByRole('row', { name: /^2027/ }).textContent()).toContain('$53.65')
  await page.getByRole('button', { name: 'Change within a year' }).click()
  const byRole = page.getByRole('dialog')
  await choose(page, 'Fee type *', 'Per occupied unit')
  await byRole.getByLabel('In force from *').fill('07/01/2027')
  await byRole.getByLabel('Maximum *').fill('54')
  await byRole.getByRole('button', { name: 'Save maximum' }).click()
  await page.getByRole('row', { name: /^from 07\/01\/2027/ }).waitFor()
  await page.getByRole('tab', { name: 'Fees used' }).click()
  await page.getByRole('button', { name: 'Per occupied unit' }).first().click()
  const kind = page.getByRole('dialog')
  await choose(page, 'Judged by *', 'Lease-up, per unit')
  await kind.getByLabel('From *').fill('01/01/2025')
  await kind.getByRole('button', { name: 'Save kind' }).click()
  await page.getByRole('button', { name: 'Lease-up, per unit' }).first().waitFor()
  const company = await stage.signedIn('company.user', '/ManagementFeeMax')
  expect(
    await company.page.getByRole('button', { name: /^(Raise by OCAF|Change within a year)/ }).count(),
  ).toBe(0)
})

test('a developer is added, assigned to a property and removed from it', async () => {
  const { page } = await stage.signedIn('agency.write', '/Developer/list')
  await page.getByRole('button', { name: 'Add developer' }).click()
  await page.getByLabel('Name *').fill('Cypress Developers')
  await page.getByRole('button', { name: 'Save developer' }).click()
  await waitForNotice(page, 'Cypress Developers is saved.')
  await page.getByRole('tab', { name: 'Properties without a developer' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Name one' }).first()
  const property = (await row.getByRole('link').first().textContent()) ?? ''
  await row.getByRole('button', { name: 'Name one' }).click()
  await page.getByLabel('Search developers').fill('cypres')
  await page.getByRole('button', { name: 'Cypress Developers' }).click()
  await waitForNotice(page, `Cypress Developers is the developer of ${property}.`)
  await page.getByRole('tab', { name: 'Developers', exact: true }).click()
  await page.getByRole('main').getByPlaceholder('Search').fill('Cypress')
  await page.getByRole('link', { name: 'Cypress Developers' }).click()
  await page.getByRole('button', { name: `Take off ${property}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take off' }).click()
  await waitForNotice(page, `${property} has no developer now.`)
  await page.getByRole('list', { name: 'History' }).getByText(`Taken off ${property}`).waitFor()
})
