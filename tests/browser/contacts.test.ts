import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { expectRemark, readErrorSummary, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

let stage: Stage
let company: Visitor
let agency: Visitor
/** A property of the company without an open contact request, and its regional contact. */
let property: { id: number; name: string; contactId: number; contact: string }
let requestId: number

beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<typeof property>(`
    select p.property_id as id, p.name, c.contact_id as "contactId", c.name as contact
    from property p join app_user u using (management_company_id) join property_contact k using (property_id) join contact c using (contact_id)
    where u.user_name = 'company.admin' and k.contact_type_id = 3
      and not exists (select 1 from contact_change_request r where r.property_id = p.property_id) order by 1 limit 1`)
  property = result.rows[0]!
  company = await stage.signedIn('company.admin', `/ChangeRequestContactListProperty/${property.id}`)
  agency = await stage.signedIn('agency.write', '/ContactChangeRequestList')
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const change = (page: Page, number: number) =>
  page.getByRole('region', { name: `Change ${number}`, exact: true })
const getField = (page: Page, number: number, label: string) =>
  change(page, number).getByLabel(label, { exact: true })
const loadContact = async () =>
  (
    await stage.owner.query('select name, title, phone, email from contact where contact_id = $1', [
      property.contactId,
    ])
  ).rows[0]
const loadMails = async () =>
  (
    await stage.owner.query<{ event: string; text: string; to: string }>(
      `select event, body_text as text, recipients::text as to from outbox where entity = 'ContactChangeRequest' and row_id = $1 order by outbox_id`,
      [requestId],
    )
  ).rows

async function fileChange(title: string, phone: string): Promise<void> {
  const { page } = company
  await company.go(`/ChangeRequestContactListProperty/${property.id}`)
  await page.getByRole('link', { name: 'Ask for a change' }).click()
  await page.getByLabel('Reason').first().fill('The region was given to somebody else.')
  await page.getByRole('button', { name: `Change ${property.contact}, Regional Contact` }).click()
  await getField(page, 1, 'Title').fill(title)
  await getField(page, 1, 'Phone').fill(phone)
  await change(page, 1).getByLabel('Everywhere this person is named, not only here').check()
  await page.getByRole('button', { name: 'Submit request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { name: 'Request received' }).waitFor()
  const result = await stage.owner.query<{ id: number }>(
    'select max(contact_change_request_id) as id from contact_change_request where property_id = $1',
    [property.id],
  )
  requestId = result.rows[0]!.id
}

describe("a contact change from the company's request to the changed contact", () => {
  test('invalid input is listed above the form and shown at each field', async () => {
    const { page } = company
    await page.getByRole('link', { name: 'Ask for a change' }).click()
    await page.getByRole('heading', { level: 1, name: 'New contact change request' }).waitFor()
    await page.getByRole('button', { name: 'Add a contact' }).click()
    await getField(page, 1, 'Name *').fill('Second Leasing Agent')
    await getField(page, 1, 'E-mail').fill('one@company.example; two@company.example')
    await getField(page, 1, 'ZIP code').fill('123')
    await page.getByRole('button', { name: 'Submit request' }).click()
    const faults = await readErrorSummary(page)
    expect(faults.join('\n')).toMatch(/Reason/)
    expect(faults.join('\n')).toMatch(/Enter one e-mail address; each person gets an entry of their own\./)
    expect(faults.join('\n')).toMatch(/five or nine digits/)
    await expectAccessible(page, 'the form with faults')
    await page.getByRole('button', { name: 'Remove change 1' }).click()
    await page.getByText('Choose a contact above, or add somebody new.').waitFor()
  })

  test('a saved draft is found again in the list of requests', async () => {
    const { page } = company
    await page.getByLabel('Reason').first().fill('Not finished yet.')
    await page.getByRole('button', { name: 'Save progress' }).click()
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor()
    await company.go(`/ChangeRequestContactListProperty/${property.id}`)
    await page.getByRole('link', { name: /^CC-/ }).waitFor()
    await page.getByRole('link', { name: 'Ask for a change' }).click()
    await page.getByRole('heading', { level: 1, name: /contact change request CC-/i }).waitFor()
    await expect.poll(() => page.getByLabel('Reason').first().inputValue()).toBe('Not finished yet.')
  })

  test('the company files a change request', async () => {
    await fileChange('Regional Director', '573-555-0142')
    expect((await loadMails()).map((mail) => mail.event)).toEqual(['contacts.submitted'])
    await company.go('/MCContactChangeList')
    await company.page.getByRole('link', { name: `CC-${requestId}` }).waitFor()
  })

  test('the agency edits the same contact directly while the request is open', async () => {
    const { page } = agency
    await agency.visit(`/ContactBulkEdit/${property.id}`)
    const line = page.getByRole('row').filter({ has: page.locator(`input[value="${property.contact}"]`) })
    await line.getByLabel(/^Phone/).fill('314-555-0177')
    await page.getByRole('button', { name: 'Save contacts' }).click()
    await page.getByText('The contacts are saved.').waitFor()
    expect(await loadContact()).toMatchObject({ phone: '(314) 555-0177' })
  })

  test('the reviewer sees the conflict, decides and approves, and the contact and the mails are correct', async () => {
    const { page } = agency
    await agency.visit('/ContactChangeRequestList')
    await page.getByRole('link', { name: `CC-${requestId}` }).click()
    await takeStep(page, 'Start review')
    const conflict = change(page, 1).getByRole('row', { name: /^Phone/ })
    await conflict.getByText('Changed by both').waitFor()
    await expect.poll(() => conflict.textContent()).toMatch(/\(314\) 555-0177[\s\S]*\(573\) 555-0142/)
    await expectAccessible(page, 'the review with a conflict')
    // Without a decision on the conflict, no dialog opens. The message is shown and the first choice gets the
    // focus.
    agency.tolerate(/422 \(Unprocessable Entity\).*Preview/)
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(() => readErrorSummary(page))
      .toEqual([expect.stringContaining('was changed in the meantime')])
    const choice = conflict.getByRole('radio', { name: 'Keep the current value' })
    await expect.poll(() => choice.evaluate((radio) => radio === document.activeElement)).toBe(true)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await loadContact()).toMatchObject({ phone: '(314) 555-0177' })
    await page.keyboard.press('Space')
    // A choice is saved without a button and remains after a reload.
    await page.getByText(/^Saved/).waitFor()
    await agency.visit(agency.path())
    await expect.poll(() => choice.isChecked()).toBe(true)
    await takeStep(page, 'Approve', 'Thank you')
    await page.getByText('Approved', { exact: true }).first().waitFor()
    expect(await loadContact()).toMatchObject({ title: 'Regional Director', phone: '(314) 555-0177' })
    const outbox = await loadMails()
    expect(outbox.map((mail) => mail.event)).toEqual(['contacts.submitted', 'contacts.approved'])
    expect(outbox[1]!.to).toContain('company.admin@company.example')
    expect(outbox[1]!.text).toContain('Thank you')
    await company.go('/MCContactChangeList')
    await company.page.getByRole('link', { name: `CC-${requestId}`, exact: true }).click()
    await expectRemark(company.page, 'Comment on the decision', 'Thank you')
    await company.page.getByRole('button', { name: 'History', exact: true }).click()
    await company.page.getByRole('list', { name: 'History' }).getByText('Approved').waitFor()
  })

  test('another request is rejected with a reason, and the contact does not change', async () => {
    const before = await loadContact()
    await fileChange('Vice President', '573-555-0143')
    const { page } = agency
    await agency.visit(`/ContactChangeRequestReview/${requestId}`)
    await takeStep(page, 'Start review')
    await takeStep(page, 'Reject', 'The owner does not know this person.')
    await expectRemark(page, 'Why it was rejected', 'The owner does not know this person.')
    expect(await loadContact()).toEqual(before)
    const outbox = await loadMails()
    expect(outbox.map((mail) => mail.event)).toEqual(['contacts.submitted', 'contacts.denied'])
    expect(outbox[1]!.text).toContain('The owner does not know this person.')
  })
})

test('one person is replaced at all chosen properties, after a preview of their number', async () => {
  const { page } = agency
  await agency.visit(`/ContactBulkEdit/${property.id}`)
  await page.getByRole('tab', { name: 'Replace a person' }).click()
  await page.getByLabel('Person to replace').selectOption({ label: property.contact })
  const { rows } = await stage.owner.query<{ places: number }>(
    'select count(*)::integer as places from property_contact where contact_id = $1',
    [property.contactId],
  )
  const { places } = rows[0]!
  await page.getByText(`${property.contact} is named at ${places} places`, { exact: false }).waitFor()
  await page.getByLabel('Name *', { exact: true }).fill('Successor of the region')
  await page.getByLabel('E-mail', { exact: true }).fill('successor@company.example')
  await expectAccessible(page, 'the replacement of a person')
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await page.getByText(/is replaced at/).waitFor()
  const replaced = await stage.owner.query<{ places: number }>(
    `select count(*)::integer as places from property_contact join contact using (contact_id) where name = 'Successor of the region'`,
  )
  expect(replaced.rows).toEqual([{ places }])
})
