import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MAILED } from '#tests/newcomers.ts'
import { expectAccessible } from './accessibility.ts'
import { openStage, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

const PASSWORD = 'seven quiet otters'

let stage: Stage
/** A property of company.admin, and that company. */
let property: { id: number; name: string; company: string }

beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<{ id: number; name: string; company: string }>(`
    select p.property_id as id, p.name, c.name as company from property p join management_company c using (management_company_id)
      join app_user u using (management_company_id) where u.user_name = 'company.admin' order by p.name limit 1`)
  property = result.rows[0]!
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const getField = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const waitForNotice = (page: Page, text: RegExp) => page.getByText(text).first().waitFor()
const getProblems = (page: Page) => page.getByRole('alert', { name: 'There is a problem' })

async function fillAccount(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await getField(page, label).fill(value)
}

async function chooseCompany(page: Page): Promise<void> {
  await getField(page, 'Management company').fill(property.company)
  await page.getByRole('option', { name: property.company, exact: true }).click()
}

/** The newest mailed link with which a person chooses a password. */
async function loadInviteLink(userName: string): Promise<string> {
  const { rows } = await stage.owner.query<{ path: string }>(
    `select substring(${MAILED} from '#(/resetPassword[^[:space:]]+)') as path from outbox
      where event = 'account.invite' and body_text like '%' || $1 || '%' order by outbox_id desc limit 1`,
    [userName],
  )
  return rows[0]!.path
}

async function chooseAndSignIn(visitor: Visitor, userName: string): Promise<void> {
  const { page } = visitor
  await visitor.visit(await loadInviteLink(userName))
  await getField(page, 'New password').fill(PASSWORD)
  await getField(page, 'New password again').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await visitor.arrives('/login')
  await visitor.fillSignIn(userName, PASSWORD)
  await visitor.arrives('/')
}

const getCell = (page: Page, level: string) =>
  page.getByRole('button', { name: `AFS on ${property.name}: ${level}` })

async function savePermissions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save permissions' }).click()
  await page.getByText('Nothing to save.').waitFor()
}

test('an invited person signs in by the link, sees a property after getting a permission, and loses it at the next click after it is removed', async () => {
  const admin = await stage.signedIn('agency.admin', '/users')
  await admin.page.getByRole('link', { name: 'Invite a user' }).click()
  await admin.arrives('/User/true/0')
  await fillAccount(admin.page, {
    'First name *': 'Leasing',
    'Last name *': 'Agent',
    'User name *': 'leasing.agent',
    'E-mail *': 'leasing.agent@company.example',
  })
  await chooseCompany(admin.page)
  await admin.page.getByRole('button', { name: 'Invite', exact: true }).click()
  await admin.arrives(/^\/User\/false\/\d+$/)
  await admin.page
    .getByRole('main')
    .getByText('Invited; the link works until', { exact: false })
    .first()
    .waitFor()
  await expectAccessible(admin.page, 'an account')

  const agent = await stage.open()
  await chooseAndSignIn(agent, 'leasing.agent')
  await agent.go('/Projects')
  await expect.poll(() => agent.page.getByRole('main').textContent()).toContain('No property is open to you.')

  await admin.page.getByRole('link', { name: 'Permissions' }).click()
  await admin.arrives(/^\/MHDCViewPermissions\/\d+$/)
  await getCell(admin.page, 'nothing').click()
  await admin.page.getByText('1 change not saved').waitFor()
  await expectAccessible(admin.page, 'a grid of permissions')
  await admin.page.getByRole('link', { name: 'Account', exact: true }).click()
  await admin.page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  expect(admin.path()).toMatch(/^\/MHDCViewPermissions/)
  await savePermissions(admin.page)

  await agent.visit('/Projects')
  const line = agent.page.getByRole('row').filter({ hasText: property.name })
  await expect.poll(() => line.count()).toBe(1)

  await getCell(admin.page, 'read').click()
  await getCell(admin.page, 'write').click()
  await savePermissions(admin.page)
  agent.tolerate(/404/, /This property was not found/)
  await line.getByRole('link').first().click()
  await agent.page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await agent.visit('/Projects')
  await expect.poll(() => agent.page.getByRole('main').textContent()).toContain('No property is open to you.')
})

