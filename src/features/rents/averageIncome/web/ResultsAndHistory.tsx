import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type getByProjectId, getHistory } from '../model/calls.ts'
import { Changes } from './Changes.tsx'

type Result = Answer<typeof getByProjectId>['results'][number]
const col = columns<Result>()
const resultColumns = [
  col.moment('When', (item) => item.createdAt, { width: 170 }),
  col.text('Who', (item) => item.createdByName, { width: 150 }),
  col.number('Units', (item) => item.units, { width: 80 }),
  col.text('Average', (item) => (item.average === null ? '' : `${item.average.toFixed(2)}%`), { width: 100 }),
  col.chip(
    'Test',
    (item) => (item.holds ? 'Met' : 'Not met'),
    (item) => (item.holds ? 'green' : 'red'),
    { width: 130 },
  ),
  col.text('Fell out', (item) => item.removed, { wrap: true }),
  col.number('Over income', (item) => item.overIncome, { width: 110 }),
]

/** Shows the test's result after each change, and on request the history of designations. */
export function ResultsAndHistory({
  propertyId,
  results,
}: {
  propertyId: number
  results: readonly Result[]
}) {
  const [isOpened, setIsOpened] = useState(false)
  const { data } = useQuery({
    ...buildCallQuery(getHistory, { params: { projectId: propertyId } }),
    enabled: isOpened,
  })
  return (
    <>
      <h3>Results</h3>
      <DataTable
        caption="Results of the test"
        rows={results}
        columns={resultColumns}
        rowKey={(item) => item.averageIncomeResultId}
        height="none"
        csvName="average-income-results"
        empty="Nothing was stored yet."
      />
      {!isOpened && (
        <Button variant="default" onClick={() => setIsOpened(true)}>
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
