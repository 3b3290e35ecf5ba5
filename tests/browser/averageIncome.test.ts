import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FAILURE_SENTENCE } from '#kernel/model/refusals.ts'
import { expectAccessible, findOverflowing } from './accessibility.ts'
import { openAnalystChoice } from './analystChoice.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let property: number
beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<{ id: number }>(`
    select p.property_id as id from property p where p.average_income_test and p.status_id = 0
      and exists (select 1 from average_income_test t where t.property_id = p.property_id)
      and exists (select 1 from rent_in_force(current_date - 400) e where e.property_id = p.property_id and e.utility_allowance > 0)
    order by 1 limit 1`)
  property = result.rows[0]!.id
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

test('AIT the statement of a year shows designations, buildings and changes, and can be exported', async () => {
  const { page } = await stage.signedIn('agency.read', `/EditProject/${property}?tab=Average%20income`)
  const part = page.getByRole('region', { name: /^Statement of the year/ })
  const last = new Date().getFullYear() - 1
  await part.getByLabel('Year of the statement').selectOption(String(last))
  await part.getByRole('table', { name: `Designations of ${last}` }).waitFor()
  await part.getByText(`at the end of 12/31/${last}`).waitFor()
  await part.getByRole('table', { name: 'Buildings' }).getByRole('row').nth(1).waitFor()
  const downloading = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Export CSV' }).first().click()
  expect((await downloading).suggestedFilename()).toContain(`average-income-${last}`)
  await expectAccessible(page, 'average income')
  if (process.env.PICTURES) await part.screenshot({ path: `${process.env.PICTURES}/year.png` })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await findOverflowing(page)).toEqual([])
})

test('RIN rents and limits over the years are drawn as a chart and shown in a table', async () => {
  const { page } = await stage.signedIn('agency.read', `/rentIncrease/RentIncreaseList/${property}`)
  const drawing = page.getByRole('img', { name: /gross rent and limit from \d{4} to \d{4}/ })
  await drawing.waitFor()
  await page.getByRole('table', { name: 'Rents and limits over the years' }).waitFor()
  const choice = page.getByLabel('Drawn')
  const lastOption = await choice.locator('option').last().textContent()
  await choice.selectOption(lastOption!)
  await page.getByRole('img', { name: new RegExp(`^${lastOption}`.replaceAll(/[()]/g, '.')) }).waitFor()
  await expectAccessible(page, 'rents over the years')
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/rents.png`, fullPage: true })
})

test('ERR-01 when forcing a status or changing the analyst fails, the standard message and the reason are shown', async () => {
  const result = await stage.owner.query<{ id: number; property: number }>(`
    select replacement_reserve_request_id as id, property_id as property from replacement_reserve_request where status_id = 3 order by 1 limit 1`)
  const { id, property: owner } = result.rows[0]!
  const visitor = await stage.signedIn('agency.admin', `/ReplacementReserve/${id}/${owner}`)
  const { page } = visitor
  visitor.tolerate(/422/)
  const refuse = {
    status: 422,
    json: { error: 'rule', message: 'Refused on purpose', requestId: 'x', fields: {}, faults: [] },
  }
  await page.route('**/ForceStatus', (route) => route.fulfill(refuse))
  await page.getByRole('button', { name: 'Force status' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Reason/).fill('Filed twice.')
  await dialog.getByRole('button', { name: 'Force status' }).click()
  await page.getByText(FAILURE_SENTENCE, { exact: true }).first().waitFor()
  await dialog.getByText('Refused on purpose').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText(FAILURE_SENTENCE, { exact: true }).first().waitFor({ state: 'detached' })
  await page.route('**/AssignReviewer', (route) => route.fulfill(refuse))
  await (await openAnalystChoice(page)).selectOption({ index: 1 })
  await page.getByText(FAILURE_SENTENCE, { exact: true }).first().waitFor()
  await page.getByRole('alert').filter({ hasText: 'Refused on purpose' }).waitFor()
})
