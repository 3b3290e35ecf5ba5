import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readSheets } from '#engines/worksheet/web/xlsx.ts'
import {
  getAnnualStatementSchedule,
  parts,
} from '#features/statements/annualStatement/model/schedules/schedules.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { writeWorkbook } from '#ui/model/xlsxWrite.ts'
import { gradeCard } from './cardDesk.ts'
import { answerRequirements, readLetterText } from './distributionDesk.ts'
import { expectFact, readFact, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import {
  attachAudit,
  certify,
  getBalanceBar,
  getField,
  getPart,
  getTieOuts,
  importFile,
  resetToDraft,
  saveProgress,
} from './statementForm.ts'
import { PATIENCE } from './visitor.ts'

let stage: Stage
let statement: { afsId: number; propertyId: number; name: string; year: number }
let path: string
/**
 * The correct values of the two figures that the test falsifies in the workbook, and the account's line
 * number.
 */
let correctValues: { share: string; balance: string; account: number }
let request: string
let available: string

/**
 * Reopens the newest statement of a property whose distributions need approval and for which two accounts
 * file.
 */
beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<typeof statement>(
    `select a.afs_id as "afsId", a.property_id as "propertyId", p.name, a.year from annual_statement a join property p using (property_id)
      join app_user o on o.user_name = 'company.admin' and o.management_company_id = p.management_company_id
      join app_user u on u.user_name = 'company.user' join permission g on g.user_id = u.user_id and g.property_id = a.property_id and g.key = 'AFS' and g.write
      where a.status_id = 5 and a.opinion = 'Unmodified' and p.fiscal_year_end_month = 12 and exists (select from distribution_basis b where b.property_id = a.property_id)
        and not exists (select from distribution_request r where r.property_id = a.property_id)
        and not exists (select from annual_statement l where l.property_id = a.property_id and l.year > a.year)
      order by a.property_id limit 1`,
  )
  statement = result.rows[0]!
  const { afsId, propertyId, year } = statement
  path = `/afs/view/${year}/${propertyId}`
  await resetToDraft(stage.owner, afsId)
  await stage.owner.query(`delete from afs_report_card where afs_id = ${afsId}; delete from surplus_cash where afs_id = ${afsId};
    delete from file where module_name = 'AFS' and module_id = ${afsId}`)
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/**
 * Falsifies two figures of a workbook: a bank balance by an amount divisible by 9, and a partner's share that
 * becomes too small.
 */
async function falsifyWorkbook(file: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const names = [
    'Balance sheet',
    'Income and expense',
    ...parts.map((part) => getAnnualStatementSchedule(part).label),
    'About',
  ]
  const sheets = (await readSheets(file, names)).map(({ name, rows }) => ({
    name,
    rows: rows.map((row) => [...row]),
  }))
  const findColumn = (sheet: string, heading: string) => {
    const { rows } = sheets.find((item) => item.name === sheet)!
    return { rows, at: rows[0]!.indexOf(heading) }
  }
  const funds = findColumn('Funds held', 'Balance')
  const account = funds.rows.findIndex((row) => row.includes('Operating'))
  const owners = findColumn('Partners’ equity', 'Owned, percent')
  const [balance, share] = [funds.rows[account]![funds.at]!, owners.rows[1]![owners.at]!]
  correctValues = { share: Number(share).toFixed(4), balance: Number(balance).toFixed(2), account }
  funds.rows[account]![funds.at] = String(Number(balance) + 71_343)
  owners.rows[1]![owners.at] = (Number(share) - 0.01).toFixed(2)
  return writeWorkbook(
    sheets.map(({ name, rows }) => ({
      name,
      widths: [],
      frozen: { rows: 0, columns: 0 },
      lock: false,
      rows: rows.map((row) => row.map((value) => ({ value }))),
    })),
  )
}

describe('a fiscal year from the accountant’s workbook to the letter of its distribution', () => {
  test('an accountant uploads the whole statement and sees two comparisons (tie-outs) that fail', async () => {
    const accountant = await stage.signedIn('company.user', `${path}?part=balanceSheet`)
    const { page } = accountant
    await getBalanceBar(page).getByText('✓ Balanced').waitFor({ timeout: PATIENCE })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const workbook = await falsifyWorkbook(
      new Uint8Array(await buffer(await (await download).createReadStream())),
    )
    const tables = ['annual_statement_line', ...parts.map((part) => getAnnualStatementSchedule(part).table)]
    await stage.owner.query(
      tables.map((table) => `delete from ${table} where afs_id = ${statement.afsId}`).join('; '),
    )
    await accountant.visit(`${path}?part=balanceSheet`)
    await getTieOuts(page).waitFor({ timeout: PATIENCE })
    await importFile(page, 'Books.xlsx', workbook)
    await getBalanceBar(page).getByText('✓ Balanced').waitFor({ timeout: PATIENCE })
    await getTieOuts(page).getByText('Funds held: operating').waitFor({ timeout: PATIENCE })
    await getTieOuts(page).getByText('Divides by 9: two digits may be swapped.', { exact: false }).waitFor()
    await getTieOuts(page).getByText('Partners’ shares').waitFor()
  })

  test('AFS-T3, T33: the accountant follows both to their schedules, corrects them and attaches the signed audit', async () => {
    const { page } = await stage.signedIn('company.user', `${path}?part=balanceSheet`)
    await getTieOuts(page).getByRole('link', { name: 'Partners’ equity: owned' }).click()
    await expect.poll(() => page.url()).toContain('part=partnersEquity')
    await getField(page, 'Owned, percent, Partner 1').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(correctValues.share)
    await page.keyboard.press('Tab')
    await expect
      .poll(() => getTieOuts(page).getByText('Partners’ shares').isVisible(), { timeout: PATIENCE })
      .toBe(false)
    await getPart(page, /Funds held/).click()
    await getTieOuts(page).getByText('Funds held: operating').waitFor()
    await getField(page, `Balance, Account ${correctValues.account}`).fill(correctValues.balance)
    await page.keyboard.press('Tab')
    await expect
      .poll(() => getTieOuts(page).getByText('Funds held: operating').isVisible(), { timeout: PATIENCE })
      .toBe(false)
    await saveProgress(page)
    await attachAudit(page)
  })

  test('agent and owner certify from two accounts, which submits the statement and offers a distribution', async () => {
    const agent = await stage.signedIn('company.user', path)
    await certify(agent.page, 'managing agent', 'Company User')
    await agent.page.getByText(/Certified .*, text 1/).waitFor({ timeout: PATIENCE })
    const owner = await stage.signedIn('company.admin', path)
    await certify(owner.page, 'owner', 'Company Administrator')
    await owner.page.getByText('Submitted (not reviewed)').first().waitFor({ timeout: PATIENCE })
    const question = owner.page.getByRole('dialog', { name: 'Request a distribution now?' })
    const offered = await question.getByText(/is available for distribution/).textContent()
    await question.getByRole('button', { name: 'Request a distribution' }).click()
    await owner.arrives(/^\/DistributionRequest\/view\/\d+$/)
    request = owner.path()
    expect(offered).toContain(await owner.page.getByLabel('Amount requested').inputValue())
  })

  test('an analyst corrects its surplus cash and grades it, and a manager approves it', async () => {
    const analyst = await stage.signedIn('agency.write', `/afs/review/reportcard/${statement.afsId}`)
    const { page } = analyst
    await takeStep(page, 'Start review')
    await page.getByRole('table', { name: /^Ratios/ }).waitFor({ timeout: PATIENCE })
    await analyst.go(`/afs/review/surplus/${statement.afsId}`)
    const surplus = '\\(c\\) Surplus cash, as reviewed'
    await expectFact(page, surplus, /^\$/)
    const before = await readFact(page, surplus)
    const line = page.getByRole('grid').getByRole('row', { name: /^A7 / }).getByRole('gridcell')
    const payables = Number((await line.nth(1).textContent())?.replaceAll(/[$,]/g, ''))
    await line.nth(4).click()
    await page.keyboard.type(String(payables + 100.25))
    await page.keyboard.press('Enter')
    await expectFact(page, surplus, formatMoney(Number(before?.replaceAll(/[$,]/g, '')) - 100.25))
    await page.keyboard.press('Control+s')
    await page.getByText(/^Saved/).waitFor({ timeout: PATIENCE })
    await analyst.go(`/afs/review/reportcard/${statement.afsId}`)
    await gradeCard(page)
    await page.getByRole('region', { name: 'Letter draft' }).getByText('acceptance letter').waitFor()
    await takeStep(page, 'Mark as reviewed')
    await page.getByText('Reviewed', { exact: true }).first().waitFor({ timeout: PATIENCE })
    const manager = await stage.signedIn('agency.manager', `/afs/review/reportcard/${statement.afsId}`)
    await takeStep(manager.page, 'Approve')
    await manager.page.getByText('Approved', { exact: true }).first().waitFor({ timeout: PATIENCE })
  })

  test('the company requests the whole amount that is available after the review', async () => {
    const { page } = await stage.signedIn('company.admin', request)
    await expectFact(page, 'Available now', /^\$\d/)
    available = (await readFact(page, 'Available now'))!
    expect(Number(available.replaceAll(/[$,]/g, ''))).toBeGreaterThan(1000)
    await page.getByLabel('Amount requested').fill(available.replaceAll(/\D/g, ''))
    await expectFact(page, 'Remaining', '$0.00')
    await page.getByRole('combobox', { name: 'Purpose' }).fill('Owner distribution')
    await page.getByLabel('Payee').fill('The partners')
    await page.getByRole('button', { name: 'Submit request' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('heading', { name: /received$/ }).waitFor({ timeout: PATIENCE })
  })

  test('two people review and approve the distribution, and its letter states the amount', async () => {
    const result = await stage.owner.query<{ id: number; asked: string }>(
      `select distribution_request_id as id, amount_requested as asked from distribution_request where afs_id = $1`,
      [statement.afsId],
    )
    const { id, asked: amount } = result.rows[0]!
    expect(formatMoney(Number(amount))).toBe(available)
    const { page } = await stage.signedIn('agency.write', `/DistributionRequest/review/${id}`)
    await takeStep(page, 'Start review')
    await page.getByLabel('Amount approved').fill(available.replaceAll(/[$,]/g, ''))
    await answerRequirements(page)
    // The reason is asked for only if a requirement is not met.
    for (const waiver of await page.getByLabel('Why it is approved although a requirement is not met').all())
      await waiver.fill('What is late was paid since.')
    await takeStep(page, 'Mark as reviewed')
    const manager = await stage.signedIn('agency.manager', `/DistributionRequest/review/${id}`)
    await takeStep(manager.page, 'Approve')
    const company = await stage.signedIn('company.admin', `/DistributionRequest/review/${id}`)
    expect(await readLetterText(company.page)).toContain(`The agency approves ${available} to The partners`)
  })
})
