/** The number of rows per page that means all rows on one page. UI-05. */
export const ALL_ROWS = 0

/** The page sizes offered, all rows last. UI-04. */
export const pageSizes: readonly number[] = [5, 10, 25, 50, 100, ALL_ROWS]

/** A table's page and order; `page` counts from 1, `rowsPerPage` 0 means all rows. UI-07. */
export type Pagination = { page: number; rowsPerPage: number; sortBy: string | null; descending: boolean }

/** How a table starts: all rows, in the order they come. UI-05. */
export const defaultPagination: Pagination = {
  page: 1,
  rowsPerPage: ALL_ROWS,
  sortBy: null,
  descending: false,
}

/** The page in the words of a call: `startRow` counts from 0, `fetchCount` 0 means all. CAL-16. */
export function toFetch(pagination: Pick<Pagination, 'page' | 'rowsPerPage'>): {
  startRow: number
  fetchCount: number
} {
  const { page, rowsPerPage } = pagination
  return { startRow: rowsPerPage === ALL_ROWS ? 0 : (page - 1) * rowsPerPage, fetchCount: rowsPerPage }
}

/** Returns the number of pages that the rows fill; at least one, so that an empty table has a page. */
export function pageCount(rowCount: number, rowsPerPage: number): number {
  return rowsPerPage === ALL_ROWS ? 1 : Math.max(1, Math.ceil(rowCount / rowsPerPage))
}

/** The rows of one page. UI-05. */
export function cutPage<Row>(
  rows: readonly Row[],
  pagination: Pick<Pagination, 'page' | 'rowsPerPage'>,
): readonly Row[] {
  const { startRow, fetchCount } = toFetch(pagination)
  return fetchCount === ALL_ROWS ? rows : rows.slice(startRow, startRow + fetchCount)
}
