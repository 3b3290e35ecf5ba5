import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { occupancyNight } from '#features/compliance/occupancy/server/night.ts'
import { addDays, addMonths, formatDate, getMonthStart, monthName, today } from '#kernel/model/dates.ts'
import { runNightJob } from './journeys/complianceNight.ts'
import * as steps from './journeys/complianceSteps.ts'
import { expectFact, expectRemark, readErrorSummary, readFact, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

let stage: Stage
let company: Visitor
let agency: Visitor
const day = (offset = 0) => formatDate(addDays(today(), offset), 'MM/DD/YYYY')

beforeAll(async () => {
  stage = await openStage()
  company = await stage.signedIn('company.admin')
  agency = await stage.signedIn('agency.write')
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/** Finds the first active property of company.admin for which this SQL condition is true. */
async function findProperty(condition: string): Promise<{ id: number; name: string }> {
  const { rows } = await stage.owner.query<{ id: number; name: string }>(
    `select p.property_id as id, p.name from property p join app_user u using (management_company_id)
      where u.user_name = 'company.admin' and p.status_id = 0 and ${condition} order by 1 limit 1`,
  )
  return rows[0]!
}

/**
 * Finds a property with one unit type whose last month is due, and deletes the month that the demonstration
 * filed for it.
 */
async function prepareMonthDue(): Promise<{ id: number; name: string }> {
  const month = `${addMonths(getMonthStart(today()), -1)}`
  const ofMonth = `property_id = $1 and period_date = '${month}'`
  const property = await findProperty(`exists (select from task_instance i where i.property_id = p.property_id
      and i.task_type_id = 3 and i.period_start = '${month}')
    and exists (select from project_occupancy o where o.property_id = p.property_id
      and o.period_date = '${addMonths(month, -1)}' and o.vacant_units * 10 < o.units)
    and (select count(*) from property_room_type t where t.property_id = p.property_id and t.count > 0) = 1
    and not exists (select from vawa_request v where v.property_id = p.property_id)`)
  await stage.owner.query(`delete from project_occupancy where ${ofMonth}`, [property.id])
  await stage.owner.query(
    `update task_instance set status_id = -1, request_id = null, submitted = null
      where task_type_id = 3 and property_id = $1 and period_start = '${month}'`,
    [property.id],
  )
  return property
}

/**
 * Finds a property whose newest quarter is due, and deletes the quarter that the demonstration filed for it.
 */
async function prepareQuarterDue(): Promise<{ id: number; name: string }> {
  const property = await findProperty(`exists (select from task_instance i where i.property_id = p.property_id
    and i.task_type_id = 4 and i.window_open <= current_date) and exists (select from utility_allowance_on(current_date) a
    where a.property_id = p.property_id and a.effective_date > current_date - 300)`)
  const ofQuarter = `property_id = $1 and period_end = (select max(period_end) from task_instance
    where property_id = $1 and task_type_id = 4 and window_open <= current_date)`
  await stage.owner.query(
    `delete from utility_allowance where property_id = $1 and (year, quarter) = (select extract(year from period_end),
      extract(quarter from period_end) from task_instance where task_type_id = 4 and ${ofQuarter})`,
    [property.id],
  )
  await stage.owner.query(
    `update task_instance set status_id = -1, request_id = null, submitted = null where task_type_id = 4 and ${ofQuarter}`,
    [property.id],
  )
  return property
}

test("housing priority: a company certifies from its property's page, and the agency approves the certification", async () => {
  const property =
    await findProperty(`p.total_units >= 5 and not exists (select from housing_priority_certification r
    where r.property_id = p.property_id)`)
  const { page } = company
  await company.visit(`/EditProject/${property.id}`)
  await steps.beginAtProperty(company, 'Housing priority certification')
  await steps.fillBoxes(page, {
    'Units committed': '5',
    'Of them vacant on December 31': '0',
    'Of those held for a referral': '0',
    'Lead referral agency': 'Northern Referrals',
    'Its agreement ends': day(300),
    'Services offered': 'A case manager comes every week.',
    Outreach: 'Shelters of the county are told of each vacancy.',
    'Signed for the owner': 'Olive Owner',
    'Signed for the lead referral agency': 'Lee Referrer',
  })
  for (const nth of [0, 1]) await page.getByRole('textbox', { name: 'On', exact: true }).nth(nth).fill(day())
  await page.getByRole('button', { name: 'Add population' }).click()
  await steps.choose(page, page.getByRole('combobox', { name: 'Population, Population 1' }), 'Veterans')
  await steps.fillBoxes(page, {
    'Units committed, Population 1': '5',
    'Households on December 31, Population 1': '4',
    'Of them referred, Population 1': '3',
  })
  await page.getByText('4 of 5 committed units are filled: 80%, 1 unmet.').waitFor()
  // The total of units is a count and not an amount of money.
  await expect
    .poll(() =>
      page
        .getByRole('row', { name: /^Total/ })
        .getByRole('cell')
        .allTextContents(),
    )
    .toEqual(expect.arrayContaining(['5', '4', '3']))
  await steps.attachTo(page, 'Letter of the lead referral agency')
  await page.getByRole('checkbox', { name: /^I certify/ }).check()
  await page.getByRole('button', { name: 'Submit certification' }).click()
  await expect
    .poll(() => readErrorSummary(page))
    .toEqual([expect.stringContaining('1 of 5 committed units are not filled.')])
  await steps.fillBoxes(page, {
    'Why fewer units are filled than committed': 'A tenant left on December 30.',
  })
  const number = await steps.submit(page, 'Submit certification')

  await steps.openFromMenu(agency, 'Compliance', 'Housing priority')
  await steps.openFromQueue(agency, number)
  await takeStep(agency.page, 'Start review')
  await agency.page.getByLabel('Comments of the review').fill('The letter was compared.')
  await takeStep(agency.page, 'Approve', 'Accepted for its year.')
  await steps.expectStatus(agency.page, 'Approved')

  await company.visit(`/HousingPriorityCertificationList/${property.id}`)
  await page.getByRole('link', { name: number, exact: true }).click()
  await steps.expectStatus(page, 'Approved')
  await expectFact(page, 'Units committed', '5')
  await page.getByRole('button', { name: 'Comment on the decision Accepted for its year.' }).waitFor()
})

test('locator: the agency approves the first listing of a property with a photo, and it is shown', async () => {
  const property = await findProperty('not exists (select from ahl r where r.property_id = p.property_id)')
  const { page } = company
  await company.visit(`/EditProject/${property.id}`)
  await steps.beginAtProperty(company, 'Listing')
  await steps.fillBoxes(page, {
    'Whom to ask for': 'Lena Leasing',
    Phone: '5735550142',
    'Accessible units': '1',
  })
  await steps.choose(page, page.getByRole('combobox', { name: 'Pets' }), 'Allowed with limits')
  await page.getByRole('checkbox', { name: 'The waiting list is open' }).check()
  await steps.attachPhoto(page)
  const number = await steps.submit(page, 'Submit listing')

  await steps.openFromMenu(agency, 'Compliance', 'Housing locator')
  await steps.openFromQueue(agency, number)
  await takeStep(agency.page, 'Approve', 'Shown from today.')
  await steps.expectStatus(agency.page, 'Approved')

  await company.visit('/ahlMultiNav')
  await page.getByRole('link', { name: property.name, exact: true }).click()
  await page.getByRole('link', { name: number, exact: true }).click()
  await page.getByText('This version is shown.').waitFor()
})

test('utility allowance: a company files a due quarter from the to-do list, and the approved amounts are in force', async () => {
  // A property with tax-credit rents, for which the last complete quarter is not filed.
  const property = await prepareQuarterDue()
  const { page } = company
  await company.visit(`/todolist/property/${property.id}`)
  await page.getByRole('link', { name: /^Utility allowance, Quarter/ }).click()
  await company.arrives(`/utilityAllowance/list/project/${property.id}`)
  await page.getByRole('link', { name: 'New quarter' }).click()
  await page.getByRole('heading', { level: 1, name: /^New/ }).waitFor()
  const amounts = page.getByRole('textbox', { name: /^Allowance a month/ })
  for (const box of await amounts.all()) await steps.typeDigits(box, '4100')
  for (const box of await page.getByRole('textbox', { name: /^Effective/ }).all()) await box.fill(day())
  const number = await steps.submit(page, 'Submit allowance')

  await steps.openFromMenu(agency, 'Compliance', 'Utility allowances')
  await steps.openFromQueue(agency, number)
  await takeStep(agency.page, 'Start review')
  await agency.page.getByLabel('Comments of the review').fill('As the schedule of the authority says.')
  await takeStep(agency.page, 'Mark as reviewed')
  const manager = await stage.signedIn('agency.manager')
  await steps.openFromMenu(manager, 'Compliance', 'Utility allowances')
  await steps.openFromQueue(manager, number)
  await takeStep(manager.page, 'Approve', 'In force from today.')
  await steps.expectStatus(manager.page, 'Approved')

  await company.visit(`/utilityAllowance/list/project/${property.id}`)
  await page.getByRole('table', { name: 'Approved and in force' }).getByText('$41.00').first().waitFor()
  await page.getByRole('link', { name: number, exact: true }).click()
  await steps.expectStatus(page, 'Approved')
})

test('compliance form: the agency allows its entry, the company files it, the original arrives, and the agency approves it', async () => {
  const property =
    await findProperty(`exists (select from required_exhibits(current_date) q where q.property_id = p.property_id
    and q.exhibit_id = 1 and q.required and not exists (select from project_exhibit r where r.property_id = p.property_id
      and r.exhibit_id = 1 and r.period_end = q.period_end))`)
  await steps.openFromMenu(agency, 'Compliance', 'Compliance forms')
  await agency.page.getByRole('tab', { name: 'Properties' }).click()
  await agency.page.getByRole('link', { name: property.name, exact: true }).click()
  await agency.page.getByRole('link', { name: 'Settings and exceptions' }).click()
  await agency.page.getByRole('button', { name: 'Change exhibit A', exact: true }).click()
  const setting = agency.page.getByRole('dialog', { name: 'Exhibit A at this property' })
  await setting.getByRole('checkbox', { name: 'Entry is always allowed' }).check()
  await setting.getByRole('textbox', { name: 'Why' }).fill('The notary was ill.')
  await setting.getByRole('button', { name: 'Store it' }).click()
  await setting.waitFor({ state: 'hidden' })

  const { page } = company
  await company.visit(`/todolist/property/${property.id}`)
  await page
    .getByRole('row', { name: /Compliance form to file/ })
    .getByRole('link', { name: /^A, \d{4}$/ })
    .click()
  const statements = page.getByRole('group', { name: 'Statements' })
  const answers = statements.getByRole('combobox')
  await answers.first().waitFor()
  for (const answer of await answers.all()) await steps.choose(page, answer, 'It holds')
  await steps.choose(page, answers.last(), 'It does not hold')
  await statements.getByRole('textbox').fill('One household of students; it moves out in June.')
  for (const place of ['Signed certificate', 'Rent roll']) await steps.attachTo(page, place)
  await page.getByRole('checkbox', { name: /^I certify/ }).check()
  await steps.fillBoxes(page, { 'Signed by': 'Olive Owner', Title: 'General partner' })
  const number = await steps.submit(page, 'Submit form')

  await steps.openFromMenu(agency, 'Compliance', 'Compliance forms')
  await steps.openFromQueue(agency, number)
  await agency.page.getByText('One household of students; it moves out in June.').waitFor()
  await takeStep(agency.page, 'Start review')
  await agency.page.getByLabel('Original received').fill(day())
  await takeStep(agency.page, 'Approve', 'Students are let out by June.')
  await steps.expectStatus(agency.page, 'Approved')

  await company.visit(`/complianceForms/list/${property.id}`)
  await page
    .getByRole('table', { name: 'Filed forms' })
    .getByRole('link', { name: number, exact: true })
    .click()
  await steps.expectStatus(page, 'Approved')
  await page.getByRole('button', { name: 'Comment on the decision Students are let out by June.' }).waitFor()
})

test('extension: a company requests more time for a task, the agency approves, and the due date moves', async () => {
  const { rows } = await stage.owner.query<{ id: number; due: string }>(
    `select i.property_id as id, i.due_date::text as due from task_instance i join property p using (property_id)
      join app_user u using (management_company_id) where u.user_name = 'company.admin' and i.task_type_id = 1
      and i.status_id in (-1, 1) and i.due_date > current_date and i.due_date = i.original_due_date
      and not exists (select from extension_request r where r.property_id = i.property_id) order by i.due_date, 1 limit 1`,
  )
  const task = rows[0]!
  const dueText = formatDate(addDays(task.due, 20), 'MM/DD/YYYY')
  const { page } = company
  await company.visit(`/todolist/property/${task.id}`)
  await page.getByRole('tab', { name: /^Tasks/ }).click()
  const row = page.getByRole('row', { name: new RegExp(formatDate(task.due, 'MM/DD/YYYY')) })
  await row.getByRole('button', { name: /^Ask for more time for AFS/ }).click()
  const dialog = page.getByRole('dialog', { name: /^More time for AFS/ })
  await steps.fillBoxes(dialog, { 'New due date': dueText, Reason: 'The auditor fell ill.' })
  await dialog.getByRole('button', { name: 'Send to the agency' }).click()
  await page.getByText('The agency has your request.').waitFor()
  const number = (await row.getByRole('link', { name: /^EX-/ }).textContent()) ?? ''

  await steps.openFromMenu(agency, 'Requests', 'Extension requests')
  await steps.openFromQueue(agency, number)
  await takeStep(agency.page, 'Start review')
  await takeStep(agency.page, 'Approve', 'Get well soon.')
  await steps.expectStatus(agency.page, 'Approved')

  await company.visit(`/todolist/property/${task.id}?view=Tasks`)
  await page
    .getByRole('row', { name: new RegExp(dueText) })
    .getByRole('link', { name: number, exact: true })
    .click()
  await steps.expectStatus(page, 'Approved')
  await page.getByRole('button', { name: 'Comment on the decision Get well soon.' }).waitFor()
})

test('occupancy: a company enters a month, the agency returns it, the company corrects it, and the nightly job accepts it', async () => {
  const { page } = company
  const property = await prepareMonthDue()
  await company.visit(`/todolist/property/${property.id}`)
  const month = monthName(addMonths(getMonthStart(today()), -1))
  await page.getByRole('link', { name: `Occupancy, ${month}`, exact: true }).click()
  await company.arrives(`/occupancy/list/project/${property.id}`)
  await page.getByRole('link', { name: month, exact: true }).click()
  const title = page.getByRole('heading', { level: 1, name: `Occupancy, ${month}` })
  await title.waitFor()
  const before = Number(((await readFact(page, 'Month before')) ?? '').replace('%', ''))
  const units = Number(await readFact(page, 'Units'))
  const vacant = Math.round(units * (1 - before / 100))
  await steps.fillBoxes(page, {
    'Vacant, ready': String(vacant),
    'Vacant, not ready': '0',
    'On notice': '0',
    'Moved in': '0',
    'Waiting list': '70',
  })
  await expectFact(page, 'Occupied', String(units - vacant))
  await expectFact(page, 'Occupancy', `${before}%`)
  const number = await steps.submit(page, 'Submit month')

  await steps.openFromMenu(agency, 'Compliance', 'Occupancy')
  await agency.page.getByRole('link', { name: property.name, exact: true }).click()
  await agency.page.getByRole('heading', { level: 1, name: `Occupancy, ${month}` }).waitFor()
  await takeStep(agency.page, 'Return', 'The waiting list of last month was 7.')

  await company.visit(`/todolist/property/${property.id}`)
  await page.getByRole('link', { name: `Occupancy, ${month}`, exact: true }).click()
  await title.waitFor()
  await expectRemark(page, 'Returned for correction', 'The waiting list of last month was 7.')
  await steps.fillBoxes(page, { 'Waiting list': '7' })
  await steps.submit(page, 'Submit month')
  await runNightJob(stage, occupancyNight, addDays(today(), 30))
  await company.visit(`/occupancy/list/project/${property.id}`)
  await page.getByRole('link', { name: number, exact: true }).click()
  await steps.expectStatus(page, 'Accepted')
  await expectFact(page, 'Occupancy', `${before}%`)
})
