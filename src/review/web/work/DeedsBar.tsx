import { Alert, Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { formatNumber } from '#kernel/model/formats.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { showKeys, useKeys } from '#ui/frame/keys.ts'
import type { RowKeys } from '#ui/table/useRowKeys.ts'
import { type StepAtOnce, stepsAtOnce, type WorkOutcome } from '../../model/work.ts'
import { type Chosen, useDeeds, useWork } from './useWork.ts'
import css from './work.module.css'

const AssignDialog = lazy(() => import('./AssignDialog.tsx'))
const MOST_NAMED = 6

type BarProps = {
  chosen: readonly Chosen[]
  clear: () => void
  rowKeys: RowKeys
  /** Opens the chosen records one after another, or all that are shown. */
  onOpen: () => void
}

const keysOfSteps: Readonly<Record<StepAtOnce, string>> = { startReview: 's', review: 'r' }
const words: Readonly<Record<StepAtOnce, { label: string; done: string }>> = {
  startReview: { label: 'Start review', done: 'review started' },
  review: { label: 'Mark reviewed', done: 'marked as reviewed' },
}

/** What stands below a list of work: its keys, and what can be done with the chosen rows at once. */
export function DeedsBar({ chosen, clear, rowKeys, onOpen }: BarProps) {
  const { data: work } = useWork()
  const readOnly = useReadOnly()
  const [assigning, setAssigning] = useState(false)
  const [refused, setRefused] = useState<WorkOutcome['refused']>([])
  const [busy, setBusy] = useState(false)
  const { assign, take } = useDeeds()
  const run = async (deed: Promise<WorkOutcome | null>) => {
    setBusy(true)
    setRefused([])
    const outcome = await deed.finally(() => setBusy(false))
    if (!outcome) return
    setRefused(outcome.refused)
    clear()
  }
  const fitting = (step: StepAtOnce) => chosen.filter(({ steps }) => steps.includes(step))
  const steps = stepsAtOnce.filter((step) => !readOnly && fitting(step).length > 0)
  const openAssign = () => {
    if (chosen.length > 0 || rowKeys.pick()) setAssigning(true)
  }
  const goOn = (step: StepAtOnce) => void run(take(step, chosen, words[step].done))
  useKeys('This list', [
    ...rowKeys.keys,
    { key: 'o', label: 'Open one after another', run: onOpen },
    ...(readOnly ? [] : [{ key: 'a', label: 'Assign to…', run: openAssign }]),
    ...steps.map((step) => ({ key: keysOfSteps[step], label: words[step].label, run: () => goOn(step) })),
    ...(chosen.length > 0 ? [{ key: 'Escape', label: 'Choose none', run: clear }] : []),
  ])
  const named = chosen.slice(0, MOST_NAMED).map(({ number }) => number)
  return (
    <>
      {refused.length > 0 && <Refused refused={refused} onClose={() => setRefused([])} />}
      <section aria-label="Chosen records" className={css.deeds} data-noprint>
        <KeyButtons rowKeys={rowKeys} />
        <span role="status">
          {chosen.length > 0 && (
            <>
              <b>{formatNumber(chosen.length)} selected</b> {named.join(', ')}
              {chosen.length > named.length && ' …'}
            </>
          )}
        </span>
        {chosen.length > 0 && (
          <Button size="xs" variant="subtle" onClick={clear} rightSection={<kbd>Esc</kbd>}>
            Clear
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onOpen} rightSection={<kbd>o</kbd>}>
          Open one after another
        </Button>
        {steps.map((step) => (
          <Button
            key={step}
            size="xs"
            variant="default"
            disabled={busy}
            onClick={() => goOn(step)}
            rightSection={<kbd>{keysOfSteps[step]}</kbd>}
          >
            {words[step].label}
            {fitting(step).length < chosen.length && `: ${fitting(step).length} of ${chosen.length}`}
          </Button>
        ))}
        {!readOnly && (
          <Button size="xs" disabled={busy || chosen.length === 0} onClick={openAssign} rightSection={<kbd>a</kbd>}>
            Assign to…
          </Button>
        )}
      </section>
      {assigning && work && chosen.length > 0 && (
        <Suspense fallback={null}>
          <AssignDialog
            known={work}
            chosen={chosen}
            onClose={() => setAssigning(false)}
            onChoose={(person) => {
              setAssigning(false)
              void run(assign(chosen, person))
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** The keys of the rows as buttons, for who has no keyboard or turned single keys off. */
function KeyButtons({ rowKeys }: { rowKeys: RowKeys }) {
  return (
    <span className={css.hints}>
      {rowKeys.keys.map(({ key, label, run }) => (
        <button key={key} type="button" title={label} onClick={run}>
          <kbd>{key}</kbd> <span className="visually-hidden">{label}</span>
        </button>
      ))}
      <button type="button" onClick={() => showKeys()}>
        <kbd>?</kbd> all keys
      </button>
    </span>
  )
}

/** What was refused, each with its reason, until it is put away. */
function Refused({ refused, onClose }: { refused: WorkOutcome['refused']; onClose: () => void }) {
  return (
    <Alert
      role="alert"
      color="yellow"
      title="These stay as they were"
      withCloseButton
      closeButtonLabel="Put away"
      onClose={onClose}
      mt="sm"
    >
      <ul className={css.refused}>
        {refused.map(({ kind, id, number, reason }) => (
          <li key={`${kind} ${id}`}>
            <b>{number}</b>: {reason}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
