import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readSheets } from '#engines/worksheet/web/xlsx.ts'
import {
  getAnnualStatementSchedule,
  parts,
} from '#features/statements/annualStatement/model/schedules/schedules.ts'
import { writeWorkbook } from '#ui/model/xlsxWrite.ts'
import { openEveryList } from './openEveryList.ts'
import { openStage, type Stage } from './stage.ts'
import {
  attachAudit,
  certify,
  chooseTypeBasisAndOpinion,
  getBalanceBar,
  getPart,
  getTieOuts,
  importFile,
  resetToDraft,
  saveProgress,
} from './statementForm.ts'
import { PATIENCE } from './visitor.ts'

let stage: Stage
let statement: { afsId: number; propertyId: number; name: string; year: number; cash: number }
let path: string

/** Stores a cash amount that is $360 too high. */
const enterWrongCash = () =>
  stage.owner.query(`update annual_statement_line set amount = $2 where afs_id = $1 and code = '1120'`, [
    statement.afsId,
    statement.cash + 360,
  ])

/**
 * Prepares a statement that two accounts of a company can file: it lacks its certifications and its signed
 * audit, and its cash is wrong.
 */
beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<typeof statement>(
    `select a.afs_id as "afsId", a.property_id as "propertyId", p.name, a.year, l.amount::float8 as cash
      from annual_statement a join property p using (property_id) join annual_statement_line l on l.afs_id = a.afs_id and l.code = '1120'
      join permission g on g.property_id = a.property_id and g.key = 'AFS' and g.write join app_user u on u.user_id = g.user_id and u.user_name = 'company.user'
      where a.status_id = 5 and a.year = 2025 and p.fiscal_year_end_month = 12 order by a.property_id limit 1`,
  )
  statement = result.rows[0]!
  const { afsId, propertyId, year } = statement
  path = `/afs/view/${year}/${propertyId}`
  await resetToDraft(stage.owner, afsId)
  await enterWrongCash()
  // The property has something to distribute.
  await stage.owner.query(
    `delete from distribution_request where afs_id = ${afsId};
    insert into property_federal_type (property_id, federal_type_id) select ${propertyId}, federal_type_id from federal_type
      where not exists (select from property_federal_type t where t.property_id = ${propertyId} and t.federal_type_id = federal_type.federal_type_id);
    insert into surplus_cash (afs_id, property_id, line_code, submitted_amount, description) values (${afsId}, ${propertyId}, 'A3', 900000, 'Refund due')
      on conflict (afs_id, line_code) do update set submitted_amount = 900000, description = 'Refund due';
    insert into yearly_distributions_accrued (property_id, year, earned, typed) values (${propertyId}, 2024, 50000, true)
      on conflict (property_id, year) do update set earned = 500000, typed = true`,
  )
  await stage.owner.query(`delete from file where module_name = 'AFS' and module_id = $1`, [afsId])
  await stage.owner.query(
    'update annual_statement set statement_type = null, accounting_basis = null, opinion = null where afs_id = $1',
    [afsId],
  )
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const AMOUNT = 1

