import { useMemo } from 'react'
import type { DataTableProps, TabContent } from '#ui/table/DataTable.tsx'
import { type PageSource, ServedTable } from '#ui/table/ServedTable.tsx'
import type { AnyReview } from '../model/review.ts'
import type { AnyLine } from './pages.ts'

export const ANALYST = 'Analyst'
export const UNASSIGNED = 'Not assigned'

type Columns = DataTableProps<AnyLine>['columns']
type TableProps = Pick<
  DataTableProps<AnyLine>,
  'caption' | 'columns' | 'rowKey' | 'to' | 'csvName' | 'onShown' | 'tools'
>
type PageData = { counts: { statusId: number; sums?: Record<string, number | null> }[]; analysts: string[] }
type PagedProps = {
  review: AnyReview
  status?: number | undefined
  part?: string | undefined
  firstSort: string
}

/** Makes the columns show totals that the server computed, by passing the sums of each status as a row. */
const buildTotaledColumns =
  (status: number | undefined) =>
  (columns: Columns, { counts }: PageData) => {
    const sums = counts
      .filter((count) => status === undefined || count.statusId === status)
      .map((count) => ({ statusId: count.statusId, ...count.sums }) as AnyLine)
    return columns.map((column) => ({ ...column, total: column.total && (() => column.total?.(sums) ?? '') }))
  }

/** The fields of a row for the sort and filter names of the call that differ from them. */
const fields = {
  number: 'requestNumber',
  status: 'statusLabel',
  age: 'ageDays',
  company: 'companyName',
  analyst: 'reviewerName',
}

/**
 * The content of a tab with the records of a status, of a part, or all. The server filters, sorts, adds up
 * and pages them.
 */
export function ReviewPage({
  review,
  status,
  part,
  firstSort,
  ...tableProps
}: TableProps & TabContent & PagedProps) {
  const source = useMemo(
    (): PageSource<AnyLine, PageData> => ({
      call: review.calls.page as never,
      fixed: { status, part, sums: true },
      choices: [{ label: ANALYST, served: 'reviewer', values: ({ analysts }) => analysts, none: UNASSIGNED }],
      firstSort,
      fields,
      totalled: buildTotaledColumns(status),
    }),
    [review, status, part, firstSort],
  )
  return <ServedTable {...tableProps} source={source} newestFirst />
}
