import { Button, Group } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { today } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency, useMay } from '#ui/frame/hooks.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { useAddressed } from '#ui/frame/useAddressed.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { type BoardLine, getInspectionPropertiesByYear } from '../model/calls.ts'
import { getInspectors, plan } from '../model/planCalls.ts'
import { InspectionStatus } from '../model/rules.ts'
import { BoardBar } from './BoardBar.tsx'
import { boardColumns, pathOfLine } from './boardColumns.tsx'
import { Inspectors } from './Inspectors.tsx'

const isOpen = ({ statusId }: BoardLine) => statusId === null || statusId < InspectionStatus.VISITED
const tabs = [
  { label: 'All', match: () => true },
  { label: 'Overdue', match: (line: BoardLine) => line.overdue },
  { label: 'Without a month', match: (line: BoardLine) => isOpen(line) && line.plannedMonth === null },
  { label: 'Planned', match: (line: BoardLine) => isOpen(line) && line.plannedMonth !== null },
  { label: 'Visited', match: (line: BoardLine) => line.visitedOn !== null },
]

/** What is to be visited in a year, why and by when, and who can do it: planned by key or button. */
export default function Board() {
  const present = today().slice(0, 4)
  const [asked, setYear] = useAddressed('year', present)
  const year = /^20\d\d$/.test(asked) ? Number(asked) : Number(present)
  return (
    <Suspense fallback={<ScreenSkeleton rows={14} />}>
      <Year year={year} onYear={(next) => setYear(String(next))} />
    </Suspense>
  )
}

const counted = (lines: readonly BoardLine[]): string => {
  const due = lines.filter((line) => line.kind !== null)
  const kinds = ['First', 'Interval', 'Yearly', 'Again'].map((kind) => due.filter((line) => line.kind === kind))
  const words = kinds.flatMap((of) => (of[0] ? [`${of.length} ${of[0].label.toLowerCase()}`] : []))
  return [`${due.length} due`, ...words].join(', ')
}

function Year({ year, onYear }: { year: number; onYear: (year: number) => void }) {
  const lines = useCall(getInspectionPropertiesByYear, { params: { year } })
  const agency = useIsAgency()
  const overdue = lines.filter((line) => line.overdue).length
  return (
    <Screen
      title={`Inspections ${year}`}
      chips={overdue > 0 && <Chip color="red">{`${overdue} overdue`}</Chip>}
      facts={[{ label: 'This year', value: counted(lines), line: true }]}
      actions={
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => onYear(year - 1)} aria-label="The year before">
            ‹
          </Button>
          <strong>{year}</strong>
          <Button variant="default" size="xs" onClick={() => onYear(year + 1)} aria-label="The year after">
            ›
          </Button>
        </Group>
      }
    >
      {agency ? <Planned year={year} lines={lines} /> : <Own lines={lines} />}
    </Screen>
  )
}

const ownColumns = boardColumns(null, 0)

function Own({ lines }: { lines: readonly BoardLine[] }) {
  return (
    <DataTable
      caption="Inspections of the year"
      rows={lines}
      columns={ownColumns}
      rowKey={(line) => line.propertyId}
      to={pathOfLine}
      csvName="inspections"
      empty="None of your properties is due in this year."
    />
  )
}

const unique = (values: readonly (string | null)[]) =>
  [...new Set(values.filter((value): value is string => value !== null))].sort()

const filtersOf = (lines: readonly BoardLine[]) => [
  {
    label: 'County',
    values: unique(lines.map((line) => line.countyName)),
    match: (line: BoardLine, county: string) => line.countyName === county,
  },
  {
    label: 'Why',
    values: unique(lines.map((line) => line.label || null)),
    match: (line: BoardLine, why: string) => line.label === why,
  },
  {
    label: 'Inspector',
    values: unique(lines.map((line) => line.inspectorName)),
    match: (line: BoardLine, name: string) => line.inspectorName === name,
  },
]

function Planned({ year, lines }: { year: number; lines: readonly BoardLine[] }) {
  const { inspectors } = useCall(getInspectors, { params: { year } })
  const plans = useMay(plan)
  const [folded, setFolded] = useState(false)
  const columns = useMemo(() => boardColumns(inspectors, year), [inspectors, year])
  const filters = useMemo(() => filtersOf(lines), [lines])
  return (
    <>
      {folded || <Inspectors inspectors={inspectors} year={year} due={lines.filter(isOpen).length} />}
      <DataTable
        caption={`Planning board ${year}`}
        rows={lines}
        columns={columns}
        rowKey={(line) => line.propertyId}
        to={pathOfLine}
        tabs={tabs}
        filters={filters}
        tools={
          <Button variant="default" size="xs" onClick={() => setFolded(!folded)}>
            {folded ? 'Show inspectors' : 'Hide inspectors'}
          </Button>
        }
        csvName={`inspections-${year}`}
        select={
          plans
            ? {
                label: (line) => `Choose ${line.propertyName}`,
                bar: (bar) => <BoardBar {...bar} lines={lines} inspectors={inspectors} year={year} />,
              }
            : undefined
        }
        empty={`Nothing is due in ${year}; ${plural(inspectors.length, 'inspector', 'inspectors')} on the list.`}
      />
    </>
  )
}
