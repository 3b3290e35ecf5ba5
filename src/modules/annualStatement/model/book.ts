import type { Book } from '#statement/model/index.ts'
import type { Detail } from './statements.ts'
import { chartIn } from './worksheet.ts'

/** An annual statement as a workbook: its chart with the year before beside it (domain 4.3). */
export function bookOf(detail: Detail): Book {
  const { year, subject, prior } = detail
  const amount = { key: 'amount', label: String(year), open: true, headings: ['amount', 'balance', 'current year'] }
  const last = { key: 'prior', label: String(year - 1), open: false }
  return {
    ...{
      title: `the ${year} statement of ${subject}`,
      property: subject,
      year,
      usual: 'amount',
      chart: chartIn(detail),
    },
    columns: [
      { ...amount, about: `What the books of ${detail.periodStart} to ${detail.periodEnd} say, in dollars.` },
      ...(prior ? [{ ...last, about: `The statement of ${year - 1}.` }] : []),
    ],
  }
}

/** Its lines as they stand in a workbook, with those of the year before. */
export function bookLines({ lines, prior }: Pick<Detail, 'lines' | 'prior'>) {
  const before = prior?.amounts ?? {}
  const held = new Map(lines.map((line) => [line.code, line]))
  return [...new Set([...held.keys(), ...Object.keys(before)])].map((code) => ({
    ...{
      code,
      prior: before[code] ?? null,
      amount: held.get(code)?.amount ?? null,
      note: held.get(code)?.note ?? null,
    },
  }))
}
