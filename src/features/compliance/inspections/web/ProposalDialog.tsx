import { Button, Checkbox, Group } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Modal } from '#ui/frame/Modal.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { BoardLine } from '../model/calls.ts'
import { applyPlan, type PlanProposal, proposeVisits } from '../model/planCalls.ts'
import { getUndoMove, type UndoMove } from './boardActs.ts'
import { useWrite } from './useWrite.ts'

/** The board that the plan is for: its current lines, and the moves that can be undone. */
type Board = { year: number; lines: readonly BoardLine[]; moves: UndoMove[] }
type Line = PlanProposal['proposed'][number]
const col = columns<Line>()

/**
 * A button that opens the proposed plan. Each move shows its reason and can be deselected before all are
 * applied at once.
 */
export function ProposePlan(board: Board) {
  const { year } = board
  const [isOpened, setIsOpened] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setIsOpened(true)}>
        Propose a plan…
      </Button>
      {isOpened && (
        <Modal opened onClose={() => setIsOpened(false)} title={`Proposed plan ${year}`} size="74rem">
          <Suspense fallback={<p aria-busy="true">Working out a plan …</p>}>
            <ProposedMoves {...board} onDone={() => setIsOpened(false)} />
          </Suspense>
        </Modal>
      )}
    </>
  )
}

function getColumns(excludedIds: ReadonlySet<number>, toggle: (id: number) => void) {
  return [
    col.node(
      'Plan',
      (line) => (
        <Checkbox
          size="xs"
          aria-label={`Plan ${line.propertyName}`}
          checked={!excludedIds.has(line.propertyId)}
          onChange={() => toggle(line.propertyId)}
        />
      ),
      { width: 50 },
    ),
    col.text('Property', (line) => [line.propertyName, line.city].filter(Boolean).join(', '), { width: 220 }),
    col.text('County', (line) => line.countyName?.replace(/ County$/, ''), { width: 95 }),
    col.date('Due by', (line) => line.dueBy, { width: 95 }),
    col.month('Month', (line) => line.month, { width: 115 }),
    col.text('Inspector', (line) => line.inspectorName, { width: 150 }),
    col.text('Why', (line) => line.why, { width: 360 }),
  ]
}

const toggleId = (ids: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  ids.has(id) ? new Set([...ids].filter((number) => number !== id)) : new Set([...ids, id])

function ProposedMoves({ year, lines, moves: undoableMoves, onDone }: Board & { onDone: () => void }) {
  const { proposed, without } = useCall(proposeVisits, { params: { year } })
  const [excludedIds, setOut] = useState<ReadonlySet<number>>(new Set())
  const [fault, setFault] = useState('')
  const write = useWrite()
  const columns = useMemo(
    () => getColumns(excludedIds, (id) => setOut((before) => toggleId(before, id))),
    [excludedIds],
  )
  const selectedLines = proposed.filter((line) => !excludedIds.has(line.propertyId))
  const apply = () => {
    const moves = selectedLines.map(({ propertyId, month, complianceInspectorId, version }) => ({
      propertyId,
      month,
      complianceInspectorId,
      version,
    }))
    void write(
      applyPlan,
      { body: { moves } },
      `${plural(moves.length, 'visit is', 'visits are')} planned. Ctrl+Z takes them back.`,
    ).then(
      () => {
        const planned = new Set(moves.map((move) => move.propertyId))
        undoableMoves.push(getUndoMove(lines.filter((line) => planned.has(line.propertyId))))
        onDone()
      },
      (error: Error) => {
        setFault(error.message)
        notify(error.message, { kind: 'warning' })
      },
    )
  }
  return (
    <>
      <p>{summarizeProposal({ proposed, without })}</p>
      {fault && <p role="alert">{fault}</p>}
      <DataTable
        caption="Proposed visits"
        rows={proposed}
        columns={columns}
        rowKey={(line) => line.propertyId}
        height={440}
        plain
        empty="Nothing to propose: every due visit has its month, or nobody has room."
      />
      <UnplannedVisits lines={without} />
      <Group mt="sm" gap="sm">
        {selectedLines.length > 0 && (
          <Button onClick={apply}>{`Plan ${plural(selectedLines.length, 'visit', 'visits')}`}</Button>
        )}
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </>
  )
}

function summarizeProposal({ proposed, without }: PlanProposal): string {
  const inTime = proposed.filter(
    (line) => line.month.slice(0, 7) <= line.dueBy.slice(0, 7) && !line.overdue,
  ).length
  const overdue = proposed.filter((line) => line.overdue).length
  const late = proposed.length - inTime - overdue
  const labels = [
    `${inTime} in time`,
    ...(overdue > 0 ? [`${overdue} overdue already`] : []),
    ...(late > 0 ? [`${late} after their due day`] : []),
    ...(without.length > 0 ? [`${without.length} without room this year`] : []),
  ]
  return `${plural(proposed.length, 'visit', 'visits')} proposed: ${labels.join(', ')}. Nothing is planned until you say so.`
}

const UnplannedVisits = ({ lines }: { lines: PlanProposal['without'] }) =>
  lines.length === 0 ? null : (
    <details>
      <summary>{`No inspector has room for ${plural(lines.length, 'visit', 'visits')}`}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line.propertyId}>{`${line.propertyName}, due ${formatDate(line.dueBy, 'MM/DD/YYYY')}`}</li>
        ))}
      </ul>
    </details>
  )
