import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { useKeys } from '#ui/frame/keys.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { Form } from './Form.tsx'
import { FormButtons } from './FormButtons.tsx'

/**
 * A button that opens a dialog with the form of a small record. `send` stores values that meet the schema.
 * The dialog then closes, or shows why they were refused. `children` are the fields.
 */
export function RecordDialog<S extends z.ZodType<Record<string, unknown>>>({
  button,
  of,
  title,
  save,
  schema,
  values,
  send,
  small = false,
  shortcut,
  children,
}: {
  button: string
  /** The record that a button belongs to, for screen readers, when several buttons look alike. */
  of?: string
  title: string
  /** The label of the button that stores it. */
  save: string
  schema: S
  values: Record<string, unknown>
  send: (values: z.output<S>) => Promise<unknown>
  /** Whether the button is small, for use within a row. */
  small?: boolean
  /** The key that opens it, and the heading under which the list of keys has it. */
  shortcut?: { key: string; under: string }
  children: ReactNode
}) {
  const [isOpened, setIsOpened] = useState(false)
  const keys = shortcut
    ? [{ key: shortcut.key, label: button.replace('…', ''), run: () => setIsOpened(true) }]
    : []
  useKeys(shortcut?.under ?? title, keys)
  const store = async (payload: Record<string, unknown>) => {
    // Sends only the fields of the schema; the record that filled the dialog may have more.
    await send(schema.parse(payload))
    setIsOpened(false)
  }
  return (
    <>
      <Button
        {...(small && { size: 'compact-xs' })}
        variant={small ? 'subtle' : 'default'}
        aria-label={of && `${button} ${of}`}
        rightSection={shortcut && <kbd>{shortcut.key}</kbd>}
        onClick={() => setIsOpened(true)}
      >
        {button}
      </Button>
      <Dialog opened={isOpened} onClose={() => setIsOpened(false)} title={title} size="lg">
        <Form schema={schema} values={values} onSave={store} strict label={title}>
          <ErrorSummary />
          {children}
          <FormButtons save={save} primary />
        </Form>
      </Dialog>
    </>
  )
}