test('invalid input is reported at its field, and nothing is partly stored', async () => {
  const visitor = await stage.signedIn('agency.admin')
  await visitor.go('/User/true/0')
  visitor.tolerate(/400 \(Bad Request\)/)
  const { page } = visitor
  const invite = () => page.getByRole('button', { name: 'Invite', exact: true }).click()
  await fillAccount(page, {
    'First name *': 'x'.repeat(101),
    'Last name *': 'Agent',
    'User name *': 'COMPANY.USER',
    'E-mail *': 'one@company.example; two@company.example',
  })
  await invite()
  await expect
    .poll(() => getProblems(page).textContent())
    .toMatch(/First name.*cannot exceed 100.*E-mail.*one address/i)
  await fillAccount(page, { 'First name *': 'Second', 'E-mail *': 'second.agent@company.example' })
  await chooseCompany(page)
  await invite()
  await getProblems(page).getByText('another person has this name').waitFor()
  expect(visitor.path()).toBe('/User/true/0')
  const { rowCount } = await stage.owner.query(
    `select 1 from app_user where email = 'second.agent@company.example'`,
  )
  expect(rowCount).toBe(0)
  await fillAccount(page, { 'User name *': 'second.agent' })
  await invite()
  await visitor.arrives(/^\/User\/false\/\d+$/)
  await page.getByRole('button', { name: 'Remove user' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove user' }).click()
  await visitor.arrives('/users')
  await waitForNotice(page, /is removed/)
  expect(await page.getByRole('row').filter({ hasText: 'second.agent' }).count()).toBe(0)
})

test("a primary user manages the own company's people only, and a deactivated account is closed at once", async () => {
  const { rows } = await stage.owner.query<{ id: number }>(
    `select user_id as id from app_user where user_name = 'company.reader'`,
  )
  const reader = await stage.signedIn('company.reader', '/Projects')
  const primary = await stage.signedIn('company.admin', '/users')
  expect(await primary.page.getByRole('row').filter({ hasText: 'other.user' }).count()).toBe(0)
  await primary.go(`/User/false/${rows[0]!.id}`)
  expect(await primary.page.getByRole('button', { name: 'Remove user' }).count()).toBe(0)
  await primary.page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await primary.page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await waitForNotice(primary.page, /The account is closed/)
  reader.tolerate(/401/)
  await reader.page.evaluate(() => {
    location.hash = '/VendorList'
  })
  await reader.page.getByRole('button', { name: 'Sign in' }).waitFor()
  const stranger = await stage.signedIn('company.user', '/users')
  await expect
    .poll(() => stranger.page.getByRole('main').textContent())
    .toContain('managed by your company’s primary user')
})

test('the last administrator cannot be removed, and the screen says which rule allows or denies a permission', async () => {
  const visitor = await stage.signedIn('agency.admin')
  await visitor.go('/User/false/1')
  visitor.tolerate(/422 \(Unprocessable/)
  const { page } = visitor
  await page.getByLabel(/^Agency administrator/).uncheck()
  await page.getByRole('button', { name: 'Save account' }).click()
  await getProblems(page).getByText('without an administrator').waitFor()
  await page.getByLabel(/^Agency administrator/).check()
  const { rows } = await stage.owner.query<{ id: number }>(
    `select user_id as id from app_user where user_name = 'company.user'`,
  )
  await visitor.visit(`/MHDCViewPermissions/${rows[0]!.id}`)
  const verdict = page.getByRole('region', { name: /Why may this person/ }).getByRole('status')
  await verdict.getByText('Rule PER-13').waitFor()
  await page.getByLabel('Property (empty: anywhere)').fill(property.name)
  await page.getByRole('option', { name: property.name, exact: true }).first().click()
  await expect.poll(() => verdict.textContent()).toMatch(/^(Yes|No).*on this property/)
  await expectAccessible(page, 'why somebody may')
})

test("the agency sees who can reach a property and why, and a company's administrator sees the own people only", async () => {
  const agency = await stage.signedIn('agency.read', `/EditProject/${property.id}`)
  await agency.page.getByRole('tab', { name: /^People/ }).click()
  const table = agency.page.getByRole('table', { name: 'Who can reach this property, and why' })
  await table.getByText('Administrator of the company that runs the property').first().waitFor()
  await expectAccessible(agency.page, 'who can reach a property')
  const download = agency.page.waitForEvent('download')
  await agency.page
    .getByRole('region', { name: 'Who can reach it' })
    .getByRole('button', { name: /CSV/ })
    .click()
  expect((await download).suggestedFilename()).toContain(`who-reaches-property-${property.id}`)
  const company = await stage.signedIn('company.admin', `/EditProject/${property.id}`)
  await company.page.getByRole('tab', { name: /^People/ }).click()
  await company.page.getByText('People of the agency and of others are not listed here.').waitFor()
  expect(await company.page.getByRole('table').last().textContent()).not.toContain('ole of the agency')
})
