/** The number of rows per page that means all rows on one page. UI-05. */
export const ALL_ROWS = 0

/** The available page sizes. The last one is all rows. UI-04. */
export const pageSizes: readonly number[] = [5, 10, 25, 50, 100, ALL_ROWS]

/** The page and order of a table. `page` counts from 1, and `rowsPerPage` 0 means all rows. UI-07. */
export type Pagination = { page: number; rowsPerPage: number; sortBy: string | null; descending: boolean }

/** The initial pagination of a table: all rows, without sorting. UI-05. */
export const defaultPagination: Pagination = {
  page: 1,
  rowsPerPage: ALL_ROWS,
  sortBy: null,
  descending: false,
}

/** Converts a page to the query of a call: `startRow` counts from 0, `fetchCount` 0 means all. CAL-16. */
export function toFetch(pagination: Pick<Pagination, 'page' | 'rowsPerPage'>): {
  startRow: number
  fetchCount: number
} {
  const { page, rowsPerPage } = pagination
  return { startRow: rowsPerPage === ALL_ROWS ? 0 : (page - 1) * rowsPerPage, fetchCount: rowsPerPage }
}

/** Returns the number of pages. It is at least 1, so that an empty table has a page. */
export function pageCount(rowCount: number, rowsPerPage: number): number {
  return rowsPerPage === ALL_ROWS ? 1 : Math.max(1, Math.ceil(rowCount / rowsPerPage))
}

/** Returns the rows of one page. UI-05. */
export function cutPage<Row>(
  rows: readonly Row[],
  pagination: Pick<Pagination, 'page' | 'rowsPerPage'>,
): readonly Row[] {
  const { startRow, fetchCount } = toFetch(pagination)
  return fetchCount === ALL_ROWS ? rows : rows.slice(startRow, startRow + fetchCount)
}
