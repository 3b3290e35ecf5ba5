import { text } from '#kernel/model/field.ts'
import {
  type Book,
  type BookContent,
  type BookList,
  bookList,
  type CheckedLine,
  chartIn,
} from '#statement/model/index.ts'
import { getAnnualStatementSchedule, type Part, parts, type ScheduleRow } from './schedules/index.ts'
import type { Detail } from './statements.ts'

/** Returns an annual statement as a workbook: its chart with the previous year next to it (domain 4.3). */
export function getAnnualStatementBook(detail: Detail): Book {
  const { year, subject, prior } = detail
  const amount = {
    key: 'amount',
    label: String(year),
    open: true,
    headings: ['amount', 'balance', 'current year'],
  }
  const last = { key: 'prior', label: String(year - 1), open: false }
  return {
    lists: parts.map((part) => getList(part)),
    title: `the ${year} statement of ${subject}`,
    property: subject,
    year,
    usual: 'amount',
    chart: chartIn(detail),
    columns: [
      { ...amount, about: `What the books of ${detail.periodStart} to ${detail.periodEnd} say, in dollars.` },
      ...(prior ? [{ ...last, about: `The statement of ${year - 1}.` }] : []),
    ],
  }
}

/** A schedule as a sheet; one of fixed lines has them in its template. */
function getList(part: Part): BookList {
  const { label, source, entity, content, lines } = getAnnualStatementSchedule(part)
  const entryLines = (lines ?? [])
    .filter((line) => !line.formula)
    .map(({ code, label: words }) => ({ code, words }))
  const fields = { ...entity.fields, words: text('Line in words') }
  const keys = lines ? ['code', 'words', ...content.filter((name) => name !== 'code')] : content
  return bookList(label, `${label} (${source}).`, fields, keys, entryLines)
}
const getSheet = (part: Part): string => getAnnualStatementSchedule(part).label.slice(0, 31)

/** Returns the statement's schedules as lists of a workbook, by sheet. */
export const bookLists = (
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

/** What sheets bring of schedules: those that say anything, and the row of each line. */
export function broughtSchedules(
  lists: Readonly<Record<string, readonly Pick<CheckedLine, 'row' | 'values'>[]>>,
) {
  const matches = parts.flatMap((part) => {
    const brought = (lists[getSheet(part)] ?? []).filter(({ values }) => holds(part, values))
    return brought.length > 0 ? [[part, brought] as const] : []
  })
  return {
    lists: Object.fromEntries(
      matches.map(([part, brought]) => [part, brought.map(({ values: { words: _, ...values } }) => values)]),
    ),
    places: Object.fromEntries(matches.map(([part, brought]) => [part, brought.map(({ row }) => row)])),
  }
}

/** Whether a line says anything beyond which fixed line it is. */
const holds = (part: Part, values: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(getAnnualStatementSchedule(part).columns).some(
    (name) => values[name] !== null && values[name] !== undefined,
  )

/** Returns the statement's lines for a workbook, with those of the previous year. */
export function bookLines({ lines, prior }: Pick<Detail, 'lines' | 'prior'>) {
  const before = prior?.amounts ?? {}
  const byCode = new Map(lines.map((line) => [line.code, line]))
  return [...new Set([...byCode.keys(), ...Object.keys(before)])].map((code) => ({
    code,
    prior: before[code] ?? null,
    amount: byCode.get(code)?.amount ?? null,
    note: byCode.get(code)?.note ?? null,
  }))
}
