import { Button, Group } from '@mantine/core'
import { type ReactNode, useContext, useState } from 'react'
import type { Action } from '#kernel/model/workflow.ts'
import { ApiError } from '#kernel/web/api.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { FormActionsContext } from '#ui/form/formContext.ts'
import styles from './ActionBar.module.css'
import { useConfirm } from './Confirm.tsx'
import { useKeys } from './keys.ts'

/**
 * What the caller may do next with a record, as the server said (`actions` of its answer). Each step asks first, for a
 * reason where one is wanted. What the server refuses stands below the buttons. Empty in a read-only screen.
 */
export function ActionBar({
  actions,
  run,
  label = 'What can be done next',
  opens,
  byKey = false,
  children,
}: {
  actions: readonly Action[]
  run: (action: Action, reason: string) => Promise<unknown>
  /** Tells two bars of one screen apart. */
  label?: string
  /** Opens a dialog of the screen's own for a step; false where the usual question does. */
  opens?: (action: Action) => boolean
  /** Ctrl Enter begins the step that leads furthest; a refusal begins by the first letter of its button. */
  byKey?: boolean
  children?: ReactNode
}) {
  const readOnly = useReadOnly()
  const { busy, problem, take } = useSteps(run)
  const begin = (action: Action) => {
    if (!opens?.(action)) void take(action)
  }
  useKeys(
    'This record',
    (byKey && !readOnly && busy === null ? keyed(actions) : []).map(([key, action]) => ({
      key,
      label: action.label,
      run: () => begin(action),
    })),
  )
  if (readOnly || (actions.length === 0 && !children)) return null
  return (
    <section aria-label={label} data-noprint>
      <Group gap="sm">
        {actions.map((action) => (
          <Button
            key={action.name}
            loading={busy === action.name}
            disabled={busy !== null}
            onClick={() => begin(action)}
            variant={action.danger ? 'outline' : 'filled'}
            {...(action.danger ? { color: 'red' } : {})}
          >
            {action.label}
          </Button>
        ))}
        {children}
      </Group>
      <div role="alert" className={styles.problem}>
        {problem.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </section>
  )
}

function keyed(actions: readonly Action[]): [string, Action][] {
  const furthest = actions.findLast(({ danger }) => !danger)
  const refusals = actions.filter(({ danger }) => danger)
  return [
    ...(furthest ? [['Ctrl enter', furthest] satisfies [string, Action]] : []),
    ...refusals.map((action): [string, Action] => [action.label.charAt(0).toLowerCase(), action]),
  ]
}

/**
 * Asks for a step, takes it, and keeps what the server refuses. Within a form, faults of its fields stand there, linked
 * from its summary, until the fields are mended.
 */
function useSteps(run: (action: Action, reason: string) => Promise<unknown>) {
  const confirm = useConfirm()
  const form = useContext(FormActionsContext)
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string[]>([])
  const take = async (action: Action) => {
    const { confirmed, reason } = await confirm({
      title: action.label,
      text: action.confirm,
      confirmLabel: action.label,
      danger: action.danger ?? false,
      ...(action.reason === 'none'
        ? {}
        : { reason: { label: 'Reason', required: action.reason === 'required', maxLength: 4000 } }),
    })
    if (!confirmed) return
    setBusy(action.name)
    setProblem([])
    try {
      await run(action, reason)
    } catch (error) {
      if (form && error instanceof ApiError && error.faults.length > 0) form.applyFaults(error.faults)
      else setProblem(wordsOf(error))
    } finally {
      setBusy(null)
    }
  }
  return { busy, problem, take }
}

/** The refusal's own words, each fault on a line; items are counted from one. */
export function wordsOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) return ['This could not be done. Please try again.']
  if (error.faults.length === 0) return [error.message]
  return error.faults.map((fault) => {
    const line = /^items\.(\d+)\./.exec(fault.field)?.[1]
    return line === undefined ? fault.message : `Item ${Number(line) + 1}: ${fault.message}`
  })
}
