import { describe, expect, test } from 'vitest'
import { getVectors } from '#tests/vectors.ts'
import { cutPage, defaultPagination, pageCount, pageSizes, toFetch } from './paging.ts'

const rows = Array.from({ length: 137 }, (_, index) => index)

describe('paging', () => {
  test('UI-04 the page sizes are correct', () => {
    expect(pageSizes).toEqual([5, 10, 25, 50, 100, 0])
  })

  test('UI-05 by default all rows are on one page', () => {
    expect(cutPage(rows, defaultPagination)).toEqual(rows)
    expect(pageCount(rows.length, defaultPagination.rowsPerPage)).toBe(1)
  })

  test('UI-07 a pagination has the correct keys', () => {
    expect(Object.keys(defaultPagination)).toEqual(['page', 'rowsPerPage', 'sortBy', 'descending'])
  })

  test.each(getVectors<{ page: number; rowsPerPage: number }, unknown>('CAL-16'))(
    'CAL-16 $input',
    (vector) => {
      expect(toFetch(vector.input)).toEqual(vector.expected)
    },
  )

  test('CAL-16 all pages together contain all rows', () => {
    for (const rowsPerPage of pageSizes) {
      const pages = Array.from({ length: pageCount(rows.length, rowsPerPage) }, (_, index) => index + 1)
      expect(pages.flatMap((page) => cutPage(rows, { page, rowsPerPage }))).toEqual(rows)
    }
    expect(pageCount(0, 25)).toBe(1)
    expect(toFetch({ page: 4, rowsPerPage: 0 })).toEqual({ startRow: 0, fetchCount: 0 })
  })
})
