import { type Book, type BookColumn, getRecordChart } from '#engines/worksheet/model/index.ts'
import type { MonthDetail } from './months.ts'
import { monthName } from './periods.ts'

const flows = ['Income and expense', 'Budget'] as const

/** Describes a column of carried figures, which cannot be imported. */
const buildCarriedColumn = (
  key: string,
  label: string,
  about: string,
  on: NonNullable<BookColumn['statements']>,
): BookColumn => ({
  key,
  label,
  about,
  statements: on,
  open: false,
})

/**
 * Describes a month as a workbook: both sheets, each with the carried figures next to its own (domain
 * 10.2).
 */
export function getQuarterlyProgramBook(detail: MonthDetail): Book {
  const { subject, year, last, before, budget } = detail
  const month = monthName(detail.periodDate)
  return {
    title: `${month} of ${subject}`,
    property: subject,
    year,
    month,
    defaultColumn: 'amount',
    chart: getRecordChart(detail),
    columns: [
      {
        key: 'amount',
        label: 'This month',
        open: true,
        headings: ['month', 'amount', 'balance', 'actual', 'current month', 'ptd', month],
        about: `The balance sheet at the end of ${month}; what came in and went out in it. In dollars.`,
      },
      ...(last
        ? [
            buildCarriedColumn('lastMonth', 'Month before', `The end of ${monthName(last.periodDate)}.`, [
              'Balance sheet',
            ]),
          ]
        : []),
      ...(before.months.length > 0
        ? [buildCarriedColumn('earlier', 'Earlier in the year', 'The months before.', flows)]
        : []),
      ...(budget
        ? [
            buildCarriedColumn(
              'budget',
              'Budget to date',
              `Of the approved ${budget.budgetYear} budget.`,
              flows,
            ),
          ]
        : []),
    ],
  }
}

/** Returns the name of a month's exported files. */
export const getQuarterlyProgramFileName = ({ periodDate, subject }: MonthDetail): string =>
  `${monthName(periodDate)} ${subject}`
