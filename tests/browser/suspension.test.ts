import { buffer as readAll } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, openFromWork } from './journeys/statementsDesk.ts'
import { expectFact, readErrorSummary, readFact, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE } from './visitor.ts'

let stage: Stage
/** The property of company.user with the lowest reserve per unit that was never suspended before. */
let property: { id: number; name: string }
let request: { id: number; number: string; path: string }
let extension: { number: string; path: string }

const REASON = 'The boiler had to be replaced at once.'
const THRESHOLD = 'Balance per unit that must remain'

beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<{ id: number; name: string }>(`
    select p.property_id as id, p.name
    from permission g join app_user u using (user_id) join property p using (property_id)
    where u.user_name = 'company.user' and g.key = 'Replacement_Reserve' and g.write and p.total_units > 0
      and exists (select 1 from reserve_entry e where e.property_id = p.property_id)
      and not exists (select 1 from replacement_reserve_suspension s where s.property_id = p.property_id)
    order by (select sum(amount) from reserve_entry e where e.property_id = p.property_id) / p.total_units, 1 limit 1`)
  property = result.rows[0]!
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

describe('a suspension of deposits from the request to the letter', () => {
  test('the company sees every fault of an empty request with a link to its field, then submits', async () => {
    const company = await stage.signedIn('company.user', `/ReplacementReserveList/${property.id}`)
    const { page } = company
    await page.getByRole('link', { name: 'New suspension request' }).click()
    await company.arrives(`/R4rSuspensionRequest/create/${property.id}`)
    await page.getByRole('button', { name: 'Submit request' }).click()
    expect(await readErrorSummary(page)).toEqual([
      expect.stringMatching(/^Cause – The reserve holds \$[\d,.]+ per unit; \$2,000\.00 are needed\.$/),
      'First month without deposit – *Field is required',
      'Last month without deposit – *Field is required',
      'Reason – *Field is required',
    ])
    await page.getByRole('link', { name: /^Reason –/ }).click()
    expect(await page.getByLabel('Reason').evaluate((box) => box === document.activeElement)).toBe(true)
    await page.keyboard.type(REASON)
    await page.getByRole('combobox', { name: 'Cause' }).fill('The property is short of cash')
    await page.getByLabel('First month without deposit').fill('01/01/2027')
    await page.getByLabel('Last month without deposit').fill('06/01/2027')
    await page.getByRole('img', { name: /^What the reserve would hold .* to 07\/01\/2027;/ }).waitFor()
    const months = page.getByRole('table', { name: 'Balance month by month' })
    await months.getByRole('row').filter({ hasText: '06/01/2027' }).filter({ hasText: 'Suspended' }).waitFor()
    await page.getByRole('button', { name: 'Submit request' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('heading', { name: /received$/ }).waitFor()
    await company.arrives(/^\/R4rSuspensionRequest\/edit\/\d+$/)
    const id = Number(company.path().split('/').at(-1))
    request = { id, number: `RS-${id}`, path: company.path() }
    await page.getByRole('heading', { level: 1, name: `Suspension request ${request.number}` }).waitFor()
    expect(await readFact(page, 'Reason')).toBe(REASON)
  })

  test('a second request is not offered, and the screen links to the first one instead', async () => {
    const company = await stage.signedIn('company.user', `/ReplacementReserveList/${property.id}`)
    const { page } = company
    company.tolerate(/422/, /is still open/)
    const stillOpen = page
      .getByText(`Suspension request ${request.number} of this property is still open.`)
      .first()
    await stillOpen.waitFor()
    expect(await page.getByRole('link', { name: 'New suspension request' }).count()).toBe(0)
    await company.go(`/R4rSuspensionRequest/create/${property.id}`)
    await page.getByRole('heading', { name: 'This page cannot be opened now' }).waitFor()
    await stillOpen.waitFor()
    await page.getByRole('link', { name: /^Open/ }).first().click()
    await company.arrives(request.path)
  })

  test('an analyst finds the request among the suspensions, and the threshold is saved with the step', async () => {
    const analyst = await stage.signedIn('agency.write', '/ReplacementReserveMultiNav')
    const { page } = analyst
    await page.getByRole('tab', { name: 'Suspensions' }).click()
    const list = page.getByRole('table', { name: 'Suspension requests' })
    await list
      .getByRole('row')
      .filter({ hasText: property.name })
      .getByRole('link', { name: request.number })
      .click()
    await analyst.arrives(request.path)
    await takeStep(page, 'Start review')
    await page.getByLabel(THRESHOLD).fill('750')
    await takeStep(page, 'Mark as reviewed')
    await expectFact(page, 'Must remain per unit', '$750.00')
    const loadStored = async () => {
      const { rows } = await stage.owner.query(
        `select status_id as status, threshold_per_unit::float as threshold from replacement_reserve_suspension
         where replacement_reserve_suspension_id = $1`,
        [request.id],
      )
      return rows
    }
    await expect.poll(loadStored, { timeout: PATIENCE }).toEqual([{ status: 4, threshold: 750 }])
  })

  test('a manager approves, and the company sees the suspension as active and its letter', async () => {
    const manager = await stage.signedIn('agency.manager', request.path)
    await takeStep(manager.page, 'Approve', 'Deposits begin again in July.')
    await manager.page.getByRole('region', { name: 'Letters' }).waitFor()
    const company = await stage.signedIn('company.user', `/ReplacementReserveList/${property.id}`)
    const { page } = company
    const byRole = page.getByRole('table', { name: 'Suspension requests' }).getByRole('row')
    await byRole.filter({ hasText: request.number }).filter({ hasText: 'Active' }).waitFor()
    await company.visit(request.path)
    await page.getByRole('region', { name: 'Letters' }).getByRole('button').first().click()
    await page.getByRole('dialog').getByText(property.name).first().waitFor()
    await page.getByRole('dialog').getByText('January 2027 to June 2027').first().waitFor()
  })

  test('the company requests more months and sees the balance that the reserve would have', async () => {
    const company = await stage.signedIn('company.user', request.path)
    const { page } = company
    await page.getByRole('button', { name: 'Ask for more months' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New last month without deposit').fill('12/01/2027')
    await dialog.getByLabel('Reason').fill('The boiler is not paid yet.')
    await dialog.getByRole('button', { name: 'Send to the agency' }).click()
    await page.getByRole('link', { name: /^Extension RX-\d+: Submitted/ }).click()
    await company.arrives(/^\/R4rSuspensionExtension\/\d+$/)
    expect(await readFact(page, 'Asked for through')).toBe('12/01/2027')
    await page.getByRole('table', { name: 'Balance month by month' }).waitFor()
    extension = { number: `RX-${company.path().split('/').at(-1)}`, path: company.path() }
  })

  test('an analyst and a manager take the extension from the work list and approve it, and the company sees its new last month', async () => {
    const analyst = await openFromWork(stage, 'agency.write', extension.number)
    await takeStep(analyst.page, 'Start review')
    const manager = await openFromWork(stage, 'agency.manager', extension.number)
    await takeStep(manager.page, 'Approve')
    const company = await stage.signedIn('company.user', extension.path)
    await expectStatus(company.page, 'Approved')
    await company.visit(request.path)
    const months = company.page.getByRole('table', { name: 'Balance month by month' })
    await months.getByRole('row').filter({ hasText: '12/01/2027' }).filter({ hasText: 'Suspended' }).waitFor()
  })
})

test('decided requests are paged and searched by the server and can all be exported', async () => {
  const { rows } = await stage.owner.query<{ id: number }>(
    `insert into replacement_reserve_request (property_id, reserve_account_id, description, status_id, submitted, decided, created_by)
      select a.property_id, a.reserve_account_id, 'Fence ' || n, 6, '2020-01-06 12:00Z', '2020-01-08 12:00Z', u.user_id
      from reserve_account a, app_user u, generate_series(1, 120) n
      where a.property_id = $1 and u.user_name = 'company.admin' returning replacement_reserve_request_id as id`,
    [property.id],
  )
  const { page } = await stage.signedIn('agency.write', '/ReplacementReserveMultiNav')
  const tab = page.getByRole('tab', { name: /^Denied/ })
  const count = Number((await tab.textContent())?.replaceAll(/\D/g, ''))
  expect(count).toBeGreaterThanOrEqual(120)
  await tab.click()
  await page.getByText(`1 to 100 of ${count} rows, newest first`).waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = (await readAll(await (await downloading).createReadStream())).toString()
  expect(csv.trimEnd().split('\r\n')).toHaveLength(count + 1)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText(`101 to ${count} of ${count} rows`).waitFor()
  await page.getByLabel('Search all columns').fill('fence 01/08/2020')
  await page.getByText('1 to 100 of 120 rows').waitFor()
  // As in the other tabs, a column heading sorts all rows and not only the page, and the total covers all
  // found rows.
  await page.getByRole('columnheader', { name: 'Request' }).getByRole('button').click()
  await page.getByRole('rowheader', { name: `R-${rows[0]!.id}`, exact: true }).waitFor()
  await page.getByRole('rowheader', { name: 'Total', exact: true }).waitFor()
  await page.getByLabel('Analyst', { exact: true }).selectOption('Agency Analyst')
  await page.getByText('No rows match.').waitFor()
  await page.getByLabel('Analyst', { exact: true }).selectOption('Not assigned')
  await page.getByText('1 to 100 of 120 rows').waitFor()
  await page.getByLabel('Search all columns').fill(`R-${rows[0]!.id} denied`)
  await page.getByText('1 row', { exact: true }).waitFor()
  await page.getByRole('link', { name: `R-${rows[0]!.id}` }).click()
  await page.getByText('Fence 1', { exact: true }).waitFor()
  await stage.owner.query(
    'delete from replacement_reserve_request where replacement_reserve_request_id = any ($1)',
    [rows.map((row) => row.id)],
  )
})
