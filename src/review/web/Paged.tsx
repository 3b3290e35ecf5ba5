import { Button, Group } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { ask } from '#kernel/web/api.ts'
import { useCall } from '#kernel/web/queries.ts'
import { downloadText } from '#ui/frame/download.ts'
import { csvFileName, toCsv } from '#ui/table/csv.ts'
import { DataTable, type DataTableProps } from '#ui/table/DataTable.tsx'
import { pageCount, toFetch } from '#ui/table/paging.ts'
import { Pager, SearchBox } from '#ui/table/TableToolbar.tsx'
import type { AnyReview } from '../model/review.ts'
import type { AnyLine } from './pages.ts'

const ROWS = 100

type Listed = Pick<
  DataTableProps<AnyLine>,
  'caption' | 'columns' | 'rowKey' | 'to' | 'csvName' | 'onShown' | 'height' | 'empty'
>

/** Records that are not all sent at once, newest first: the server searches them and cuts the page; the export has all. */
export function Paged({ review, status, ...listed }: Listed & { review: AnyReview; status?: number | undefined }) {
  const [{ search, page }, setState] = useState({ search: '', page: 1 })
  // What was asked for before stays until the answer is there.
  const wanted = useDeferredValue({ status, search: search.trim() || undefined })
  const at = useDeferredValue(page)
  const fetched = toFetch({ page: at, rowsPerPage: ROWS })
  const found = useCall(review.calls.page, { query: { ...wanted, ...fetched } })
  const rows = found.rows as AnyLine[]
  // Order and totals of a page alone would say something of the whole that is not so.
  const shown = useMemo(
    () => listed.columns.map(({ total: _, ...column }) => ({ ...column, sortable: false })),
    [listed.columns],
  )
  const all = async () => {
    const { rows: every } = await ask(review.calls.page, { query: wanted })
    const fields = listed.columns.filter(({ sortable }) => sortable).map(({ label, csv }) => ({ label, value: csv }))
    downloadText(csvFileName(listed.csvName), toCsv(fields, every as AnyLine[]))
  }
  return (
    <>
      <Group my="sm" gap="sm">
        <SearchBox value={search} onChange={(typed) => setState({ search: typed, page: 1 })} />
        <span role="status">
          {rows.length < found.total && rows.length > 0
            ? `${formatNumber(fetched.startRow + 1)} to ${formatNumber(fetched.startRow + rows.length)} of ${plural(found.total, 'row', 'rows')}, newest first`
            : plural(found.total, 'row', 'rows')}
        </span>
        <Button size="xs" variant="default" ml="auto" onClick={() => void all().catch(() => undefined)}>
          Export CSV
        </Button>
      </Group>
      <DataTable {...listed} columns={shown} rows={rows} plain stateKey="a page" empty="No rows match." />
      <Pager
        page={at}
        pages={pageCount(found.total, ROWS)}
        onChange={(change) => setState({ search, page: change.page ?? 1 })}
      />
    </>
  )
}
