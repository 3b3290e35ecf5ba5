import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { LineChart } from '#ui/chart/LineChart.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getRentsOverYears } from '../model/calls.ts'

type Year = Answer<typeof getRentsOverYears>[number]
const col = columns<Year>()
const yearColumns = [
  col.text('Year', (item) => String(item.year), { width: 80 }),
  col.text('Unit and rent type', (item) => item.label, { width: 260 }),
  col.money('Gross rent', (item) => item.gross, { width: 120 }),
  col.money('Limit', (item) => item.limit, { width: 120 }),
  col.money('Below the limit', (item) => (item.limit === null ? null : item.limit - item.gross), {
    width: 140,
  }),
]

/**
 * The property's gross rents and their limits by year: a chart of one unit and rent type, and a table of
 * all.
 */
export function RentsOverYears({ propertyId }: { propertyId: number }) {
  const rows = useCall(getRentsOverYears, { params: { propertyId } })
  const labels = [...new Set(rows.map((row) => row.label))]
  const [selected, setSelected] = useState<string | null>(null)
  const label = selected !== null && labels.includes(selected) ? selected : labels[0]
  const matchingRows = rows.filter((row) => row.label === label)
  const span = `${matchingRows[0]?.year} to ${matchingRows.at(-1)?.year}`
  const limits = matchingRows.flatMap((item) => item.limit ?? [])
  return (
    <>
      <h2>Rents and limits over the years</h2>
      {matchingRows.length > 1 && (
        <>
          <NativeSelect
            label="Drawn"
            w={300}
            value={label ?? ''}
            data={labels}
            onChange={({ currentTarget }) => setSelected(currentTarget.value)}
          />
          <LineChart
            label={`${label}: gross rent and limit from ${span}; the figures are in the table below`}
            span={span}
            lines={[
              { label: 'Gross rent', values: matchingRows.map((item) => item.gross) },
              ...(limits.length === matchingRows.length
                ? [{ label: 'Limit', values: limits, broken: true }]
                : []),
            ]}
          />
        </>
      )}
      <DataTable
        caption="Rents and limits over the years"
        rows={rows}
        columns={yearColumns}
        rowKey={(item) => `${item.label} ${item.year}`}
        height={280}
        csvName="rents-and-limits"
        initialSort={{ sortBy: 'Year', descending: true }}
        empty="No rents with a utility allowance are known."
      />
    </>
  )
}
