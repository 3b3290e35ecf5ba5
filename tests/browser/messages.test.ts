import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { scheduledMails } from '#core/correspondence/mailTemplates/server/schedules.ts'
import { openPostman } from '#core/correspondence/outbox/server/index.ts'
import { FolderStore } from '#core/platform/files/server/index.ts'
import { addDays, formatDate, today } from '#kernel/model/dates.ts'
import { FAILURE_SENTENCE } from '#kernel/model/refusals.ts'
import { readConfig } from '#kernel/server/config.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { openPool } from '#kernel/server/postgres/role.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Postbox } from '#tests/crash/postbox.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let folder: string
/** A property of company.user whose primary contact has an email address. */
let property: { id: number; name: string; email: string }

beforeAll(async () => {
  stage = await openStage()
  folder = await mkdtemp(join(tmpdir(), 'rooftree-mail-'))
  const result = await stage.owner.query<typeof property>(`
    select p.property_id as id, p.name, c.email from permission g join app_user u using (user_id) join property p using (property_id)
      join property_contact pc using (property_id) join contact c using (contact_id)
    where u.user_name = 'company.user' and g.key = 'Replacement_Reserve' and g.write and pc.contact_type_id = 6 and c.email is not null
      and (select count(*) from property o where strpos(o.name, p.name) > 0) = 1 order by 1 limit 1`)
  property = result.rows[0]!
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(async () => {
  await stage.close()
  await rm(folder, { recursive: true, force: true })
})

const waitForNotice = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

async function choose(page: Page, label: string, input: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(input)
  await page.getByRole('option', { name: input }).first().click()
}

/**
 * Runs a worker as at this moment: it sends the scheduled mails that are due and delivers them to the mail
 * server.
 */
async function runWorkerAt(now: Date, postbox: Postbox): Promise<void> {
  const pool = openPool(stage.connectionString, 2)
  const services: Services = {
    config: readConfig({ SMTP_URL: postbox.url, LOG_LEVEL: 'fatal' }, []),
    files: new FolderStore(folder),
    now: () => now,
  }
  await runDue(pool, services, scheduledMails)
  const postman = openPostman(pool, services)!
  await postman.deliverDue()
  postman.close()
  await pool.end()
}

test('a template with a schedule is written, and on its day the mail arrives as HTML and as plain text', async () => {
  const { page } = await stage.signedIn('agency.write', '/emailTemplates')
  await page.getByRole('link', { name: 'New template' }).click()
  await page.getByLabel('Name *').fill('Reserve statement')
  await page.getByLabel('Subject *').fill('Statement for {{propertyName}}')
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.click()
  await page.keyboard.type('Please send the statement of {{propertyNam}} ')
  await page.getByLabel('Insert placeholder').selectOption({ label: 'Name of the recipient' })
  await choose(page, 'Contact types', 'Primary Contact')
  await choose(page, 'Property', property.name)
  await page.getByRole('button', { name: 'Add schedule' }).click()
  const day = addDays(today(), 40)
  await page.getByLabel('Date, schedule 1').fill(formatDate(day, 'MM/DD/YYYY'))
  await page.getByRole('button', { name: 'Save template' }).click()
  const problem = page.getByRole('alert', { name: 'There is a problem' })
  await expect.poll(() => problem.textContent()).toContain('there is no placeholder {{propertyNam}}')
  await body.fill('Please send the statement of {{propertyName}}, {{recipientName}}.')
  await page.getByRole('button', { name: 'Save template' }).click()
  await waitForNotice(page, 'The template is saved.')
  await page.waitForURL(/#\/emailTemplate\/[1-9]\d*$/)
  await page.getByRole('button', { name: 'Show preview' }).click()
  await expect
    .poll(() => page.getByRole('article', { name: 'Preview of the mail' }).textContent())
    .toContain('Statement for')
  // Marks all other mails of the demonstration as sent, so that they are not delivered here.
  await stage.owner.query(
    `update outbox set sent_at = now() where sent_at is null; update email_template set active = name = 'Reserve statement'`,
  )
  const postbox = await Postbox.open()
  await runWorkerAt(new Date(`${addDays(day, -1)}T20:00:00Z`), postbox)
  expect(postbox.received).toEqual([])
  await runWorkerAt(new Date(`${day}T20:00:00Z`), postbox)
  expect(postbox.received.map((mail) => [mail.to, mail.headers.get('subject')])).toEqual([
    [[property.email.toLowerCase()], `Statement for ${property.name}`],
  ])
  const [mail] = postbox.received
  expect(mail!.headers.get('content-type')).toMatch(/^multipart\/alternative/)
  const unfolded = mail!.text.replaceAll('=\r\n', '')
  expect(unfolded).toContain(`Please send the statement of ${property.name}`)
  expect(unfolded).toContain(`<p>Please send the statement of ${property.name}`)
  await runWorkerAt(new Date(`${day}T21:00:00Z`), postbox)
  expect(postbox.received).toHaveLength(1)
  await postbox.close()
  await page.goto(`${stage.address}/#/emailTemplates`)
  await page.getByRole('tab', { name: /^Sent to many/ }).click()
  await page.getByRole('button', { name: 'Statement for {{propertyName}}' }).waitFor()
})

test("a message is counted at the recipient's bell without a reload, and its writer sees when it is read", async () => {
  await stage.owner.query('update task_message set read_at = now() where read_at is null')
  const reader = await stage.signedIn('company.user', '/Account')
  const getBell = (count: string) => reader.page.getByRole('link', { name: `Messages, ${count}` })
  await getBell('0 unread messages').waitFor()
  const writer = await stage.signedIn('agency.write', '/TaskMessengerExample')
  const { page } = writer
  await choose(page, 'Property', property.name)
  await choose(page, 'To *', 'Company User')
  await page.getByLabel('Message *').fill('Please look at the roof.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('not read yet').waitFor()
  await getBell('1 unread message').waitFor()
  await getBell('1 unread message').click()
  await reader.arrives('/Messages')
  await reader.page.getByRole('button', { name: 'Please look at the roof.' }).click()
  await reader.page.getByRole('dialog').getByRole('link', { name: 'Open what it is about' }).waitFor()
  await getBell('0 unread messages').waitFor()
  await page
    .getByText(/· read \d/)
    .first()
    .waitFor()
  await reader.page.getByRole('dialog').getByRole('link', { name: 'Open what it is about' }).click()
  await reader.arrives(`/ReplacementReserveList/${property.id}`)
})

test('a banner that ends before it begins is refused, and a valid one is on every screen until a person hides it', async () => {
  const reader = await stage.signedIn('company.reader', '/Account')
  const { page } = await stage.signedIn('agency.write', '/MessageManager')
  await page.getByRole('button', { name: 'New banner' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Message' }).click()
  await page.keyboard.type('The office is closed today.')
  const day = formatDate(today(), 'MM/DD/YYYY')
  await dialog.getByLabel('First day *').fill(day)
  await dialog.getByLabel('Last day *').fill(formatDate(addDays(today(), -1), 'MM/DD/YYYY'))
  await dialog.getByRole('button', { name: 'Save banner' }).click()
  await expect
    .poll(() => dialog.getByRole('alert', { name: 'There is a problem' }).textContent())
    .toContain('The end is before the beginning')
  await dialog.getByLabel('Last day *').fill(day)
  await dialog.getByRole('button', { name: 'Save banner' }).click()
  await waitForNotice(page, 'The banner is saved.')
  const byText = reader.page.getByText('The office is closed today.')
  await byText.waitFor()
  await reader.go('/Projects')
  await byText.waitFor()
  const hideButton = reader.page
    .getByRole('region', { name: /^Message of the agency/ })
    .filter({ hasText: 'The office is closed' })
    .getByRole('button', { name: /^Hide message/ })
  // ERR-01 ERR-09: the failure is shown, and logged.
  reader.tolerate(/503/)
  await reader.page.route('**/DismissHeaderMessage/*', (route) => route.fulfill({ status: 503, json: {} }))
  const [logged] = await Promise.all([
    reader.page.waitForEvent('console', (message) => message.text().includes('A call about banners failed.')),
    hideButton.click(),
  ])
  expect(logged.type()).toBe('warning')
  await waitForNotice(reader.page, FAILURE_SENTENCE)
  await reader.page.unroute('**/DismissHeaderMessage/*')
  await hideButton.click()
  await byText.waitFor({ state: 'detached' })
  await reader.visit('/Account')
  expect(await byText.count()).toBe(0)
})
