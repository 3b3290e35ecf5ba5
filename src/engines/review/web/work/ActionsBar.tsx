import { Alert, Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { formatNumber } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { showKeys, useKeys } from '#ui/frame/keys.ts'
import type { RowKeys } from '#ui/table/useRowKeys.ts'
import { assignWork, type StepAtOnce, stepsAtOnce, stepWork, type WorkOutcome } from '../../model/work.ts'
import { type Chosen, useActions, useAskIfOut, useWork } from './useWork.ts'
import css from './work.module.css'

const AssignDialog = lazy(() => import('./AssignDialog.tsx'))
/** The largest number of records that the bar names. */
const MOST_NAMED = 6

type BarProps = {
  chosen: readonly Chosen[]
  clear: () => void
  rowKeys: RowKeys
  /** Opens the selected records one after another, or all that are listed. */
  onOpen: () => void
}

const stepKeys: Readonly<Record<StepAtOnce, string>> = { startReview: 's', review: 'r' }
const labels: Readonly<Record<StepAtOnce, { label: string; done: string }>> = {
  startReview: { label: 'Start review', done: 'review started' },
  review: { label: 'Mark reviewed', done: 'marked as reviewed' },
}

/** The actions for the selected rows, each with its key, and the server's refusal of the last one. */
function useBarActions({ chosen, clear, rowKeys, onOpen }: BarProps) {
  const [mayAssign, mayStep] = [useMay(assignWork), useMay(stepWork)]
  const [assigning, setAssigning] = useState(false)
  const [refused, setRefused] = useState<WorkOutcome['refused']>([])
  const [busy, setBusy] = useState(false)
  const { assign, take } = useActions()
  const askIfOut = useAskIfOut()
  const run = async (action: Promise<WorkOutcome | null>) => {
    setBusy(true)
    setRefused([])
    const outcome = await action.finally(() => setBusy(false))
    if (!outcome) return
    setRefused(outcome.refused)
    clear()
  }
  const steps = stepsAtOnce.flatMap((step) => {
    const fittingCount = chosen.filter((item) => item.steps.includes(step)).length
    const { label, done: doneLabel } = labels[step]
    if (!mayStep || fittingCount === 0) return []
    const count =
      fittingCount < chosen.length ? `: ${formatNumber(fittingCount)} of ${formatNumber(chosen.length)}` : ''
    return [{ key: stepKeys[step], label: label + count, run: () => void run(take(step, chosen, doneLabel)) }]
  })
  const openAssign = () => {
    if (chosen.length > 0 || rowKeys.pick()) setAssigning(true)
    else notify('Choose a row first, by its box or with j and x.', { kind: 'warning' })
  }
  const shared = [
    { key: 'o', label: 'Open one after another', run: onOpen },
    ...steps,
    ...(mayAssign ? [{ key: 'a', label: 'Assign to…', run: openAssign }] : []),
  ]
  const none = { key: 'Escape', label: 'Choose none', run: clear }
  useKeys('This list', [...rowKeys.keys, ...shared, ...(chosen.length > 0 ? [none] : [])])
  const give = async (person: Parameters<typeof askIfOut>[0] & Parameters<typeof assign>[1]) => {
    setAssigning(false)
    if (await askIfOut(person)) await run(assign(chosen, person))
    else setAssigning(true)
  }
  return { actions: shared, busy, refused, clearRefused: () => setRefused([]), assigning, setAssigning, give }
}

/** The bar below a list of work: its keys, and the actions for the selected rows. */
export function ActionsBar(props: BarProps) {
  const { chosen: chosenRecords, clear, rowKeys } = props
  const { data: work } = useWork()
  const { actions, busy, refused, clearRefused, assigning, setAssigning, give } = useBarActions(props)
  const numbers = chosenRecords.slice(0, MOST_NAMED).map(({ number }) => number)
  return (
    <>
      {refused.length > 0 && <Refused refused={refused} onClose={clearRefused} />}
      <section aria-label="Chosen records" className={css.actions} data-noprint>
        <KeyButtons rowKeys={rowKeys} />
        <span role="status">
          {chosenRecords.length > 0 && (
            <>
              <b>{formatNumber(chosenRecords.length)} selected</b> {numbers.join(', ')}
              {chosenRecords.length > numbers.length && ' …'}
            </>
          )}
        </span>
        {chosenRecords.length > 0 && (
          <Button size="xs" variant="subtle" onClick={clear} rightSection={<kbd>Esc</kbd>}>
            Clear
          </Button>
        )}
        {actions.map(({ key, label, run }) => (
          <Button
            key={key}
            size="xs"
            variant={key === 'a' ? 'filled' : 'default'}
            disabled={busy}
            onClick={run}
            rightSection={<kbd>{key}</kbd>}
          >
            {label}
          </Button>
        ))}
      </section>
      {assigning && work && chosenRecords.length > 0 && (
        <Suspense fallback={null}>
          <AssignDialog
            known={work}
            chosen={chosenRecords}
            onClose={() => setAssigning(false)}
            onChoose={(person) => void give(person)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The row keys as buttons, for people without a keyboard or with single keys turned off. */
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

/** Lists the refused records with their reasons, until it is closed. */
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
