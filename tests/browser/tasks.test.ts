import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { addBusinessDays, addDays, formatDate } from '#kernel/model/dates.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE, type Visitor } from './visitor.ts'

let stage: Stage
let agency: Visitor
let company: Visitor
/**
 * A property of company.user whose fiscal year is the calendar year. Its tasks and schedules are deleted
 * first.
 */
let property: { id: number; name: string }

/**
 * The year whose task is scheduled. The task is due in the following year (`next`), whose February must lie
 * in the future.
 */
const next = new Date().getFullYear() + (new Date().getMonth() === 0 ? 0 : 1)
const year = next - 1
const shortYear = next % 100
/**
 * The task is due 90 days after the year. An extension may add 30 days at most. Due dates on weekends move to
 * the next business day (domain 3.2, 39).
 */
const rollToBusinessDay = (day: string) => addBusinessDays(addDays(day, -1), 1)
const due = rollToBusinessDay(addDays(`${year}-12-31`, 90))
const extendedDue = addDays(due, 30)
const movedDue = rollToBusinessDay(extendedDue)
const formatDay = (day: string) => formatDate(day, 'MM/DD/YYYY')
const task = `AFS, ${year}`
/** Matches the row of this task with this due date and state. */
const getLinePattern = (day: string, state: string) => new RegExp(`${task}[^]*${formatDay(day)}[^]*${state}`)

beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<{ id: number; name: string }>(`
    select p.property_id as id, p.name from permission g join app_user u using (user_id) join property p using (property_id)
    where u.user_name = 'company.user' and g.key = 'AFS' and g.write and p.status_id = 0 and p.total_units >= 13
      and p.fiscal_year_end_month = 12 order by 1 desc limit 1`)
  property = result.rows[0]!
  await stage.owner.query('delete from task_instance where property_id = $1', [property.id])
  await stage.owner.query('delete from task_schedule where property_id = $1', [property.id])
  agency = await stage.signedIn('agency.write', `/EditProject/${property.id}`)
  company = await stage.signedIn('company.user', '/')
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(async () => {
  vi.useRealTimers()
  await stage.close()
})

/**
 * Moves the clock of the server, which runs in this process, to this day. The clocks of the browser and the
 * database remain, so the day must lie in the future, or tokens would be expired for them. The worker then
 * runs the nightly job, and the function waits until it has made the tasks. Sessions end with the jump, so
 * both people sign in again.
 */
