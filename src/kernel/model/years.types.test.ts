import { expect, test } from 'vitest'
import { calendarYear, type FiscalYear, fiscalYear, type PublishedYear, yearEndIn } from './years.ts'

test('the compiler does not accept a year of one kind for another kind', () => {
  const booksEnd = yearEndIn(fiscalYear(2025), 6)
  // @ts-expect-error A calendar year is not a fiscal year.
  const wrongEnd = yearEndIn(calendarYear(2025), 6)
  // @ts-expect-error A plain number does not say which kind of year it is.
  const bare: FiscalYear = 2025
  // @ts-expect-error A fiscal year is not a year for which limits are published.
  const limits: PublishedYear = fiscalYear(2025)
  expect([booksEnd, wrongEnd, bare, limits]).toEqual(['2025-06-30', '2025-06-30', 2025, 2025])
})
