import {
  type Book,
  type BookContent,
  type BookList,
  type CheckedLine,
  declareBookList,
  getRecordChart,
} from '#engines/worksheet/model/index.ts'
import { text } from '#kernel/model/field.ts'
import { getAnnualStatementSchedule, type Part, parts, type ScheduleRow } from './schedules/index.ts'
import type { Detail } from './statements.ts'

/**
 * Describes an annual statement as a workbook: its chart of accounts, with the previous year's amounts next
 * to it (domain 4.3).
 */
export function getAnnualStatementBook(detail: Detail): Book {
  const { year, subject, prior } = detail
  const amountColumn = {
    key: 'amount',
    label: String(year),
    open: true,
    headings: ['amount', 'balance', 'current year'],
  }
  const priorColumn = { key: 'prior', label: String(year - 1), open: false }
  return {
    lists: parts.map((part) => getList(part)),
    title: `the ${year} statement of ${subject}`,
    property: subject,
    year,
    defaultColumn: 'amount',
    chart: getRecordChart(detail),
    columns: [
      {
        ...amountColumn,
        about: `What the books of ${detail.periodStart} to ${detail.periodEnd} say, in dollars.`,
      },
      ...(prior ? [{ ...priorColumn, about: `The statement of ${year - 1}.` }] : []),
    ],
  }
}

/** Describes the sheet of one schedule. A schedule with fixed lines lists them in its template. */
function getList(part: Part): BookList {
  const { label, source, entity, content, lines } = getAnnualStatementSchedule(part)
  const entryLines = (lines ?? [])
    .filter((line) => !line.formula)
    .map(({ code, label: words }) => ({ code, words }))
  const fields = { ...entity.fields, words: text('Line in words') }
  const keys = lines ? ['code', 'words', ...content.filter((name) => name !== 'code')] : content
  return declareBookList(label, `${label} (${source}).`, fields, keys, entryLines)
}
const getSheet = (part: Part): string => getAnnualStatementSchedule(part).label.slice(0, 31)

/** Returns the rows of every schedule by the name of its sheet. `words` is the label of a fixed line. */
export const getBookLists = (
  rows: Readonly<Record<Part, readonly ScheduleRow[]>>,
): NonNullable<BookContent['lists']> =>
  Object.fromEntries(
    parts.map((part) => {
      const labels = new Map(
        (getAnnualStatementSchedule(part).lines ?? []).map((line) => [line.code, line.label]),
      )
      return [getSheet(part), rows[part].map((row) => ({ ...row, words: labels.get(String(row.code)) }))]
    }),
  )

/**
 * Reads the schedules from imported sheets. `lists` has the lines with any value, by schedule; `places` has
 * the row of the sheet that each of these lines came from.
 */
export function readImportedSchedules(
  lists: Readonly<Record<string, readonly Pick<CheckedLine, 'row' | 'values'>[]>>,
) {
  const matches = parts.flatMap((part) => {
    const importedLines = (lists[getSheet(part)] ?? []).filter(({ values }) => hasValues(part, values))
    return importedLines.length > 0 ? [[part, importedLines] as const] : []
  })
  return {
    lists: Object.fromEntries(
      matches.map(([part, importedLines]) => [
        part,
        importedLines.map(({ values: { words: _, ...values } }) => values),
      ]),
    ),
    places: Object.fromEntries(
      matches.map(([part, importedLines]) => [part, importedLines.map(({ row }) => row)]),
    ),
  }
}

/** Whether a line has any value other than the code of its fixed line. */
const hasValues = (part: Part, values: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(getAnnualStatementSchedule(part).columns).some(
    (name) => values[name] !== null && values[name] !== undefined,
  )

/** Returns the lines of the workbook, one per account, with the amounts of this and the previous year. */
export function getBookLines({ lines, prior }: Pick<Detail, 'lines' | 'prior'>) {
  const priorAmounts = prior?.amounts ?? {}
  const byCode = new Map(lines.map((line) => [line.code, line]))
  return [...new Set([...byCode.keys(), ...Object.keys(priorAmounts)])].map((code) => ({
    code,
    prior: priorAmounts[code] ?? null,
    amount: byCode.get(code)?.amount ?? null,
    note: byCode.get(code)?.note ?? null,
  }))
}