describe('preparing an annual statement', () => {
  test('an accountant exports the whole statement to Excel, imports a changed sheet and reverts the import', async () => {
    const { page } = await stage.signedIn('company.user', `${path}?part=balanceSheet`)
    await getBalanceBar(page).getByText('Difference $360').waitFor({ timeout: PATIENCE })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const file = new Uint8Array(await buffer(await (await download).createReadStream()))
    const names = [
      'Balance sheet',
      'Income and expense',
      ...parts.map((part) => getAnnualStatementSchedule(part).label),
      'About',
    ]
    const sheets = await readSheets(file, names)
    expect(sheets.map(({ name }) => name)).toEqual(names)
    expect(sheets.at(-1)!.rows.slice(0, 2)).toEqual([
      ['Property', statement.name],
      ['Year', String(statement.year)],
    ])
    const cash = sheets[0]!.rows.find((row) => row[0] === '1120')!
    expect(cash[2]).toBe(String(statement.cash + 360))
    const changed = [
      ['Code', String(statement.year)],
      ['1120', String(statement.cash)],
    ].map((row) => row.map((value) => ({ value })))
    const sheet = {
      name: 'Balance sheet',
      widths: [],
      frozen: { rows: 0, columns: 0 },
      lock: false,
      rows: changed,
    }
    for (const [name, bytes, count] of [
      ['corrected.xlsx', await writeWorkbook([sheet]), '✓ Balanced'],
      ['statement.xlsx', file, 'Difference $360'],
    ] as const) {
      await importFile(page, name, bytes)
      await getBalanceBar(page).getByText(count).waitFor()
    }
    await page.getByRole('button', { name: 'Take the import back' }).click()
    // A save during the reverting must not be reported as a colleague's change.
    await saveProgress(page)
    await getBalanceBar(page).getByText('✓ Balanced').waitFor({ timeout: PATIENCE })
    await page.context().close()
    await enterWrongCash()
  })

  test('an accountant sees the difference, looks at its source, corrects the cash and attaches the signed audit', async () => {
    const { page } = await stage.signedIn('company.user', `${path}?part=balanceSheet`)
    await getBalanceBar(page).getByText('Difference $360').waitFor({ timeout: PATIENCE })
    await getTieOuts(page)
      .getByText(/differ/)
      .waitFor()
    await page.getByRole('combobox', { name: 'Go to account' }).fill('1120')
    await page.getByRole('option', { name: /^1120 / }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')), { timeout: PATIENCE })
      .toBe('gridcell')
    await page.keyboard.press('Alt+Enter')
    await page
      .getByRole('region', { name: 'Where this comes from' })
      .getByText(/^imported/)
      .waitFor()
    await page.keyboard.press('Escape')
    const cell = page
      .getByRole('row', { name: /^1120 / })
      .getByRole('gridcell')
      .nth(AMOUNT)
    await cell.click()
    await page.keyboard.type(String(statement.cash))
    await page.keyboard.press('Enter')
    await getBalanceBar(page).getByText('✓ Balanced').waitFor()
    await saveProgress(page)
    await attachAudit(page)
  })

  test('an accountant chooses type, basis and opinion, and every list has options', async () => {
    const { page } = await stage.signedIn('company.user', path)
    await getPart(page, /Opinion/).click()
    expect(await openEveryList(page)).toBeGreaterThanOrEqual(3)
    await chooseTypeBasisAndOpinion(page)
    await saveProgress(page)
  })

  test('every list in the form for a new loan has options', async () => {
    const { page } = await stage.signedIn('agency.write', `/EditProject/${statement.propertyId}?tab=Loans`)
    await page.getByRole('button', { name: 'Enter a loan…' }).click()
    await page.getByRole('dialog').getByRole('combobox').first().waitFor()
    expect(await openEveryList(page)).toBeGreaterThanOrEqual(4)
    await page.getByRole('dialog').getByRole('combobox', { name: /^Type/ }).waitFor()
  })

  test('a change withdraws a certification and says so, and the statement can be certified again', async () => {
    const { page } = await stage.signedIn('company.user', path)
    await certify(page, 'managing agent', 'Company User')
    await page.getByText(/Certified .*, text 1/).waitFor({ timeout: PATIENCE })
    await getPart(page, /Opinion/).click()
    await page.getByLabel('Comments').fill('The auditor has changed the date of his report.')
    await saveProgress(page)
    await getPart(page, /Certifications/).click()
    await page.getByText('The certification of Company User was taken back').waitFor({ timeout: PATIENCE })
    await certify(page, 'managing agent', 'Company User')
    await page.getByText(/Certified .*, text 1/).waitFor({ timeout: PATIENCE })
  })
})
