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
import { type Act, type BoardActs, isPlanned } from './boardActs.ts'
import styles from './inspections.module.css'

type Bar = SelectBar<BoardLine> & { board: BoardActs; inspectors: readonly InspectorLine[]; year: number }

/** The bar below the board: the chosen visits, and the actions on them by key or button. */
export function BoardBar({ chosen, clear, rowKeys, board, inspectors, year }: Bar) {
  const { act, takeBack } = board
  const confirm = useConfirm()
  const [pendingAct, setPendingAct] = useState<Act | null>(null)
  const orSay = (task: Promise<void>) =>
    void task.catch((error: Error) => notify(error.message, { kind: 'warning' }))
  const run = (next: Act) => orSay(act(next, chosen))
  const begin = (next: Act) => {
    if (chosen.length > 0) run(next)
    else if (rowKeys.pick()) setPendingAct(next)
  }
  useEffect(() => {
    if (pendingAct === null || chosen.length === 0) return
    setPendingAct(null)
    run(pendingAct)
  })
  const noticed = chosen.filter(isPlanned)
  const notices = () => {
    if (noticed.length === 0) {
      notify('Choose visits that have a month first.', { kind: 'warning' })
      return
    }
    void confirm({
      title: `Send ${plural(noticed.length, 'notice', 'notices')}`,
      text: 'Each owner is mailed, and the letter is posted. A visit needs its day first.',
      confirmLabel: 'Send',
      action: () => act('notices', chosen),
    })
  }
  useKeys('Planning board', [
    ...rowKeys.keys,
    ...getKeys(inspectors, begin, notices, () => orSay(takeBack())),
  ])
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
        <Button size="xs" disabled={noticed.length === 0} onClick={notices}>
          {noticed.length === 0 ? 'Send notices…' : `Send ${plural(noticed.length, 'notice', 'notices')}…`}
        </Button>
      </Group>
    </div>
  )
}

const getKeys = (
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

function Choices({
  year,
  inspectors,
  onAct,
}: Pick<Bar, 'year' | 'inspectors'> & { onAct: (act: Act) => void }) {
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
