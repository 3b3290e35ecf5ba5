import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { violations } from './accessibility.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE } from './visitor.ts'

let stage: Stage
let statement: { afsId: number; propertyId: number; year: number; lender: string }
let path: string

/** A statement in which the bank's balance was typed with two digits swapped, and a partner's share with a digit too little. */
beforeAll(async () => {
  stage = await openStage()
  const found = await stage.owner.query<typeof statement>(
    `select a.afs_id as "afsId", a.property_id as "propertyId", a.year, n.lender
      from annual_statement a join property p using (property_id) join afs_notes_payable n on n.afs_id = a.afs_id and n.account_code = '2320'
      join app_user u on u.user_name = 'company.admin' and u.management_company_id = p.management_company_id
      where a.status_id = 5 and p.fiscal_year_end_month = 12 and exists (select from annual_statement b where b.property_id = a.property_id and b.year = a.year - 1)
      order by a.year desc, a.property_id desc limit 1`,
  )
  statement = found.rows[0]!
  const { afsId, propertyId, year } = statement
  path = `/afs/view/${year}/${propertyId}`
  await stage.owner.query(
    `update annual_statement set status_id = 1, submitted = null, submitted_by_id = null, reviewer_id = null, reviewed_by_id = null, reviewed = null,
      review_started = null, decided = null, decided_by_id = null, owner_certification_id = null, agent_certification_id = null where afs_id = $1`,
    [afsId],
  )
  await stage.owner.query(
    `update afs_schedule_of_funds_held set balance = balance + 270 where afs_id = $1 and fund_kind = 'Operating'`,
    [afsId],
  )
  await stage.owner.query(
    `update afs_statement_of_partners_equities set percent_owned = percent_owned - 0.01 where afs_id = $1 and position = 1`,
    [afsId],
  )
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const part = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Parts of the statement' }).getByRole('button', { name })
const ties = (page: Page) => page.getByRole('region', { name: 'Tie-outs' })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('AFS-T3, T33: the accountant follows two tie-outs to their schedules, corrects both, and sees them agree', async () => {
  const { page } = await stage.signedIn('company.admin', `${path}?part=balanceSheet`)
  // Both are told at once, each with the way to its place.
  await ties(page).getByText('Funds held: operating').waitFor({ timeout: PATIENCE })
  await ties(page).getByText('Divides by 9: two digits may be swapped.', { exact: false }).waitFor()
  await ties(page).getByRole('link', { name: 'Partners’ equity: owned' }).click()
  await expect.poll(() => page.url()).toContain('part=partnersEquity')
  const share = field(page, 'Owned, percent, Partner 1')
  await share.click()
  await page.keyboard.press('Control+a')
  const whole = await stage.owner.query<{ share: string }>(
    `select 100 - sum(percent_owned) filter (where position > 1) as share from afs_statement_of_partners_equities where afs_id = $1`,
    [statement.afsId],
  )
  await page.keyboard.type(String(Number(whole.rows[0]!.share)))
  await page.keyboard.press('Tab')
  await expect.poll(() => ties(page).getByText('Partners’ shares').isVisible()).toBe(false)
  await part(page, /Funds held/).click()
  await ties(page).getByText('Funds held: operating').waitFor()
  const stored = await stage.owner.query<{ amount: string; position: number }>(
    `select (f.balance - 270)::text as amount, f.position from afs_schedule_of_funds_held f where afs_id = $1 and fund_kind = 'Operating'`,
    [statement.afsId],
  )
  const { amount, position } = stored.rows[0]!
  await field(page, `Balance, Account ${position}`).fill(amount)
  await page.keyboard.press('Tab')
  await expect.poll(() => ties(page).getByText('Funds held: operating').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Save progress' }).click()
  await page.getByText(/^Saved/).waitFor({ timeout: PATIENCE })
  const told = await stage.owner.query<{ origins: Record<string, object> }>(
    `select origins from afs_schedule_of_funds_held where afs_id = $1 and fund_kind = 'Operating'`,
    [statement.afsId],
  )
  expect(told.rows[0]?.origins.balance).toMatchObject({ by: expect.any(Number) })
})

test('a note shows what is computed as it is typed, last year beside it, and where its figures come from', async () => {
  const { page } = await stage.signedIn('company.admin', `${path}?part=notesPayable`)
  await field(page, 'Additions, Note 1').waitFor({ timeout: PATIENCE })
  const notes = page.getByRole('table').first()
  const before = await notes.textContent()
  await field(page, 'Additions, Note 1').fill('1000')
  await page.keyboard.press('Tab')
  await expect.poll(() => notes.textContent()).not.toBe(before)
  await ties(page).getByText('Notes in 2320').waitFor()
  // What is emptied is carried again, and nothing that is typed.
  const beginning = field(page, 'Beginning principal, Note 1')
  const carried = await beginning.inputValue()
  await beginning.fill('')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Carry figures' }).click()
  await expect.poll(() => beginning.inputValue()).toBe(carried)
  await expect.poll(() => field(page, 'Additions, Note 1').inputValue()).not.toBe('$0.00')
  await page.getByRole('button', { name: 'More, Note 1' }).click()
  await page.getByText('= beginning principal + additions − payments', { exact: false }).waitFor()
  await page
    .getByText(`carried from the ${statement.year - 1} statement`, { exact: false })
    .first()
    .waitFor()
  expect(await violations(page)).toEqual([])
})
