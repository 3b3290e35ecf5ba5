import { createColumnReader } from '#engines/worksheet/model/index.ts'
import { loadYearAmounts } from '#engines/worksheet/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { categoryChart } from '../model/categories.ts'
import { compareLines, type RecordComparison } from '../model/comparison.ts'
import { computeProgram2013Sums } from '../model/figures.ts'
import { records } from './records.ts'

/**
 * Loads the comparison of a record with the budget and statement of a year. Without a year it takes the
 * newest year that has both, otherwise the newest with either.
 */
export async function loadProgram2013Comparison(
  context: AnyContext,
  id: number,
  requestedYear: number | undefined,
): Promise<RecordComparison> {
  const detail = await records.detail(context, id)
  const books = await loadYearAmounts(context, detail.propertyId)
  const years = [...new Set(books.map((book) => book.year))].sort((a, b) => b - a)
  const has = (year: number, kind: string) => books.some((book) => book.kind === kind && book.year === year)
  const newestWithBoth = years.find((year) => has(year, 'budget') && has(year, 'statement'))
  const year = requestedYear ?? newestWithBoth ?? years[0] ?? null
  const findBook = (kind: string) => books.find((book) => book.kind === kind && book.year === year)
  const [budget, statement] = [findBook('budget'), findBook('statement')]
  const read = createColumnReader(categoryChart, detail.lines)
  const { vacancyPercent, requestNumber, subject, year: recordYear, recordType } = detail
  return {
    program2013Id: id,
    requestNumber,
    subject,
    recordYear,
    recordType,
    years,
    year,
    budget: budget ? getSummary(budget) : null,
    statement: statement ? getSummary(statement) : null,
    ...compareLines({
      baseline: { read, sums: computeProgram2013Sums(read, detail.debts), vacancyPercent },
      budget: budget?.amounts ?? null,
      statement: statement?.amounts ?? null,
    }),
  }
}

type Book = Awaited<ReturnType<typeof loadYearAmounts>>[number]
const getSummary = ({ year, requestNumber, statusLabel, path }: Book) => ({
  year,
  requestNumber,
  statusLabel,
  path,
})
