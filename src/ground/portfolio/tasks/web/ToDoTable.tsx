import { useMemo } from 'react'
import { dueWords } from '#ground/platform/lookups/model/index.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { ToDoLine } from '../model/shapes.ts'
import { deskLabels, keyOfToDo, toDoTone, toDoWords } from './words.ts'

const col = columns<ToDoLine>()
const title = col.link(
  'To do',
  (line) => line.title,
  (line) => line.url,
  { width: 240 },
)
const property = col.link(
  'Property',
  (line) => line.propertyName,
  (line) => (line.propertyId === null ? null : `/todolist/property/${line.propertyId}`),
  { width: 220 },
)
const company = col.link(
  'Management company',
  (line) => line.managementCompanyName,
  (line) =>
    line.managementCompanyId === null ? null : `/todolist/managementCompany/${line.managementCompanyId}`,
  { width: 230 },
)
const shared = [
  col.text('What', (line) => line.kindLabel, { width: 215 }),
  col.date('Due', (line) => line.dueDate, { width: 105 }),
  col.chip('State', toDoWords, toDoTone, { width: 100 }),
  col.date('Since', (line) => line.since, { width: 105, lesser: true }),
]
const waitsFor = col.text('Waits for', (line) => deskLabels[line.waitsFor], { width: 150 })

const tabs = [
  { label: 'All', match: () => true },
  { label: dueWords.overdue, match: (line: ToDoLine) => line.dueStatus === 2 },
  { label: dueWords.pending, match: (line: ToDoLine) => line.dueStatus === 1 },
  { label: 'Without a date', match: (line: ToDoLine) => line.dueStatus === null },
]

/**
 * To-dos in one list, the most urgent first. `of` says which columns would only repeat the screen's subject.
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
  /** Shows for whom each waits. */
  desk?: boolean
  empty: string
}) {
  const many = useMemo(() => new Set(rows.map((line) => line.managementCompanyId)).size > 1, [rows])
  const columns = useMemo(
    () => [
      title,
      ...(of === 'property' ? [] : [property]),
      ...shared,
      ...(desk ? [waitsFor] : []),
      ...(of === 'everything' && many ? [company] : []),
    ],
    [of, desk, many],
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
      rowKey={keyOfToDo}
      to={(line) => line.url}
      tabs={tabs}
      filters={filters}
      {...(of === 'property' ? {} : { alphabet: (line: ToDoLine) => line.propertyName ?? line.title })}
      csvName="to-do"
      empty={empty}
    />
  )
}
