import { Button, Group } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import type { Action } from '#kernel/model/workflow.ts'
import { ApiError } from '#kernel/web/api.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { FormActionsContext } from '#ui/form/formContext.ts'
import { useConfirm } from './Confirm.tsx'
import { useKeys } from './keys.ts'

/**
 * Shows the next steps that the caller may take with a record, as returned by the server (`actions` of its
 * answer). Each step asks for confirmation, and for a reason where one is wanted. Empty on a read-only
 * screen.
 */
export function ActionBar({
  actions,
  run,
  label = 'What can be done next',
  opens,
  warns,
  byKey = false,
  children,
}: {
  actions: readonly Action[]
  run: (action: Action, reason: string) => Promise<unknown>
  /** Distinguishes two bars on one screen. */
  label?: string
  /** Opens a dialog of the screen's own for a step; false where the usual question does. */
  opens?: (action: Action) => boolean
  /**
   * What else is said of a step before it is taken; null where that is not known, and the step is not asked
   * for.
   */
  warns?: (action: Action) => Promise<string | null>
  /** Ctrl Enter begins the step that leads furthest; a refusal begins by the first letter of its button. */
  byKey?: boolean
  children?: ReactNode
}) {
  const readOnly = useReadOnly()
  const take = useSteps(run, warns)
  const begin = (action: Action) => {
    if (!opens?.(action)) void take(action)
  }
  useKeys(
    'This record',
    (byKey && !readOnly ? keyed(actions) : []).map(([key, action]) => ({
      key,
      label: action.label,
      run: () => begin(action),
    })),
  )
  if (readOnly || (actions.length === 0 && !children)) return null
  // One filled button a screen: the step that leads furthest.
  const furthest = actions.findLast(({ danger }) => !danger)
  return (
    <section aria-label={label} data-noprint>
      <Group gap="sm">
        {actions.map((action) => (
          <Button
            key={action.name}
            onClick={() => begin(action)}
            variant={action === furthest ? 'filled' : action.danger ? 'outline' : 'default'}
            {...(action.danger ? { color: 'red' } : {})}
          >
            {action.label}
          </Button>
        ))}
        {children}
      </Group>
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
 * Confirms a step and runs it while the question is open, which also shows a refusal of the server. In a
 * form, faults of its fields are shown at the fields, linked from its summary, unless a typed reason would be
 * lost.
 */
function useSteps(
  run: (action: Action, reason: string) => Promise<unknown>,
  warns?: (action: Action) => Promise<string | null>,
) {
  const confirm = useConfirm()
  const form = useContext(FormActionsContext)
  return async (action: Action) => {
    const warning = warns ? await warns(action) : ''
    if (warning === null) return
    await confirm({
      title: action.label,
      text: [action.confirm, warning].filter(Boolean).join(' '),
      confirmLabel: action.label,
      danger: action.danger ?? false,
      ...(action.reason === 'none'
        ? {}
        : { reason: { label: 'Reason', required: action.reason === 'required', maxLength: 4000 } }),
      action: (reason) =>
        run(action, reason).catch((error: unknown) => {
          if (!form || reason || !(error instanceof ApiError) || error.faults.length === 0) throw error
          form.applyFaults(error.faults)
        }),
    })
  }
}
