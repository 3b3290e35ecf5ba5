import { useMemo } from 'react'
import { dueWords } from '#core/platform/lookups/model/index.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { ToDoLine } from '../model/shapes.ts'
import { describeDueState, deskLabels, getToDoKey, getToDoTone } from './words.ts'

const col = columns<ToDoLine>()
const titleColumn = col.link(
  'To do',
  (line) => line.title,
  (line) => line.url,
  { width: 240 },
)
const propertyColumn = col.link(
  'Property',
  (line) => line.propertyName,
  (line) => (line.propertyId === null ? null : `/todolist/property/${line.propertyId}`),
  { width: 220 },
)
const companyColumn = col.link(
  'Management company',
  (line) => line.managementCompanyName,
  (line) =>
    line.managementCompanyId === null ? null : `/todolist/managementCompany/${line.managementCompanyId}`,
  { width: 230 },
)
const sharedColumns = [
  col.text('What', (line) => line.kindLabel, { width: 215 }),
  col.date('Due', (line) => line.dueDate, { width: 105 }),
  col.chip('State', describeDueState, getToDoTone, { width: 100 }),
  col.date('Since', (line) => line.since, { width: 105, lesser: true }),
]
const waitsForColumn = col.text('Waits for', (line) => deskLabels[line.waitsFor], { width: 150 })

const tabs = [
  { label: 'All', match: () => true },
  { label: dueWords.overdue, match: (line: ToDoLine) => line.dueStatus === 2 },
  { label: dueWords.pending, match: (line: ToDoLine) => line.dueStatus === 1 },
  { label: 'Without a date', match: (line: ToDoLine) => line.dueStatus === null },
]

/**
 * The table of to-dos, the most urgent first. `of` is the subject of the screen, so that columns that would
 * only repeat it are left out.
 */
export function ToDoTable({
  rows,
  caption,
  of,
  desk = false,
  empty,
}: {
  rows: readonly ToDoLine[]
  caption: string
  of: 'property' | 'company' | 'everything'
  /** Whether to show for whom each to-do waits. */
  desk?: boolean
  empty: string
}) {
  const hasSeveralCompanies = useMemo(
    () => new Set(rows.map((line) => line.managementCompanyId)).size > 1,
    [rows],
  )
  const columns = useMemo(
    () => [
      titleColumn,
      ...(of === 'property' ? [] : [propertyColumn]),
      ...sharedColumns,
      ...(desk ? [waitsForColumn] : []),
      ...(of === 'everything' && hasSeveralCompanies ? [companyColumn] : []),
    ],
    [of, desk, hasSeveralCompanies],
  )
  const kinds = useMemo(() => [...new Set(rows.map((line) => line.kindLabel))].sort(), [rows])
  const filters = useMemo(
    () =>
      kinds.length > 1
        ? [
            {
              label: 'What',
              values: kinds,
              match: (line: ToDoLine, value: string) => line.kindLabel === value,
            },
          ]
        : [],
    [kinds],
  )
  return (
    <DataTable
      caption={caption}
      rows={rows}
      columns={columns}
      rowKey={getToDoKey}
      to={(line) => line.url}
      tabs={tabs}
      filters={filters}
      {...(of === 'property' ? {} : { alphabet: (line: ToDoLine) => line.propertyName ?? line.title })}
      csvName="to-do"
      empty={empty}
    />
  )
}