async function moveToNight(day: string): Promise<void> {
  await Promise.all([agency.context.close(), company.context.close()])
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T15:00:00Z`) })
  const countRuns = async () =>
    (
      await stage.owner.query(
        `select 1 from job_run where job = 'tasks' and due_at::date = $1::date and finished_at is not null`,
        [day],
      )
    ).rowCount
  await expect.poll(countRuns, { timeout: 3 * PATIENCE, interval: 200 }).toBe(1)
  agency = await stage.signedIn('agency.write', '/dashboard')
  company = await stage.signedIn('company.user', '/')
}

const openTab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).first().click()

/** Searches a table for the property's name and returns the matching rows. */
async function loadRows(page: Page, caption: string): Promise<string[]> {
  const table = page.getByRole('table', { name: caption })
  await page.getByPlaceholder('Search').first().fill(property.name)
  await table.getByRole('link', { name: property.name }).first().waitFor()
  return table.getByRole('row').filter({ hasText: property.name }).allInnerTexts()
}

/** Opens the company's start page and shows the waiting work as a table, which can be searched. */
async function openWaitingTable(): Promise<void> {
  await company.visit('/')
  await company.page.getByRole('button', { name: 'Show as a table' }).click()
}

describe('a task from its schedule to an extended due date', () => {
  test('VAL-15 a schedule that ends before it starts is refused with a message that names the field, and the input remains', async () => {
    const { page } = agency
    await openTab(page, /^Inspections/)
    await page.getByRole('button', { name: 'Add schedule' }).click()
    const dialog = page.getByRole('dialog', { name: 'New schedule' })
    await dialog.getByLabel('Task *').fill('AFS')
    await page.getByRole('option', { name: 'AFS', exact: true }).click()
    await dialog.getByLabel('Start year *').fill(`${year}`)
    await dialog.getByLabel('End year').fill(`${year - 1}`)
    await dialog.getByRole('button', { name: 'Save schedule' }).click()
    await dialog.getByRole('link', { name: 'End year – The end cannot be before the start.' }).waitFor()
    const result = await stage.owner.query('select 1 from task_schedule where property_id = $1', [
      property.id,
    ])
    expect(result.rowCount).toBe(0)
    await dialog.getByLabel('End year').fill('')
    await dialog.getByRole('button', { name: 'Save schedule' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('row').filter({ hasText: 'AFS' }).filter({ hasText: 'Yearly' }).waitFor()
  })

  test("domain 3.3 the nightly job creates the task, which is shown on the company's start page and on the dashboard", async () => {
    await moveToNight(`${next}-02-01`)
    await openWaitingTable()
    expect(await loadRows(company.page, 'Waiting for you')).toEqual([
      expect.stringMatching(getLinePattern(due, 'Pending')),
    ])
    await agency.visit('/dashboard')
    expect(await loadRows(agency.page, 'Open tasks by property')).toEqual([
      expect.stringMatching(new RegExp(`\\s0\\s+1\\s+0\\s+0\\s+${formatDay(due)}`)),
    ])
  })

  test('domain 39 the company requests more time, the agency approves, and the due date moves', async () => {
    const { page } = company
    await company.visit(`/todolist/property/${property.id}`)
    await openTab(page, /^Tasks/)
    await page.getByRole('button', { name: `Ask for more time for ${task}` }).click()
    const dialog = page.getByRole('dialog', { name: `More time for ${task}` })
    await dialog.getByLabel('Reason *').fill('The auditor fell ill')
    await page.keyboard.press('Escape')
    await dialog.getByText('What you typed here is not saved.').waitFor()
    await page.keyboard.press('Escape')
    // A day before the due date is refused by the server. Nothing is stored, and no message says that it was.
    company.tolerate(/422/)
    await dialog.getByLabel('New due date *').fill(`3/1/${shortYear}`)
    await dialog.getByRole('button', { name: 'Send to the agency' }).click()
    const refusal = dialog
      .getByRole('alert')
      .getByText('New due date – It must lie after the present due date.')
    await refusal.waitFor()
    expect(await page.getByText(/^Saved|has your request/).count()).toBe(0)
    const result = await stage.owner.query('select 1 from extension_request where property_id = $1', [
      property.id,
    ])
    expect(result.rows).toEqual([])
    await dialog.getByLabel('New due date *').fill(formatDay(extendedDue))
    await refusal.waitFor({ state: 'hidden' })
    await dialog.getByRole('button', { name: 'Send to the agency' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page
      .getByRole('table', { name: 'Extension requests' })
      .getByText('Submitted (not reviewed)')
      .waitFor()
    await page.getByRole('row', { name: /AFS/ }).getByRole('link', { name: /^EX-/ }).first().waitFor()

    await agency.visit(`/todolist/property/${property.id}`)
    await agency.page
      .getByRole('link', { name: new RegExp(`^EX-\\d+: ${task}$`) })
      .first()
      .click()
    await agency.page.getByText('The auditor fell ill').first().waitFor()
    await agency.page.getByRole('button', { name: 'Approve' }).click()
    const confirm = agency.page.getByRole('dialog', { name: 'Approve' })
    await confirm.getByRole('button', { name: 'Approve' }).click()
    await confirm.waitFor({ state: 'hidden' })
    await agency.page.getByText('Approved', { exact: true }).first().waitFor()
    await openWaitingTable()
    expect(await loadRows(page, 'Waiting for you')).toEqual([
      expect.stringMatching(getLinePattern(movedDue, 'Pending')),
    ])
  })

  test('ST-01 on the day after the moved due date the task is overdue for both sides', async () => {
    await moveToNight(addDays(movedDue, 1))
    await openWaitingTable()
    await openTab(company.page, /^Overdue/)
    expect((await loadRows(company.page, 'Waiting for you')).join('\n')).toMatch(
      getLinePattern(movedDue, 'Overdue'),
    )
    await agency.visit(`/todolist/property/${property.id}`)
    await openTab(agency.page, /^Tasks/)
    const row = agency.page.getByRole('row').filter({ hasText: formatDay(movedDue) })
    await row.first().waitFor()
    // Decided extension requests are listed with the tasks too.
    await agency.page
      .getByRole('table', { name: 'Extension requests' })
      .getByRole('link', { name: /^EX-/ })
      .waitFor()
    expect((await row.allInnerTexts()).join('')).toMatch(/Overdue\s+EX-\d+\s+1\s/)
  })

  test('on a phone the company sees the most overdue task first, starts filing it and answers a to-do of the agency', async () => {
    const { page: desk } = agency
    await agency.visit(`/todolist/property/${property.id}`)
    await desk.getByRole('button', { name: 'New to-do' }).click()
    const dialog = desk.getByRole('dialog', { name: 'New to-do for the company' })
    await dialog.getByLabel('Type').fill('Occ')
    await desk.getByRole('option', { name: 'Occupancy', exact: true }).click()
    await dialog.getByLabel('Title').fill('Correct the vacancies of March')
    await dialog.getByLabel('Details').fill('Unit 7 is vacant twice.')
    await dialog.getByLabel('Due date').fill(`04/29/${next}`)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.waitFor({ state: 'hidden' })

    const phone = await stage.signedIn('company.user', '/', { viewport: { width: 390, height: 844 } })
    const { page } = phone
    const overdue = page.getByRole('region', { name: /^Overdue/ })
    await overdue.getByRole('heading', { level: 3 }).waitFor()
    // The task with the most days late is first, with its date, delay, title, property and next action, and
    // the page does not scroll sideways.
    await expect
      .poll(() => overdue.getByRole('listitem').first().textContent())
      .toMatch(/^\w{3}, \w{3} \d+(, \d{4})? [\d,]+ days? late/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    // Every task links directly to where it is filed.
    expect(await page.getByRole('link', { name: /^How to file/ }).count()).toBe(0)
    await overdue.getByRole('button', { name: /^Show all/ }).click()
    await overdue.getByRole('link', { name: `File: ${task}, ${property.name}`, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Annual statements' }).waitFor()

    // The property's menu leads from there to its other work.
    await page.getByRole('button', { name: 'Facts' }).click()
    const menu = page.getByRole('navigation', { name: 'This property' })
    const linkTexts = await menu.getByRole('link').allInnerTexts()
    const expectedTexts = ['To do', 'Reserve', 'Rent increases', 'Contacts', 'Documents']
    expect(linkTexts.filter((linkText) => expectedTexts.includes(linkText))).toEqual(expectedTexts)
    await menu.getByRole('link', { name: 'To do' }).click()
    await page.getByRole('link', { name: 'Correct the vacancies of March' }).first().click()
    await page.getByText('Unit 7 is vacant twice.').waitFor()
    await page.getByRole('button', { name: 'Snooze' }).click()
    const snooze = page.getByRole('dialog', { name: /^Put off/ })
    await snooze.getByLabel('Until').fill(`05/08/${next}`)
    await snooze.getByRole('button', { name: 'Put off' }).click()
    await snooze.waitFor({ state: 'hidden' })
    await page.getByText(`Put off until 05/08/${next}`).first().waitFor()
    await page.getByRole('button', { name: 'Bring back now' }).click()
    await page.getByText('Waits for the company').waitFor()
    await page.getByLabel('Answer').last().fill('Unit 7 was typed twice. It is mended.')
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    await page.getByText('Answered; it waits for the agency').waitFor()

    await agency.visit('/Work?view=Not+assigned')
    await desk.getByRole('link', { name: 'Read the answer Correct the vacancies of March' }).first().click()
    await desk.getByText('Unit 7 was typed twice. It is mended.').first().waitFor()
    await desk.getByRole('button', { name: 'Done' }).click()
    await desk.getByRole('button', { name: 'Done' }).waitFor({ state: 'hidden' })
    await agency.visit('/Messages')
    await desk.getByText('Unit 7 was typed twice. It is mended.').first().waitFor()
  })

  test('the calendar address is shown once and works without signing in', async () => {
    const { page } = company
    await company.visit('/')
    await page.getByRole('button', { name: 'Get a calendar address' }).click()
    const address = await page.getByLabel('Calendar address, shown once').inputValue()
    const answer = await fetch(address.replace(/^https?:\/\/[^/]+/, stage.address))
    expect(answer.headers.get('content-type')).toContain('text/calendar')
    expect((await answer.text()).replaceAll('\r\n ', '')).toContain(`SUMMARY:AFS\\, ${year}`)
    await page.getByRole('button', { name: 'End the address' }).click()
    await page.getByRole('button', { name: 'Get a calendar address' }).waitFor()
  })
})
