import type { Book, BookColumn } from '#engines/worksheet/model/index.ts'
import { getRecordChart } from '#engines/worksheet/model/index.ts'
import type { Detail } from './budgets.ts'
import { type ColumnKey, columnLabels } from './entities.ts'

/** Headings that columns may have in files people bring. */
const headings: Partial<Record<ColumnKey, readonly string[]>> = {
  proposed: ['budget', 'amount', 'proposed budget'],
  yearToDate: ['ytd'],
  priorActual: ['actual', 'prior year'],
}

/** Describes a budget as a workbook: its parts, and the columns that can be imported (domain 9.2). */
export function getBudgetBook(detail: Detail): Book {
  const { budgetYear: year, subject, last, prior } = detail
  const about: Record<ColumnKey, string> = {
    priorActual: `What the books of ${prior?.year ?? year - 2} say.`,
    currentBudget: `The approved budget of ${year - 1}.`,
    yearToDate: `What the books of ${year - 1} say so far.`,
    proposed: `What is budgeted for ${year}, from ${detail.from} to ${detail.through}. In dollars; losses without a minus sign.`,
    approved: 'What the agency approved.',
  }
  const column = (key: ColumnKey, open: boolean): BookColumn => ({
    key,
    label: columnLabels[key],
    about: about[key],
    open,
    headings: headings[key] ?? [],
  })
  const approved = detail.lines.some((line) => line.approved !== null)
  return {
    title: `the ${year} budget of ${subject}`,
    property: subject,
    year,
    defaultColumn: 'proposed',
    chart: getRecordChart(detail),
    columns: [
      column('priorActual', prior === null),
      column('currentBudget', last === null),
      column('yearToDate', true),
      column('proposed', true),
      ...(approved ? [column('approved', false)] : []),
    ],
  }
}

/** Returns the name of a budget's exported files. */
export const getBudgetFileName = ({ budgetYear, subject }: Detail): string =>
  `Budget ${budgetYear} ${subject}`
