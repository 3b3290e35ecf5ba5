import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let property: { id: number; name: string }

/**
 * Finds a property of company.admin that files allowances and forms, and reopens a quarter of it that was
 * approved before.
 */
beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<typeof property>(`
    select p.property_id as id, p.name from app_user u join property p using (management_company_id)
    where u.user_name = 'company.admin' and p.status_id = 0 and exists (select from utility_allowance_on(current_date) a where a.property_id = p.property_id
        and a.effective_date > current_date - 300)
      and exists (select from project_exhibit r where r.property_id = p.property_id and r.status_id = 5)
    order by 1 limit 1`)
  property = result.rows[0]!
  await stage.owner.query(
    `delete from utility_allowance where property_id = $1 and (year, quarter) = (select year, quarter from utility_allowance
      where property_id = $1 order by year desc, quarter desc limit 1)`,
    [property.id],
  )
  await stage.owner.query(
    `update task_instance set status_id = -1, request_id = null, submitted = null where property_id = $1 and task_type_id = 4
      and period_end = (date_trunc('quarter', current_date) - interval '1 day')::date`,
    [property.id],
  )
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

test('a company files a quarter of utility allowances by carrying over the approved ones with one button', async () => {
  const company = await stage.signedIn('company.admin', '/utilityAllowance/list/0')
  const { page } = company
  await page.getByRole('table', { name: 'Properties' }).waitFor()
  await expectAccessible(page, 'properties that file utility allowances')
  await company.visit(`/utilityAllowance/list/project/${property.id}`)
  await page.getByRole('heading', { name: 'Approved and in force' }).waitFor()
  await expectAccessible(page, 'utility allowances of a property')
  await page.getByRole('link', { name: 'New quarter' }).click()
  await company.arrives(`/utilityAllowance/view/${property.id}/0`)
  await page.getByRole('columnheader', { name: 'Gross rent and limit' }).waitFor()
  await expectAccessible(page, 'a quarter of utility allowances')
  await page.getByRole('button', { name: /No change since/ }).click()
  await page.getByRole('button', { name: 'Submit allowance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Allowance received').waitFor()
  const filed = await stage.owner.query(
    `select a.no_change as "noChange", a.status_id as s, (select bool_and(jsonb_array_length(l.tenant_pays) > 0) from utility_allowance_line l
      where l.utility_allowance_id = a.utility_allowance_id) as pays from utility_allowance a where property_id = $1 order by utility_allowance_id desc limit 1`,
    [property.id],
  )
  expect(filed.rows).toEqual([{ noChange: true, s: 2, pays: true }])
})

test("compliance forms: the matrix of missing forms, a property's forms and settings, and forms being entered and reviewed", async () => {
  const company = await stage.signedIn('company.admin', '/complianceForms/multiNav')
  const { page } = company
  await page.getByRole('table', { name: 'Which properties lack which form' }).waitFor()
  await expectAccessible(page, 'which properties lack which form')
  await company.visit(`/complianceForms/list/${property.id}`)
  await page.getByRole('table', { name: 'Forms', exact: true }).waitFor()
  await expectAccessible(page, 'forms of a property')
  await company.visit(`/complianceForms/settings/${property.id}`)
  await page.getByRole('table', { name: 'Forms of this property' }).waitFor()
  const draft = await stage.owner.query<{ p: number; e: number }>(
    `select r.property_id as p, r.exhibit_id as e from project_exhibit r join property using (property_id) join app_user u using (management_company_id)
      where u.user_name = 'company.admin' and r.status_id = 1 and r.exhibit_id = 1 and r.period_end > current_date - 365 order by 1 limit 1`,
  )
  const { p, e } = draft.rows[0]!
  await company.visit(`/complianceForms/${p}/${e}`)
  await page.getByRole('group', { name: 'Statements' }).waitFor()
  await page.getByRole('group', { name: 'Documents' }).waitFor()
  await expectAccessible(page, 'a compliance form being entered')
  const agency = await stage.signedIn('agency.write', '/complianceForms/multiNav?tab=Forms')
  await agency.page.getByRole('table', { name: 'Forms in use' }).waitFor()
  const filed = await stage.owner.query<{ id: number }>(
    'select project_exhibit_id as id from project_exhibit where status_id = 3 order by exhibit_id, 1 limit 1',
  )
  await agency.visit(`/complianceForms/review/${filed.rows[0]!.id}`)
  await agency.page.getByRole('heading', { name: 'Documents by place' }).waitFor()
  // The reviewer sees the filed form and not only the review's own fields.
  await agency.page.getByRole('region', { name: 'Statements' }).waitFor()
  await expectAccessible(agency.page, 'a compliance form under review')
})

test("housing priority: the properties, a property's certifications, and a certification with its populations and contact", async () => {
  const agency = await stage.signedIn('agency.write', '/HousingPriorityCertificationProjectListAdmin')
  const { page } = agency
  await page.getByRole('tab', { name: 'Properties' }).click()
  await page.getByRole('table', { name: 'Properties' }).waitFor()
  await expectAccessible(page, 'properties that certify their housing priority')
  const result = await stage.owner.query<{ id: number; p: number }>(
    'select housing_priority_certification_id as id, property_id as p from housing_priority_certification where status_id = 5 order by 1 limit 1',
  )
  const { id, p } = result.rows[0]!
  await agency.visit(`/HousingPriorityCertificationList/${p}`)
  await page.getByRole('table', { name: 'Certifications' }).waitFor()
  await agency.visit(`/HousingPriorityCertification/edit/${id}`)
  await page.getByRole('table', { name: 'Populations' }).waitFor()
  await page.getByRole('button', { name: 'Name a contact' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill('Invented Person')
  await page.getByRole('button', { name: 'Store it' }).click()
  await page.getByRole('button', { name: 'Change the contact' }).waitFor()
  await expectAccessible(page, 'a housing priority certification')
})
