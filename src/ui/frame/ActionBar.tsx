import { Button, Group } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import type { Action } from '#kernel/model/workflow.ts'
import { ApiError } from '#kernel/web/api.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { FormActionsContext } from '#ui/form/formContext.ts'
import { useConfirm } from './Confirm.tsx'
import { useKeys } from './keys.ts'

/**
 * Shows buttons for the steps that the user may take with a record, as returned by the server (`actions` of
 * its answer). Each step asks for confirmation, and for a reason if the step has one. Empty on a read-only
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
  /** The label for screen readers, which distinguishes two bars on one screen. */
  label?: string
  /** Opens a special dialog for a step. Returns false if the usual confirmation is to be used. */
  opens?: (action: Action) => boolean
  /**
   * Loads an additional warning for the confirmation of a step. Null if it could not be loaded; the step is
   * then not taken.
   */
  warns?: (action: Action) => Promise<string | null>
  /**
   * Whether Ctrl Enter starts the last step, and the first letter of a refusing step's label starts that
   * step.
   */
  byKey?: boolean
  children?: ReactNode
}) {
  const readOnly = useReadOnly()
  const take = useConfirmedStep(run, warns)
  const begin = (action: Action) => {
    if (!opens?.(action)) void take(action)
  }
  useKeys(
    'This record',
    (byKey && !readOnly ? getStepKeys(actions) : []).map(([key, action]) => ({
      key,
      label: action.label,
      run: () => begin(action),
    })),
  )
  if (readOnly || (actions.length === 0 && !children)) return null
  // Only one button is filled: that of the last step.
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

/** Returns the keys of the steps: Ctrl Enter for the last one, and the first letter for refusing ones. */
function getStepKeys(actions: readonly Action[]): [string, Action][] {
  const furthest = actions.findLast(({ danger }) => !danger)
  const refusals = actions.filter(({ danger }) => danger)
  return [
    ...(furthest ? [['Ctrl enter', furthest] satisfies [string, Action]] : []),
    ...refusals.map((action): [string, Action] => [action.label.charAt(0).toLowerCase(), action]),
  ]
}

/**
 * Returns a function that asks for confirmation of a step and runs it while the dialog is open, so that the
 * dialog shows a refusal of the server. In a form, faults of its fields are shown at the fields instead,
 * unless a typed reason would be lost.
 */
function useConfirmedStep(
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
