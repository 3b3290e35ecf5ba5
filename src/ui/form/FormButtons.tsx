import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormActions } from './formContext.ts'

/** See `FormButtons`. */
export interface FormButtonsProps {
  /** The label of the button that saves; null for no button. */
  save?: string | null
  /**
   * Set if saving is the only action of this form: its button is emphasized like the submit button elsewhere.
   */
  primary?: boolean
  /** The label of the button that submits; without it there is no button. */
  submit?: string
  /** Called after the strict check and before sending; false stops. */
  confirm?: () => Promise<boolean>
  /** Further buttons, put before. */
  children?: ReactNode
}

/**
 * The row under a form with the buttons to save progress and submit, and the result of the last save. Empty
 * in a read-only form.
 */
export function FormButtons({
  save = 'Save progress',
  primary = false,
  submit,
  confirm,
  children,
}: FormButtonsProps) {
  const actions = useFormActions()
  if (actions.readOnly) return null
  const busy = actions.saving || actions.submitting
  return (
    <Group mt="md" data-noprint>
      {children}
      {save === null ? null : (
        <Button
          variant={primary ? 'filled' : 'default'}
          loading={actions.saving}
          disabled={actions.submitting}
          onClick={() => void actions.save()}
        >
          {save}
        </Button>
      )}
      {submit === undefined ? null : (
        <Button loading={actions.submitting} disabled={busy} onClick={() => void actions.submit(confirm)}>
          {submit}
        </Button>
      )}
      <SaveStatus />
    </Group>
  )
}

/** The result of the last save, which screen readers announce: "Saved 10:42 AM", "Unsaved changes". */
function SaveStatus() {
  const { saving, submitting, changed, status, save } = useFormActions()
  const failed = status.startsWith('Not ')
  const text = submitting ? 'Submitting…' : saving ? 'Saving…' : status || (changed ? 'Unsaved changes' : '')
  return (
    <>
      <Text role="status" size="sm" c={failed && !saving ? 'var(--mantine-color-error)' : 'dimmed'}>
        {text}
      </Text>
      {status.startsWith('Not saved') && !saving && (
        <Button variant="default" size="compact-sm" onClick={() => void save()}>
          Retry
        </Button>
      )}
    </>
  )
}
