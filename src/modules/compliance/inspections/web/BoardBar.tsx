import { Button, Group, Select } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { addMonths, monthName, monthOf, today } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { type ScreenKey, useKeys } from '#ui/frame/keys.ts'
import type { SelectBar } from '#ui/table/SelectionBar.tsx'
import type { BoardLine } from '../model/calls.ts'
import { type InspectorLine, plan, sendNotices, unplan } from '../model/planCalls.ts'
import { InspectionStatus } from '../model/rules.ts'
import styles from './inspections.module.css'
import { useWrite } from './useWrite.ts'

type Act = { move: 1 | -1 } | { inspector: number | null } | { month: string } | 'unplan' | 'notices'
type Bar = SelectBar<BoardLine> & { lines: readonly BoardLine[]; inspectors: readonly InspectorLine[]; year: number }

/** The month in which a visit without one begins: that of its due day, within the year and not before today. */
function firstMonth({ plannedMonth, dueBy }: BoardLine, year: number): string {
  if (plannedMonth !== null) return plannedMonth
  const present = monthOf(today())
  const begin = present.startsWith(String(year)) ? present : `${year}-01-01`
  const due = dueBy === null ? begin : monthOf(dueBy)
  return due < begin || !due.startsWith(String(year)) ? begin : due
}

const isPlanned = (line: BoardLine) => line.statusId === InspectionStatus.PLANNED
const idsOf = (lines: readonly BoardLine[]) => lines.flatMap((line) => line.complianceInspectionId ?? [])

/** Makes the calls of an act; answers what to say of it. */
function useActs({ inspectors, year, lines }: Pick<Bar, 'inspectors' | 'year' | 'lines'>) {
  const write = useWrite()
  const undo = useRef<(readonly BoardLine[])[]>([])
  const group = async (of: readonly BoardLine[], monthFor: (line: BoardLine) => string, words: string) => {
    for (const [month, inMonth] of Map.groupBy(of, monthFor))
      await write(plan, { body: { propertyIds: inMonth.map((line) => line.propertyId), month } }, words)
  }
  const act = async (wanted: Act, of: readonly BoardLine[]) => {
    const open = of.filter((line) => line.visitedOn === null)
    if (open.length === 0) throw new ApiError(409, 'It was visited already.')
    const propertyIds = open.map((line) => line.propertyId)
    if (wanted === 'notices')
      return void (await write(sendNotices, { body: { ids: idsOf(open.filter(isPlanned)) } }, 'The notices are sent.'))
    undo.current.push(open)
    if (wanted === 'unplan') return void (await write(unplan, { body: { ids: idsOf(open) } }, 'Taken off the plan.'))
    if ('move' in wanted) {
      const to = (line: BoardLine) =>
        line.plannedMonth === null ? firstMonth(line, year) : addMonths(firstMonth(line, year), wanted.move)
      return group(open, to, 'Moved.')
    }
    if ('month' in wanted) return group(open, () => wanted.month, `Planned for ${monthName(wanted.month)}.`)
    const name = inspectors.find((line) => line.complianceInspectorId === wanted.inspector)?.name ?? 'nobody'
    const body = { propertyIds, complianceInspectorId: wanted.inspector }
    await write(plan, { body }, `${plural(open.length, 'visit goes', 'visits go')} to ${name}.`)
  }
  const takeBack = async () => {
    const before = undo.current.pop()
    if (!before) return notify('There is nothing to take back.')
    const fresh = before.filter((line) => line.complianceInspectionId === null).map((line) => line.propertyId)
    const ids = idsOf(lines.filter((line) => fresh.includes(line.propertyId)))
    if (ids.length > 0) await write(unplan, { body: { ids } }, 'Taken back.')
    for (const { propertyId, plannedMonth, complianceInspectorId } of before.filter(
      (line) => line.complianceInspectionId,
    ))
      await write(
        plan,
        {
          body: { propertyIds: [propertyId], complianceInspectorId, ...(plannedMonth ? { month: plannedMonth } : {}) },
        },
        'Taken back.',
      )
  }
  return { act, takeBack }
}

/** Below the board: what is chosen, and what can be done with it by key or button. */
export function BoardBar({ chosen, clear, rowKeys, lines, inspectors, year }: Bar) {
  const { act, takeBack } = useActs({ inspectors, year, lines })
  const confirm = useConfirm()
  const [wanted, setWanted] = useState<Act | null>(null)
  const run = (next: Act) => void act(next, chosen).catch((error: Error) => notify(error.message, { kind: 'warning' }))
  const begin = (next: Act) => {
    if (chosen.length > 0) run(next)
    else if (rowKeys.pick()) setWanted(next)
  }
  useEffect(() => {
    if (wanted === null || chosen.length === 0) return
    setWanted(null)
    run(wanted)
  })
  const noticed = chosen.filter(isPlanned)
  const notices = () =>
    void confirm({
      title: `Send ${plural(noticed.length, 'notice', 'notices')}`,
      text: 'Each owner is mailed, and the letter is posted. A visit needs its day first.',
      confirmLabel: 'Send',
      action: () => act('notices', chosen),
    })
  useKeys('Planning board', [...rowKeys.keys, ...keysOf(inspectors, begin, notices, () => void takeBack())])
  return (
    <div className={styles.bar} data-noprint>
      <span role="status">{plural(chosen.length, 'property', 'properties')} selected</span>
      <Choices year={year} inspectors={inspectors} onAct={begin} />
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => begin('unplan')}>
          Take off
        </Button>
        <Button size="xs" variant="subtle" onClick={clear}>
          Choose none
        </Button>
        <Button size="xs" onClick={notices}>{`Send ${plural(noticed.length, 'notice', 'notices')}…`}</Button>
      </Group>
    </div>
  )
}

const keysOf = (
  inspectors: readonly InspectorLine[],
  begin: (act: Act) => void,
  notices: () => void,
  takeBack: () => void,
): ScreenKey[] => [
  { key: 'ArrowLeft', label: 'A month earlier', run: () => begin({ move: -1 }) },
  { key: 'ArrowRight', label: 'A month later', run: () => begin({ move: 1 }) },
  ...inspectors.slice(0, 9).map((line, index) => ({
    key: String(index + 1),
    label: `To ${line.name}`,
    run: () => begin({ inspector: line.complianceInspectorId }),
  })),
  { key: 'Delete', label: 'Take off the plan', run: () => begin('unplan') },
  { key: 'n', label: 'Send notices', run: notices },
  { key: 'Ctrl z', label: 'Take the last move back', run: takeBack },
]

function Choices({ year, inspectors, onAct }: Pick<Bar, 'year' | 'inspectors'> & { onAct: (act: Act) => void }) {
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}-01`)
  return (
    <Group gap="xs">
      <Select
        aria-label="Month"
        placeholder="Month…"
        size="xs"
        w={140}
        value={null}
        data={months.map((value) => ({ value, label: monthName(value) }))}
        onChange={(month) => month && onAct({ month })}
      />
      <Select
        aria-label="Inspector"
        placeholder="Inspector…"
        size="xs"
        w={180}
        value={null}
        data={inspectors.map((line) => ({ value: String(line.complianceInspectorId), label: line.name }))}
        onChange={(id) => id && onAct({ inspector: Number(id) })}
      />
    </Group>
  )
}
