import { Button, Group, Select } from '@mantine/core'
import { useEffect, useState } from 'react'
import { monthName } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { type ScreenKey, useKeys } from '#ui/frame/keys.ts'
import type { SelectBar } from '#ui/table/SelectionBar.tsx'
import type { BoardLine } from '../model/calls.ts'
import type { InspectorLine } from '../model/planCalls.ts'
import { type BoardAct, type BoardActs, isPlanned } from './boardActs.ts'
import styles from './inspections.module.css'

type Bar = SelectBar<BoardLine> & { board: BoardActs; inspectors: readonly InspectorLine[]; year: number }

/**
 * The bar below the board with the number of selected visits and the actions on them. An action that is
 * started by key without a selection selects the focused row first.
 */
export function BoardBar({ chosen, clear, rowKeys, board, inspectors, year }: Bar) {
  const { act, undo: takeBack } = board
  const confirm = useConfirm()
  const [pendingAct, setPendingAct] = useState<BoardAct | null>(null)
  const notifyFailure = (task: Promise<void>) =>
    void task.catch((error: Error) => notify(error.message, { kind: 'warning' }))
  const run = (next: BoardAct) => notifyFailure(act(next, chosen))
  const startAct = (next: BoardAct) => {
    if (chosen.length > 0) run(next)
    else if (rowKeys.pick()) setPendingAct(next)
  }
  useEffect(() => {
    if (pendingAct === null || chosen.length === 0) return
    setPendingAct(null)
    run(pendingAct)
  })
  const plannedVisits = chosen.filter(isPlanned)
  const askToSendNotices = () => {
    if (plannedVisits.length === 0) {
      notify('Choose visits that have a month first.', { kind: 'warning' })
      return
    }
    void confirm({
      title: `Send ${plural(plannedVisits.length, 'notice', 'notices')}`,
      text: 'Each owner is mailed, and the letter is posted. A visit needs its day first.',
      confirmLabel: 'Send',
      action: () => act('notices', chosen),
    })
  }
  useKeys('Planning board', [
    ...rowKeys.keys,
    ...getKeys(inspectors, startAct, askToSendNotices, () => notifyFailure(takeBack())),
  ])
  return (
    <div className={styles.bar} data-noprint>
      <span role="status">{plural(chosen.length, 'property', 'properties')} selected</span>
      <Choices year={year} inspectors={inspectors} onAct={startAct} />
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => startAct('unplan')}>
          Take off
        </Button>
        <Button size="xs" variant="subtle" onClick={clear}>
          Choose none
        </Button>
        <Button size="xs" disabled={plannedVisits.length === 0} onClick={askToSendNotices}>
          {plannedVisits.length === 0
            ? 'Send notices…'
            : `Send ${plural(plannedVisits.length, 'notice', 'notices')}…`}
        </Button>
      </Group>
    </div>
  )
}

const getKeys = (
  inspectors: readonly InspectorLine[],
  startAct: (act: BoardAct) => void,
  askToSendNotices: () => void,
  takeBack: () => void,
): ScreenKey[] => [
  { key: 'ArrowLeft', label: 'A month earlier', run: () => startAct({ move: -1 }) },
  { key: 'ArrowRight', label: 'A month later', run: () => startAct({ move: 1 }) },
  ...inspectors.slice(0, 9).map((line, index) => ({
    key: String(index + 1),
    label: `To ${line.name}`,
    run: () => startAct({ inspector: line.complianceInspectorId }),
  })),
  { key: 'Delete', label: 'Take off the plan', run: () => startAct('unplan') },
  { key: 'n', label: 'Send notices', run: askToSendNotices },
  { key: 'Ctrl z', label: 'Take the last move back', run: takeBack },
]

function Choices({
  year,
  inspectors,
  onAct,
}: Pick<Bar, 'year' | 'inspectors'> & { onAct: (act: BoardAct) => void }) {
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
