import { useMemo } from 'react'
import { DataTable } from '#ui/table/DataTable.tsx'
import { queueColumns, statusTabs } from './columns.tsx'
import type { RequestLine } from './types.ts'
import { reviewPath } from './words.ts'

const UNASSIGNED = 'Not assigned'
const analystOf = (line: RequestLine): string => line.reviewerName ?? UNASSIGNED

/** Requests as the agency's work queue. */
export function RequestQueue({
  caption,
  rows,
  csvName,
}: {
  caption: string
  rows: readonly RequestLine[]
  csvName: string
}) {
  const filters = useMemo(
    () => [
      {
        label: 'Analyst',
        values: [...new Set(rows.map(analystOf))].sort(),
        match: (line: RequestLine, name: string) => analystOf(line) === name,
      },
    ],
    [rows],
  )
  return (
    <DataTable
      caption={caption}
      rows={rows}
      columns={queueColumns}
      rowKey={(line) => line.contactChangeRequestId}
      to={reviewPath}
      tabs={statusTabs}
      filters={filters}
      alphabet={(line) => line.subject}
      csvName={csvName}
      empty="No contact change was asked for yet."
    />
  )
}
