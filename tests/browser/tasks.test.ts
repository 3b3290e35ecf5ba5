import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { addBusinessDays, addDays, formatDate } from '#kernel/model/dates.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE, type Visitor } from './visitor.ts'

let stage: Stage
let agency: Visitor
let company: Visitor
/** A property of company.user whose fiscal year is the calendar year, with nothing scheduled yet. */
let property: { id: number; name: string }

/**
 * The year that is scheduled; what is due for it is due in the next, whose February is the one that comes
 * first.
 */
const next = new Date().getFullYear() + (new Date().getMonth() === 0 ? 0 : 1)
const year = next - 1
const short = next % 100
/**
 * Ninety days after the year, and thirty more, which is what the agency gives at most; no weekend is due
 * (domain 3.2, 39).
 */
const rolled = (day: string) => addBusinessDays(addDays(day, -1), 1)
const due = rolled(addDays(`${year}-12-31`, 90))
const extendedDue = addDays(due, 30)
const later = rolled(extendedDue)
const formatDay = (day: string) => formatDate(day, 'MM/DD/YYYY')
const task = `AFS, ${year}`
/** The line of that task, due on a day and in a state. */
const line = (day: string, state: string) => new RegExp(`${task}[^]*${formatDay(day)}[^]*${state}`)

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
 * Moves the clock of the server on, which runs in this process; the browser's and the database's stay, and
 * what the server calls valid must not have ended for them: it only ever moves ahead of today. The worker
 * then runs the night job by itself, which may find a year's tasks to make. Waits until it has. Sessions do
 * not outlive the jump, so both leave before it and sign in after it.
 */
async function night(day: string): Promise<void> {
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

/** The rows of a table that hold the property's name, after it was searched for. */
async function loadRows(page: Page, caption: string): Promise<string[]> {
  const table = page.getByRole('table', { name: caption })
  await page.getByPlaceholder('Search').first().fill(property.name)
  await table.getByRole('link', { name: property.name }).first().waitFor()
  return table.getByRole('row').filter({ hasText: property.name }).allInnerTexts()
}

/** The company's start, as a table to search. */
async function waitingAsTable(): Promise<void> {
  await company.visit('/')
  await company.page.getByRole('button', { name: 'Show as a table' }).click()
}

describe('from a schedule to an extended due date', () => {
  test('VAL-15 a schedule that ends before it starts is refused with a message that names the field, and kept typed', async () => {
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

  test('domain 3.3 the night makes the task; it is due on the company’s home and on the dashboard', async () => {
    await night(`${next}-02-01`)
    await waitingAsTable()
    expect(await loadRows(company.page, 'Waiting for you')).toEqual([
      expect.stringMatching(line(due, 'Pending')),
    ])
    await agency.visit('/dashboard')
    expect(await loadRows(agency.page, 'Open tasks by property')).toEqual([
      expect.stringMatching(new RegExp(`\\s0\\s+1\\s+0\\s+0\\s+${formatDay(due)}`)),
    ])
  })

  test('domain 39 the company asks for more time, the agency approves, and the due date moves', async () => {
    const { page } = company
    await company.visit(`/todolist/property/${property.id}`)
    await openTab(page, /^Tasks/)
    await page.getByRole('button', { name: `Ask for more time for ${task}` }).click()
    const dialog = page.getByRole('dialog', { name: `More time for ${task}` })
    await dialog.getByLabel('Reason *').fill('The auditor fell ill')
    await page.keyboard.press('Escape')
    await dialog.getByText('What you typed here is not saved.').waitFor()
    await page.keyboard.press('Escape')
    // A day before the due day is refused by the server: nothing is sent, and nothing says so.
    company.tolerate(/422/)
    await dialog.getByLabel('New due date *').fill(`3/1/${short}`)
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
    await waitingAsTable()
    expect(await loadRows(page, 'Waiting for you')).toEqual([expect.stringMatching(line(later, 'Pending'))])
  })

  test('ST-01 the day after the moved due date it is overdue, for both', async () => {
    await night(addDays(later, 1))
    await waitingAsTable()
    await openTab(company.page, /^Overdue/)
    expect((await loadRows(company.page, 'Waiting for you')).join('\n')).toMatch(line(later, 'Overdue'))
    await agency.visit(`/todolist/property/${property.id}`)
    await openTab(agency.page, /^Tasks/)
    const row = agency.page.getByRole('row').filter({ hasText: formatDay(later) })
    await row.first().waitFor()
    // What is decided is shown with the tasks, too.
    await agency.page
      .getByRole('table', { name: 'Extension requests' })
      .getByRole('link', { name: /^EX-/ })
      .waitFor()
    expect((await row.allInnerTexts()).join('')).toMatch(/Overdue\s+EX-\d+\s+1\s/)
  })

  test('on a phone: what is due first, how a task is filed, and an answer that reaches who asked', async () => {
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
    // Most days late first: the day, how late, the task, the property and the one next act, without sideways
    // scrolling.
    await expect
      .poll(() => overdue.getByRole('listitem').first().textContent())
      .toMatch(/^\w{3}, \w{3} \d+(, \d{4})? [\d,]+ days? late/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    // Every task is begun where it is filed.
    expect(await page.getByRole('link', { name: /^How to file/ }).count()).toBe(0)
    await overdue.getByRole('button', { name: /^Show all/ }).click()
    await overdue.getByRole('link', { name: `File: ${task}, ${property.name}`, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Annual statements' }).waitFor()

    // From there by the property's menu to what else is to be done at it.
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

  test('the calendar address is shown once and answers without signing in', async () => {
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
