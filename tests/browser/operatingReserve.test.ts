import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isAccessible } from './accessibility.ts'
import { summary } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const oneOf = async (statusId: number) => {
  const { rows } = await stage.owner.query<{ id: number; property: number }>(
    `select operating_reserve_request_id as id, property_id as property from operating_reserve_request where status_id = $1 order by 1 limit 1`,
    [statusId],
  )
  return rows[0]!
}

test('a company asks for its operating costs: every fault is listed, the need is reckoned as the figures are typed', async () => {
  const { rows } = await stage.owner.query<{ property: number }>(`
    select property_id as property from permission join app_user using (user_id)
    where user_name = 'company.user' and key = 'OperatingReserve' and write order by 1 limit 1`)
  const { property } = rows[0]!
  await stage.owner.query(
    `insert into reserve_account (property_id, name, kind, opened_on) values ($1, 'Operating reserve of a test', 'Operating reserve', '2026-01-01')`,
    [property],
  )
  const company = await stage.signedIn('company.user', `/OperatingReserveList/${property}`)
  const { page } = company
  await page.getByRole('link', { name: 'New request' }).click()
  await page.getByRole('button', { name: 'Submit request' }).click()
  await expect.poll(async () => (await summary(page)).join(' ')).toContain('Add at least one item.')
  await page.getByRole('combobox', { name: /^Reserve/ }).fill('Operating reserve')
  await page.getByLabel('Payables now').fill('22400.00')
  await page.getByLabel('Due within the next 30 days').fill('9100.00')
  await page.getByLabel('Cash available').fill('18600.00')
  await page.getByText('$12,900.00').waitFor()
  await isAccessible(page, 'request form')
})

test('an analyst sees amounts and what was filed with each cost; names of households are read by those who may', async () => {
  const { id, property } = await oneOf(3)
  const analyst = await stage.signedIn('agency.write', '/OperatingReserveMultiNav')
  await analyst.page
    .getByRole('link', { name: `OR-${id}`, exact: true })
    .first()
    .waitFor()
  await analyst.visit(`/OperatingReserve/${id}/${property}`)
  await analyst.page.getByRole('button', { name: 'Approve open items as claimed' }).click()
  await analyst.page.getByLabel('Vacant units').fill('3')
  await isAccessible(analyst.page, 'review')
})
