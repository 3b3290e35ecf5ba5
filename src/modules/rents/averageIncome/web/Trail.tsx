import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { getKernelQuery } from '#kernel/web/queries.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type getByProjectId, getHistory } from '../model/calls.ts'
import { Changes } from './Changes.tsx'

type Result = Answer<typeof getByProjectId>['results'][number]
const col = columns<Result>()
const resultColumns = [
  col.moment('When', (one) => one.createdAt, { width: 170 }),
  col.text('Who', (one) => one.createdByName, { width: 150 }),
  col.number('Units', (one) => one.units, { width: 80 }),
  col.text('Average', (one) => (one.average === null ? '' : `${one.average.toFixed(2)}%`), { width: 100 }),
  col.chip(
    'Test',
    (one) => (one.holds ? 'Met' : 'Not met'),
    (one) => (one.holds ? 'green' : 'red'),
    { width: 130 },
  ),
  col.text('Fell out', (one) => one.removed, { wrap: true }),
  col.number('Over income', (one) => one.overIncome, { width: 110 }),
]

/**
 * The test's result after each change, and the history of designations: who, which unit, when, and the old
 * value.
 */
export function Trail({ propertyId, results }: { propertyId: number; results: readonly Result[] }) {
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({ ...getKernelQuery(getHistory, { params: { projectId: propertyId } }), enabled: opened })
  return (
    <>
      <h3>Results</h3>
      <DataTable
        caption="Results of the test"
        rows={results}
        columns={resultColumns}
        rowKey={(one) => one.averageIncomeResultId}
        height="none"
        csvName="average-income-results"
        empty="Nothing was stored yet."
      />
      {!opened && (
        <Button variant="default" onClick={() => setOpened(true)}>
          Show history of the designations
        </Button>
      )}
      {data && (
        <Changes
          of={data}
          caption="History of the designations"
          csvName="designations"
          empty="No unit was designated yet."
        />
      )}
    </>
  )
}
