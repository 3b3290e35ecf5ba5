import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { readSheets } from '#engines/worksheet/web/xlsx.ts'
import {
  getAnnualStatementSchedule,
  parts,
} from '#features/statements/annualStatement/model/schedules/schedules.ts'
import type { Stage } from '../stage.ts'
import { pasteAtFocus } from '../worksheetKeys.ts'

/**
 * The books of a property for its newest year: the exported workbook, and the figures of both worksheets by
 * account code.
 */
export type Books = {
  propertyId: number
  name: string
  year: number
  workbook: Uint8Array<ArrayBuffer>
  /** The sheets of the workbook. The first row of each has its headings. */
  sheets: Awaited<ReturnType<typeof readSheets>>
  figures: Record<'Balance sheet' | 'Income and expense', ReadonlyMap<string, string>>
}

const SHEETS = ['Balance sheet', 'Income and expense'] as const

/**
 * SQL condition for properties where company.user files and the distribution of the year before was approved.
 */
const filedByCompany = `exists (select from permission g join app_user u using (user_id)
    where g.property_id = a.property_id and g.key = 'AFS' and g.write and u.user_name = 'company.user')
  and not exists (select from distribution_request d where d.afs_id = a.afs_id)
  and exists (select from distribution_request d join annual_statement b using (afs_id)
    where b.property_id = a.property_id and b.year = a.year - 1 and d.status_id = 5)`
/** SQL condition for properties whose owner manages them without a company. */
const filedByOwner = `p.owner_managed and exists (select from user_property m join app_user u using (user_id)
  where m.property_id = a.property_id and u.user_name = 'owner.manager')`
const conditions = { 'company.user': filedByCompany, 'owner.manager': filedByOwner } as const

/** Finds a property where this person files and whose newest statement is approved. */
async function findApprovedStatement(owner: pg.Client, person: keyof typeof conditions) {
  const { rows } = await owner.query<{ afsId: number; propertyId: number; name: string; year: number }>(
    `select a.afs_id as "afsId", a.property_id as "propertyId", p.name, a.year
      from annual_statement a join property p using (property_id)
      where a.status_id = 5 and p.fiscal_year_end_month = 12 and ${conditions[person]}
        and not exists (select from annual_statement l where l.property_id = a.property_id and l.year > a.year)
      order by a.property_id limit 1`,
  )
  return rows[0]!
}

/**
 * Exports the workbook of a property's newest statement and then deletes the statement, as before the
 * accountant has filed anything.
 */
export async function exportAndDeleteBooks(stage: Stage, person: keyof typeof conditions): Promise<Books> {
  const { afsId, propertyId, name, year } = await findApprovedStatement(stage.owner, person)
  const reader = await stage.signedIn(person, `/afs/view/${year}/${propertyId}?part=balanceSheet`)
  const download = reader.page.waitForEvent('download')
  await reader.page.getByRole('button', { name: 'Export', exact: true }).click()
  const workbook = new Uint8Array(await buffer(await (await download).createReadStream()))
  const names = [...SHEETS, ...parts.map((part) => getAnnualStatementSchedule(part).label), 'About']
  const sheets = await readSheets(workbook, names)
  const getFigures = (sheet: string) => {
    const rows = sheets.find((readSheet) => readSheet.name === sheet)?.rows ?? []
    const column = rows[0]?.indexOf(String(year)) ?? -1
    return new Map(rows.slice(1).map((row) => [row[0] ?? '', row[column] ?? ''] as const))
  }
  await stage.owner.query('delete from annual_statement where afs_id = $1', [afsId])
  await stage.owner.query(
    `update task_instance set status_id = -1, request_id = null, submitted = null
      where property_id = $1 and task_type_id = 1 and extract(year from period_end) = $2`,
    [propertyId, year],
  )
  await reader.context.close()
  const [balance, income] = SHEETS
  const figures = { [balance]: getFigures(balance), [income]: getFigures(income) } as Books['figures']
  return { propertyId, name, year, workbook, sheets, figures }
}

/** Shows all accounts of a worksheet and pastes the column of figures from its first filled cell on. */
export async function pasteFigures(
  page: Page,
  caption: string,
  figures: ReadonlyMap<string, string>,
): Promise<void> {
  const unused = page.getByRole('button', { name: /^Show \d+ unused accounts?$/ })
  if (await unused.count()) await unused.click()
  const grid = page.getByRole('grid', { name: caption })
  const lines = await grid.evaluate((table) =>
    [...table.querySelectorAll('tbody tr')].flatMap((row) => {
      const cell = row.querySelector<HTMLElement>('[role=gridcell][data-line]')
      return cell
        ? [{ line: Number(cell.dataset.line), code: row.querySelector('th')?.textContent ?? '' }]
        : []
    }),
  )
  const first = lines.find(({ code }) => figures.get(code))!
  const block: string[] = []
  for (const { line, code } of lines)
    if (line >= first.line && !/[A-Z]$/.test(code)) block[line - first.line] = figures.get(code) ?? ''
  await goToFirst(page, first.code)
  await pasteAtFocus(page, Array.from(block, (figure) => figure ?? '').join('\r\n'))
}

async function goToFirst(page: Page, code: string): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Go to account' })
  await search.fill(code)
  await search.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('gridcell')
}
