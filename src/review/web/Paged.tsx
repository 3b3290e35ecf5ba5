import { useMemo } from 'react'
import type { DataTableProps, TabContent } from '#ui/table/DataTable.tsx'
import { ServedTable, type Source } from '#ui/table/ServedTable.tsx'
import type { AnyReview } from '../model/review.ts'
import type { AnyLine } from './pages.ts'

export const ANALYST = 'Analyst'
export const UNASSIGNED = 'Not assigned'

type Columns = DataTableProps<AnyLine>['columns']
type Listed = Pick<
  DataTableProps<AnyLine>,
  'caption' | 'columns' | 'rowKey' | 'to' | 'csvName' | 'onShown' | 'tools'
>
type Found = { counts: { statusId: number; sums?: Record<string, number | null> }[]; analysts: string[] }
type Asked = { review: AnyReview; status?: number | undefined; part?: string | undefined; firstSort: string }

/** Turns the figures of a status into one line, so that columns read them like any other line. */
const buildTotaledColumns =
  (status: number | undefined) =>
  (columns: Columns, { counts }: Found) => {
    const sums = counts
      .filter((count) => status === undefined || count.statusId === status)
      .map((count) => ({ statusId: count.statusId, ...count.sums }) as AnyLine)
    return columns.map((column) => ({ ...column, total: column.total && (() => column.total?.(sums) ?? '') }))
  }

/** Fields that the page's call sorts and filters by under names other than those of its lines. */
const fields = {
  number: 'requestNumber',
  status: 'statusLabel',
  age: 'ageDays',
  company: 'companyName',
  analyst: 'reviewerName',
}

/**
 * Records of a status, of a part, or all, as the content of a tab: the server filters, sorts, adds up and
 * cuts the page.
 */
export function Paged({ review, status, part, firstSort, ...listed }: Listed & TabContent & Asked) {
  const source = useMemo(
    (): Source<AnyLine, Found> => ({
      call: review.calls.page as never,
      fixed: { status, part, sums: true },
      choices: [{ label: ANALYST, served: 'reviewer', values: ({ analysts }) => analysts, none: UNASSIGNED }],
      firstSort,
      fields,
      totalled: buildTotaledColumns(status),
    }),
    [review, status, part, firstSort],
  )
  return <ServedTable {...listed} source={source} newestFirst />
}
