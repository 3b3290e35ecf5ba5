import { expect, test } from 'vitest'
import { calendarYear, type FiscalYear, fiscalYear, type PublishedYear, yearEndIn } from './years.ts'

test('a year of one kind is not taken for one of another', () => {
  const booksEnd = yearEndIn(fiscalYear(2025), 6)
  // @ts-expect-error A calendar year is no year of books.
  const wrongEnd = yearEndIn(calendarYear(2025), 6)
  // @ts-expect-error A bare number says not which year it is.
  const bare: FiscalYear = 2025
  // @ts-expect-error Limits are those published for a year, not those of a year of books.
  const limits: PublishedYear = fiscalYear(2025)
  expect([booksEnd, wrongEnd, bare, limits]).toEqual(['2025-06-30', '2025-06-30', 2025, 2025])
})
