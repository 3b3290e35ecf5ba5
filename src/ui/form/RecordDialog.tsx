import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { Form } from './Form.tsx'
import { FormButtons } from './FormButtons.tsx'

/**
 * A button and the dialog it opens over a small record. `send` stores what passed the schema; the dialog closes when it
 * went well and shows why not otherwise. `children` are the fields.
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
  children,
}: {
  button: string
  /** What a button of many alike is about, for screen readers. */
  of?: string
  title: string
  /** Words of the button that stores it. */
  save: string
  schema: S
  values: Record<string, unknown>
  send: (values: z.output<S>) => Promise<unknown>
  /** A button within a row. */
  small?: boolean
  children: ReactNode
}) {
  const [opened, setOpened] = useState(false)
  const store = async (sent: Record<string, unknown>) => {
    // Only what the schema names: the record the dialog was filled with may say more.
    await send(schema.parse(sent))
    setOpened(false)
  }
  return (
    <>
      <Button
        {...(small && { size: 'compact-xs' })}
        variant={small ? 'subtle' : 'default'}
        aria-label={of && `${button} ${of}`}
        onClick={() => setOpened(true)}
      >
        {button}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={title} size="lg">
        <Form schema={schema} values={values} onSave={store} strict label={title}>
          <ErrorSummary />
          {children}
          <FormButtons save={save} primary />
        </Form>
      </Dialog>
    </>
  )
}
