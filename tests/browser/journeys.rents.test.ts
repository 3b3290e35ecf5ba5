import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { INCOME_AFTER_RESERVE } from '#features/capital/program2013/model/figures.ts'
import { addMonths, formatDate, getMonthStart, today } from '#kernel/model/dates.ts'
import * as steps from './journeys/complianceSteps.ts'
import { answerChecklist, buildRentRoll, openPart, typeAccount } from './journeys/rentsSteps.ts'
import { buildPdfFile } from './papers.ts'
import { NO_FINDING } from './places.ts'
import { expectFact, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

type Property = { id: number; name: string; unitType: string; rent: number }

let stage: Stage
let company: Visitor
let agency: Visitor
let manager: Visitor
let property: Property

/**
 * Prepares a property of company.admin at which a rent increase is allowed: no open findings or overdue
 * tasks, a fiscal year that ends in two months, and rents older than a year.
 */
beforeAll(async () => {
  stage = await openStage()
  const { rows } = await stage.owner.query<Property>(`
    select p.property_id as id, p.name, o.name as "unitType", e.rent::float as rent
    from app_user u join property p using (management_company_id)
    join lateral (select * from rent_in_force(make_date(extract(year from current_date)::integer, 1, 1)) e
      where e.property_id = p.property_id and e.rent_type_id = 5 and e.units > 0 limit 1) e on true
    join room_type o using (room_type_id)
    where u.user_name = 'company.admin' and p.status_id = 0 and not p.non_compliant and ${NO_FINDING}
      and not exists (select from rent_gap_application r where r.property_id = p.property_id)
      and not exists (select from annual_statement a where a.property_id = p.property_id and a.status_id = 1)
      and not exists (select from rent_increase_request_header r where r.property_id = p.property_id)
    order by (select count(*) from rent_in_force(current_date) f where f.property_id = p.property_id), 1 limit 1`)
  property = rows[0]!
  const yearEnd = Number(addMonths(getMonthStart(today()), 2).slice(5, 7))
  await stage.owner.query('update property set fiscal_year_end_month = $2 where property_id = $1', [
    property.id,
    yearEnd,
  ])
  await stage.owner.query(
    "update property_rent set effective_date = effective_date - interval '2 years' where property_id = $1",
    [property.id],
  )
  await stage.owner.query(
    'update task_instance set status_id = 5 where property_id = $1 and status_id in (-1, 1) and due_date < current_date',
    [property.id],
  )
  ;[company, agency, manager] = (await Promise.all(
    ['company.admin', 'agency.write', 'agency.manager'].map((name) => stage.signedIn(name)),
  )) as [Visitor, Visitor, Visitor]
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

test('rent increase: raised by a percentage, confirmed, reviewed by its checklist, approved by a manager and signed', async () => {
  const { page } = company
  await company.visit(`/EditProject/${property.id}`)
  await steps.beginAtProperty(company, 'Rent increase')
  await page.getByLabel('Raise all by (percent)').fill('2.2')
  await page.getByRole('button', { name: 'Type into all rows' }).click()
  const confirms = page
    .getByRole('region', { name: 'Rents', exact: true })
    .getByRole('button', { name: /^Confirm/ })
  await confirms.first().waitFor()
  while ((await confirms.count()) > 0) await confirms.first().click()
  await page.getByLabel(/^All tenants were given/).check()
  await page.getByLabel('Notice given on').fill(formatDate(today(), 'MM/DD/YYYY'))
  await steps.attachTo(page, 'Current rent roll', buildRentRoll())
  await steps.attachTo(page, 'Tenant notice, Exhibit A-21')
  await page.getByLabel(/^I certify/).check()
  const number = await steps.submit(page, 'Submit request')

  await steps.openFromMenu(agency, 'Requests', 'Rent increases')
  await steps.openFromQueue(agency, number)
  await takeStep(agency.page, 'Start review')
  await answerChecklist(agency.page)
  await agency.page.getByLabel('Comments of the review').fill('Looked up by hand.')
  await takeStep(agency.page, 'Mark as reviewed')

  await steps.openFromMenu(manager, 'Requests', 'Rent increases')
  await steps.openFromQueue(manager, number)
  await takeStep(manager.page, 'Approve', 'As submitted.')
  await steps.expectStatus(manager.page, 'Approved')

  await company.visit(`/rentIncrease/RentIncreaseList/${property.id}`)
  await page.getByRole('link', { name: number, exact: true }).click()
  await steps.expectStatus(page, 'Approved')
  await steps.attachTo(page, 'Signed Schedule II', buildPdfFile('signed.pdf', 'Signed'))
})

test('rent gap: an application at a property with an approved rent increase is approved for the gap between rents', async () => {
  const { page } = company
  await company.visit(`/EditProject/${property.id}`)
  await steps.beginAtProperty(company, 'Rent gap application')
  await page.getByLabel('Paid to').fill('Maple Grove Partners')
  await page.getByRole('button', { name: 'Add household' }).click()
  const getBox = (label: string) =>
    page.locator('input').and(page.getByLabel(`${label}, Household 1`, { exact: true }))
  await getBox('Unit').fill('101')
  await steps.choose(page, getBox('Unit type'), property.unitType)
  await steps.choose(page, getBox('Rent type'), 'LIHTC 60%')
  await getBox('Head of household').fill('Invented Household')
  await getBox('Moved in').fill('05/01/2020')
  await steps.typeDigits(getBox('Rent the tenant pays'), String((property.rent - 48) * 100))
  await page.getByText('$48.00 × 12', { exact: true }).waitFor()
  for (const place of ['Rent roll', 'Leases']) await steps.attachTo(page, place)
  await page.getByLabel(/^I certify/).check()
  const number = await steps.submit(page, 'Submit application')

  await steps.openFromMenu(agency, 'Requests', 'Rent gap assistance')
  await steps.openFromQueue(agency, number)
  await takeStep(agency.page, 'Start review')
  await agency.page.getByRole('button', { name: 'Approve open households as asked for' }).click()
  await takeStep(agency.page, 'Mark as reviewed')

  await steps.openFromMenu(manager, 'Requests', 'Rent gap assistance')
  await steps.openFromQueue(manager, number)
  await takeStep(manager.page, 'Approve', 'As the leases show.')
  await steps.expectStatus(manager.page, 'Approved')

  await company.visit(`/rentIncrease/RentGapAssistanceList/${property.id}`)
  await page.getByRole('link', { name: number, exact: true }).click()
  await steps.expectStatus(page, 'Approved')
  await expectFact(page, 'Approved', '$576.00')
})

test('2013 records: a second filter chosen while the rows of the first are loading is applied together with it', async () => {
  const { page } = agency
  await steps.openFromMenu(agency, 'Money', '2013 records')
  const released = Promise.withResolvers<void>()
  await page.route('**/api/Program2013/GetCandidates/**', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.getByLabel('Status', { exact: true }).selectOption('No record yet')
  await page.getByLabel('Type', { exact: true }).selectOption('Final')
  released.resolve()
  await page.getByText(/^Properties without Final record/).waitFor()
  await page.unroute('**/api/Program2013/GetCandidates/**')
})

test('2013 record: the agency enters it, a second person reviews and a third approves it, and the company reads it', async () => {
  const { page } = agency
  await steps.openFromMenu(agency, 'Money', '2013 records')
  await page.getByLabel('Status', { exact: true }).selectOption('No record yet')
  await page.getByLabel('Type', { exact: true }).selectOption('Initial')
  await page.getByLabel('Search all columns').fill(property.name)
  await page
    .getByRole('row', { name: new RegExp(property.name) })
    .getByRole('button', { name: /^Begin Initial/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Begin' }).click()
  const title = await page.getByRole('heading', { level: 1, name: /PF-/ }).textContent()
  const number = /PF-\d+/.exec(title ?? '')?.[0] ?? ''
  await steps.fillBoxes(page, { Units: '10' })
  await steps.typeDigits(page.getByRole('textbox', { name: 'Vacancy (percent)' }), '700')
  await openPart(page, 'Unit mix')
  await page.getByRole('button', { name: 'Add unit type' }).click()
  await page.getByRole('textbox', { name: 'Unit type, Unit type 1' }).fill('2 bedrooms')
  await page.getByRole('textbox', { name: 'Units, Unit type 1' }).fill('10')
  await steps.typeDigits(page.getByRole('textbox', { name: 'Rent a month, Unit type 1' }), '1000')
  await openPart(page, 'Income and expense')
  await typeAccount(page, 'I01', '120000')
  await typeAccount(page, 'E02', '20000')
  await typeAccount(page, 'E15', '30000')
  await openPart(page, 'Debts')
  await page.getByRole('button', { name: 'Add debt' }).click()
  await page.getByRole('textbox', { name: 'Lender, Debt 1' }).fill('First Bank of the County')
  await steps.typeDigits(page.getByRole('textbox', { name: 'Debt service a year, Debt 1' }), '40000')
  await expectFact(page, INCOME_AFTER_RESERVE, '$61,600.00')
  await page.getByRole('button', { name: 'Send to review' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send to review' }).click()
  await steps.expectStatus(page, 'To review')

  const reviewer = await stage.signedIn('agency.admin')
  for (const [person, step] of [
    [reviewer, 'Mark as reviewed'],
    [manager, 'Approve'],
  ] as const) {
    await steps.openFromMenu(person, 'Money', '2013 records')
    await steps.openFromQueue(person, number)
    await takeStep(person.page, step, step === 'Approve' ? 'Locked as the baseline.' : undefined)
  }
  await steps.expectStatus(manager.page, 'Approved')

  await company.visit(`/2013/Review/${property.id}`)
  await company.page.getByRole('table', { name: '2013 records' }).getByRole('link', { name: number }).click()
  await steps.expectStatus(company.page, 'Approved')
  await expectFact(company.page, INCOME_AFTER_RESERVE, '$61,600.00')
})
