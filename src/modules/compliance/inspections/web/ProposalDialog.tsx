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
import { getMove, type Move } from './boardActs.ts'
import { useWrite } from './useWrite.ts'

/** The board the plan is for, with its lines as they are before it, and the moves that can be taken back. */
type Board = { year: number; lines: readonly BoardLine[]; moves: Move[] }
type Line = PlanProposal['proposed'][number]
const col = columns<Line>()

/**
 * A button and the plan it proposes: every move with its reason, each to be left out before all are made at
 * once.
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
            <Moves {...board} onDone={() => setIsOpened(false)} />
          </Suspense>
        </Modal>
      )}
    </>
  )
}

function getColumns(out: ReadonlySet<number>, toggle: (id: number) => void) {
  return [
    col.node(
      'Plan',
      (line) => (
        <Checkbox
          size="xs"
          aria-label={`Plan ${line.propertyName}`}
          checked={!out.has(line.propertyId)}
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

const toggled = (ids: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  ids.has(id) ? new Set([...ids].filter((number) => number !== id)) : new Set([...ids, id])

function Moves({ year, lines, moves: taken, onDone }: Board & { onDone: () => void }) {
  const { proposed, without } = useCall(proposeVisits, { params: { year } })
  const [out, setOut] = useState<ReadonlySet<number>>(new Set())
  const [fault, setFault] = useState('')
  const write = useWrite()
  const columns = useMemo(() => getColumns(out, (id) => setOut((before) => toggled(before, id))), [out])
  const selectedLines = proposed.filter((line) => !out.has(line.propertyId))
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
        taken.push(getMove(lines.filter((line) => planned.has(line.propertyId))))
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
      <p>{getWords({ proposed, without })}</p>
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
      <Without lines={without} />
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

function getWords({ proposed, without }: PlanProposal): string {
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

const Without = ({ lines }: { lines: PlanProposal['without'] }) =>
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
