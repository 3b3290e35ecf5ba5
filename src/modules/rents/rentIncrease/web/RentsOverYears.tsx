import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { LineChart } from '#ui/chart/LineChart.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getRentsOverYears } from '../model/calls.ts'

type Year = Answer<typeof getRentsOverYears>[number]
const col = columns<Year>()
const shown = [
  col.text('Year', (one) => String(one.year), { width: 80 }),
  col.text('Unit and rent type', (one) => one.label, { width: 260 }),
  col.money('Gross rent', (one) => one.gross, { width: 120 }),
  col.money('Limit', (one) => one.limit, { width: 120 }),
  col.money('Below the limit', (one) => (one.limit === null ? null : one.limit - one.gross), { width: 140 }),
]

/** Gross rents compared with their limits through the years: one unit and rent type drawn, all of them in the table. */
export function RentsOverYears({ propertyId }: { propertyId: number }) {
  const rows = useCall(getRentsOverYears, { params: { propertyId } })
  const labels = [...new Set(rows.map((one) => one.label))]
  const [chosen, setChosen] = useState<string | null>(null)
  const label = chosen !== null && labels.includes(chosen) ? chosen : labels[0]
  const drawn = rows.filter((one) => one.label === label)
  const span = `${drawn[0]?.year} to ${drawn.at(-1)?.year}`
  const limits = drawn.flatMap((one) => one.limit ?? [])
  return (
    <>
      <h2>Rents and limits over the years</h2>
      {drawn.length > 1 && (
        <>
          <NativeSelect
            label="Drawn"
            w={300}
            value={label ?? ''}
            data={labels}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
          <LineChart
            label={`${label}: gross rent and limit from ${span}; the figures are in the table below`}
            span={span}
            lines={[
              { label: 'Gross rent', values: drawn.map((one) => one.gross) },
              ...(limits.length === drawn.length ? [{ label: 'Limit', values: limits, broken: true }] : []),
            ]}
          />
        </>
      )}
      <DataTable
        caption="Rents and limits over the years"
        rows={rows}
        columns={shown}
        rowKey={(one) => `${one.label} ${one.year}`}
        height={280}
        csvName="rents-and-limits"
        initialSort={{ sortBy: 'Year', descending: true }}
        empty="No rents with a utility allowance are known."
      />
    </>
  )
}
