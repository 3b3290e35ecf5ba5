import type { Locator, Page } from 'playwright-core'
import {
  getAnnualStatementSchedule,
  parts,
} from '#features/statements/annualStatement/model/schedules/schedules.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { getPart } from '../statementForm.ts'
import { type Books, pasteFigures } from './statementsBooks.ts'

/**
 * A column that comes from the portal's own list. The name of the institution is entered in another column.
 */
const NOT_TYPED = 'Institution of the list'

/**
 * Formats a cell of the books as a person types it: dates in American order, and percentages with all digits
 * because they fill from the right.
 */
function formatForTyping(cell: string, kind: string | undefined): string {
  if (kind === 'day') return formatDate(cell, 'MM/DD/YYYY')
  return kind === 'percent' ? Number(cell).toFixed(4) : cell
}

/** Enters a cell of the books into its box, according to the kind of box. */
async function enter(page: Page, box: Locator, cell: string, kind: string | undefined): Promise<void> {
  const { role, type } = await box.evaluate((element) => ({
    role: element.getAttribute('role'),
    type: element.getAttribute('type'),
  }))
  if (type === 'checkbox') return box.setChecked(cell === 'Yes')
  if (role === 'combobox') {
    await box.click()
    await page.getByRole('option', { name: new RegExp(`^${cell}( |$)`) }).click()
    return
  }
  await box.fill(formatForTyping(cell, kind))
  await box.press('Tab')
}

type Schedule = ReturnType<typeof getAnnualStatementSchedule>
type Rows = readonly (readonly string[])[]

/** Types the lines of a schedule. A column is in the row itself or behind its "More" button. */
async function typeLines(page: Page, { noun, columns }: Schedule, [headings = [], ...rows]: Rows) {
  const kinds = new Map(
    Object.values(columns).map((column) => [getFieldMeta(column)?.label, getFieldMeta(column)?.kind]),
  )
  for (const [index, row] of rows.entries()) {
    const line = `${noun} ${index + 1}`
    const more = page.getByRole('button', { name: `More, ${line}`, exact: true })
    if ((await page.getByLabel(`${headings[0]}, ${line}`, { exact: true }).count()) === 0)
      await page.getByRole('button', { name: `Add ${noun.toLowerCase()}`, exact: true }).click()
    if (await more.count()) await more.click()
    for (const [column, heading] of headings.entries()) {
      const cell = row[column] ?? ''
      if (cell === '' || heading === NOT_TYPED) continue
      const inLine = page.getByLabel(`${heading}, ${line}`, { exact: true })
      const box = (await inLine.count()) > 0 ? inLine : page.getByLabel(heading, { exact: true })
      await enter(page, box, cell, kinds.get(heading))
    }
    if (await more.count()) await more.click()
  }
}

/** Fills in every schedule of the books: free lines are typed, and schedules with fixed lines are pasted. */
export async function typeSchedules(page: Page, { sheets }: Books): Promise<void> {
  for (const key of parts) {
    const schedule = getAnnualStatementSchedule(key)
    const { label, lines } = schedule
    const rows = sheets.find((sheet) => sheet.name === label)?.rows ?? []
    if (rows.length < 2) continue
    await getPart(page, new RegExp(`^${label}`)).click()
    await page.getByRole('region', { name: label, exact: true }).waitFor()
    if (lines) {
      const columns = rows.slice(1).map((row) => [row[0] ?? '', row.slice(2).join('\t')] as const)
      await pasteFigures(page, label, new Map(columns))
    } else await typeLines(page, schedule, rows)
  }
}

/** Types the notes of the books on the lines of a worksheet. */
export async function typeNotes(page: Page, { sheets, year }: Books, caption: string): Promise<void> {
  const [headings = [], ...rows] = sheets.find((sheet) => sheet.name === caption)?.rows ?? []
  const column = headings.indexOf('Note')
  for (const row of rows.filter((row) => row[column])) {
    const line = page
      .getByRole('grid', { name: `${caption} ${year}` })
      .getByRole('row', { name: new RegExp(`^${row[0]} `) })
    await line.getByRole('gridcell').last().click()
    await page.keyboard.type(row[column] ?? '')
    await page.keyboard.press('Enter')
  }
}
