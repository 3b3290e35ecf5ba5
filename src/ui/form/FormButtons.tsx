import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormActions } from './formContext.ts'

/** See `FormButtons`. */
export interface FormButtonsProps {
  /** Words of the saving button; null for none. */
  save?: string | null
  /**
   * Set if saving is the only action of this form: its button is emphasized like the submit button elsewhere.
   */
  primary?: boolean
  /** Words of the submitting button; none when left out. */
  submit?: string
  /** Asked after the strict check and before sending. */
  confirm?: () => Promise<boolean>
  /** Further buttons, put before. */
  children?: ReactNode
}

/**
 * The row of buttons under a form: save progress, submit, and how the last save went. Empty in a read-only
 * form.
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

/** How the last save went, spoken by screen readers when it changes: "Saved 10:42 AM", "Unsaved changes". */
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
