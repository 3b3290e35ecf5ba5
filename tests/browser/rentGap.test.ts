import { buffer as readAll } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readPdf } from '#tests/pdf.ts'
import { expectAccessible } from './accessibility.ts'
import { buildPdfFile } from './papers.ts'
import { NO_FINDING } from './places.ts'
import { expectFact, readErrorSummary, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE } from './visitor.ts'

let stage: Stage
let property: { id: number; name: string; unitType: string; rent: number }
let application: { path: string; number: string }

/**
 * Prepares a property of company.admin with tax-credit rents, without open findings, overdue tasks or a rent
 * gap application.
 */
beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<typeof property>(`
    select p.property_id as id, p.name, o.name as "unitType", e.rent::float as rent
    from app_user u join property p using (management_company_id)
    join lateral (select * from rent_in_force(make_date(extract(year from current_date)::integer, 1, 1)) e
      where e.property_id = p.property_id and e.rent_type_id = 5 and e.units > 0 limit 1) e on true
    join room_type o using (room_type_id)
    where u.user_name = 'company.admin' and p.status_id = 0 and not p.non_compliant and ${NO_FINDING}
      and not exists (select 1 from rent_gap_application r where r.property_id = p.property_id)
      and not exists (select 1 from annual_statement a where a.property_id = p.property_id and a.status_id = 1)
      and not exists (select 1 from rent_increase_request_header r where r.property_id = p.property_id and r.status_id = 5)
    order by 1 limit 1`)
  property = result.rows[0]!
  await stage.owner.query(
    `update task_instance set status_id = 5 where property_id = $1 and status_id in (-1, 1) and due_date < current_date`,
    [property.id],
  )
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const getFieldLabel = (label: string, household: number) => `${label}, Household ${household}`

describe('rent gap assistance from the qualification to the letter', () => {
  test('the company reads why it does not qualify, then qualifies, applies and sees each fault of its application', async () => {
    const list = `/rentIncrease/RentGapAssistanceList/${property.id}`
    const company = await stage.signedIn('company.admin', list)
    const { page } = company
    const qualification = page.getByRole('region', { name: 'Qualification' })
    await qualification.getByText('No rent increase of the property is approved.').waitFor()
    await qualification.getByRole('link', { name: 'Rent increases' }).click()
    await company.arrives(`/rentIncrease/RentIncreaseList/${property.id}`)
    await stage.owner.query(
      `insert into rent_increase_request_header (property_id, status_id, submitted, decided) values ($1, 5, now(), now())`,
      [property.id],
    )
    await company.visit('/Account')
    await company.visit(list)
    await page.reload()
    await page.getByRole('heading', { name: 'The property qualifies' }).waitFor()
    await expectAccessible(page, 'applications of a property')
    await page.getByRole('link', { name: 'New application' }).click()
    await company.arrives(`/rentIncrease/RentGapAssistance/${property.id}/0`)
    await page.getByLabel('Paid to').fill('Maple Grove Partners')
    for (const household of [1, 2]) {
      await page.getByRole('button', { name: 'Add household' }).click()
      await page.getByLabel(getFieldLabel('Unit', household), { exact: true }).fill(`${100 + household}`)
      await page.getByLabel(getFieldLabel('Unit type', household), { exact: true }).fill(property.unitType)
      await page.getByLabel(getFieldLabel('Rent type', household), { exact: true }).fill('LIHTC 60%')
      await page
        .getByLabel(getFieldLabel('Head of household', household), { exact: true })
        .fill(`Invented ${household}`)
      await page.getByLabel(getFieldLabel('Moved in', household), { exact: true }).fill('05/01/2020')
      await page.getByLabel(getFieldLabel('Rent the tenant pays', household), { exact: true }).click()
      // The second household pays more than the maximum rent.
      await page.keyboard.type(String((property.rent + (household === 1 ? -48 : 20)) * 100))
      await page.keyboard.press('Tab')
    }
    await page.getByText('$48.00 × 12', { exact: true }).waitFor()
    await page.getByText('No gap', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Submit application' }).click()
    const faults = await readErrorSummary(page)
    expect(faults.filter((fault) => fault.includes('There is no gap'))).toHaveLength(1)
    expect(faults.filter((fault) => fault.includes('Attach: rent roll, leases.'))).toHaveLength(1)
    await page.getByRole('button', { name: /^Remove.* Household 2$/ }).click()
    for (const kind of ['Rent roll', 'Leases']) {
      const choosing = page.waitForEvent('filechooser')
      await page
        .getByRole('region', { name: kind, exact: true })
        .getByRole('button', { name: /^Choose/ })
        .click()
      await (await choosing).setFiles(buildPdfFile(`${kind}.pdf`, kind))
      await page.getByRole('button', { name: `Remove ${kind}.pdf` }).waitFor()
    }
    await page.getByLabel(/^I certify/).check()
    await expectAccessible(page, 'application form')
    await page.getByRole('button', { name: 'Submit application' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('heading', { name: /received$/ }).waitFor()
    application = { path: company.path(), number: `RG-${company.path().split('/').at(-1)}` }
  })

  test('an analyst approves household by household with the remaining funds in view, and a manager approves the application', async () => {
    await stage.owner.query(`update setting set value = '1000000' where key = 'rent_gap_funds'`)
    const analyst = await stage.signedIn('agency.write', '/rentIncrease/RentGapReviewList')
    const { page } = analyst
    await page.getByRole('tab', { name: /^Waiting list/ }).waitFor()
    await expectAccessible(page, 'applications of a year')
    await page.getByRole('link', { name: application.number, exact: true }).click()
    await analyst.arrives(application.path)
    await takeStep(page, 'Start review')
    await page.getByRole('button', { name: 'Approve open households as asked for' }).click()
    await page.getByRole('region', { name: 'Checks' }).getByText('Rent roll: attached').waitFor()
    await page.getByText('Invented 1').first().waitFor()
    await expectAccessible(page, 'review')
    await takeStep(page, 'Mark as reviewed')
    const manager = await stage.signedIn('agency.manager', application.path)
    await takeStep(manager.page, 'Approve', 'As the leases show.')
    await manager.page.getByRole('region', { name: 'Letters' }).waitFor()
  })

  test('the company reads the approved amount and a letter with units but without names of households', async () => {
    const { page } = await stage.signedIn('company.admin', application.path)
    await expectFact(page, 'Approved', '$576.00')
    await page.getByRole('region', { name: 'Letters' }).getByRole('button').first().click()
    const downloading = page.waitForEvent('download', { timeout: PATIENCE })
    await page.getByRole('dialog').getByRole('button', { name: 'Download PDF' }).click()
    const pdf = readPdf(await readAll(await (await downloading).createReadStream()))
    const text = pdf.text.replaceAll(/\s+/g, ' ')
    for (const label of [property.name, '101', '$48.00', '$576.00', 'Maple Grove Partners'])
      expect(text).toContain(label)
    expect(text).not.toContain('Invented')
  })
})
