import { Button, Group } from '@mantine/core'
import { Suspense, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { dueWords } from '#core/platform/lookups/model/index.ts'
import { today } from '#kernel/model/dates.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency, useMay } from '#ui/frame/hooks.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { type BoardLine, getInspectionPropertiesByYear } from '../model/calls.ts'
import { getInspectors, plan } from '../model/planCalls.ts'
import { InspectionStatus } from '../model/rules.ts'
import { BoardBar } from './BoardBar.tsx'
import { BoardMap } from './BoardMap.tsx'
import { type UndoMove, useBoardActs } from './boardActs.ts'
import { getBoardColumns, getLinePath } from './boardColumns.tsx'
import { useBoardDrag } from './boardDrag.ts'
import { Inspectors } from './Inspectors.tsx'
import { ProposePlan } from './ProposalDialog.tsx'

const isOpen = ({ statusId }: BoardLine) => statusId === null || statusId < InspectionStatus.VISITED
const tabs = [
  { label: 'All', match: () => true },
  { label: dueWords.overdue, match: (line: BoardLine) => line.overdue },
  { label: 'Without a month', match: (line: BoardLine) => isOpen(line) && line.plannedMonth === null },
  { label: 'Planned', match: (line: BoardLine) => isOpen(line) && line.plannedMonth !== null },
  { label: 'Visited', match: (line: BoardLine) => line.visitedOn !== null },
]

/**
 * The planning board: the visits of a year with reasons, due days and inspectors. The agency plans them with
 * keys, buttons or by dragging.
 */
export default function Board() {
  const present = today().slice(0, 4)
  const [yearText, setYear] = useAddressValue('year', present)
  const year = /^20\d\d$/.test(yearText) ? Number(yearText) : Number(present)
  return (
    <Suspense fallback={<ScreenSkeleton rows={14} />}>
      <Year year={year} onYear={(next) => setYear(String(next))} />
    </Suspense>
  )
}

const summarizeDue = (lines: readonly BoardLine[]): string => {
  const due = lines.filter((line) => line.kind !== null)
  const kinds = ['First', 'Interval', 'Yearly', 'Again'].map((kind) =>
    due.filter((line) => line.kind === kind),
  )
  const labels = kinds.flatMap((kind) =>
    kind[0] ? [`${formatNumber(kind.length)} ${kind[0].label.toLowerCase()}`] : [],
  )
  return [`${formatNumber(due.length)} due`, ...labels].join(', ')
}

function Year({ year, onYear }: { year: number; onYear: (year: number) => void }) {
  const lines = useCall(getInspectionPropertiesByYear, { params: { year } })
  const agency = useIsAgency()
  const [above, setAbove] = useState<Above>('inspectors')
  const overdue = lines.filter((line) => line.overdue).length
  // The moves made on this board, including an applied proposal, which can be undone.
  const [moves] = useState<UndoMove[]>([])
  return (
    <Screen
      title={`Inspections ${year}`}
      chips={overdue > 0 && <Chip color="red">{`${overdue} overdue`}</Chip>}
      facts={[{ label: 'This year', value: summarizeDue(lines), line: true }]}
      actions={
        <Group gap="xs">
          {agency && <Tools above={above} onAbove={setAbove} year={year} lines={lines} moves={moves} />}
          {agency && (
            <Button component={Link} to="/inspection/visits" variant="default" size="xs">
              Visits
            </Button>
          )}
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
      {agency ? (
        <PlanningList year={year} lines={lines} above={above} moves={moves} />
      ) : (
        <CompanyList lines={lines} />
      )}
    </Screen>
  )
}

const companyColumns = getBoardColumns(null, 0)

function CompanyList({ lines }: { lines: readonly BoardLine[] }) {
  return (
    <DataTable
      caption="Inspections of the year"
      rows={lines}
      columns={companyColumns}
      rowKey={(line) => line.propertyId}
      to={getLinePath}
      csvName="inspections"
      empty="None of your properties is due in this year."
    />
  )
}

const getUniqueSorted = (values: readonly (string | null)[]) =>
  [...new Set(values.filter((value): value is string => value !== null))].sort()

const getFilters = (lines: readonly BoardLine[]) => [
  {
    label: 'County',
    values: getUniqueSorted(lines.map((line) => line.countyName)),
    match: (line: BoardLine, county: string) => line.countyName === county,
  },
  {
    label: 'Why',
    values: getUniqueSorted(lines.map((line) => line.label || null)),
    match: (line: BoardLine, why: string) => line.label === why,
  },
  {
    label: 'Inspector',
    values: getUniqueSorted(lines.map((line) => line.inspectorName)),
    match: (line: BoardLine, name: string) => line.inspectorName === name,
  },
]

type PlanningProps = { year: number; lines: readonly BoardLine[]; above: Above; moves: UndoMove[] }

function PlanningList({ year, lines, above, moves }: PlanningProps) {
  const { inspectors } = useCall(getInspectors, { params: { year } })
  const plans = useMay(plan)
  const columns = useMemo(() => getBoardColumns(inspectors, year, plans), [inspectors, year, plans])
  const filters = useMemo(() => getFilters(lines), [lines])
  const board = useBoardActs({ inspectors, year, moves })
  const box = useRef<HTMLDivElement>(null)
  const drop: Parameters<typeof useBoardDrag>[1] = {
    lines,
    inspectors,
    drop: (line, drop) =>
      void board.act(drop, [line]).catch((error: Error) => notify(error.message, { kind: 'warning' })),
  }
  useBoardDrag(box, plans ? drop : null)
  const caption = `Planning board ${year}`
  return (
    <div ref={box}>
      {above === 'inspectors' && (
        <Inspectors inspectors={inspectors} year={year} due={lines.filter(isOpen).length} />
      )}
      {above === 'map' && <BoardMap lines={lines} year={year} caption={caption} />}
      <DataTable
        caption={caption}
        rows={lines}
        columns={columns}
        rowKey={(line) => line.propertyId}
        to={getLinePath}
        tabs={tabs}
        filters={filters}
        csvName={`inspections-${year}`}
        select={
          plans
            ? {
                label: (line) => `Choose ${line.propertyName}`,
                bar: (bar) => <BoardBar {...bar} board={board} inspectors={inspectors} year={year} />,
              }
            : undefined
        }
        empty={`Nothing is due in ${year}; ${plural(inspectors.length, 'inspector', 'inspectors')} on the list.`}
      />
    </div>
  )
}

type Above = 'inspectors' | 'map' | 'nothing'

/** The buttons that show the map or the inspectors above the list, and the one that proposes a plan. */
function Tools({ above, onAbove, year, lines, moves }: PlanningProps & { onAbove: (above: Above) => void }) {
  const mayPlan = useMay(plan)
  const toggle = (part: Above) => onAbove(above === part ? 'nothing' : part)
  return (
    <>
      <Button variant="default" size="xs" aria-pressed={above === 'map'} onClick={() => toggle('map')}>
        Map
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-pressed={above === 'inspectors'}
        onClick={() => toggle('inspectors')}
      >
        Inspectors
      </Button>
      {mayPlan && <ProposePlan year={year} lines={lines} moves={moves} />}
    </>
  )
}
