import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import {
  EventMail,
  type EventMailLine,
  getEventMailFaults,
  resetEventMail,
  saveEventMail,
} from '../model/eventMails.ts'

const eventMailFields = EventMail.row.omit({ eventMailId: true, version: true, event: true })

const Field = getField(eventMailFields)

const buildSchema = (mail: EventMailLine) =>
  eventMailFields.superRefine((written, context) => {
    for (const { field, message } of getEventMailFaults(written, mail))
      context.addIssue({ code: 'custom', path: [field], message })
  })

/** The dialog to change an automatic mail: whether it is sent, its recipients and its text. */
export function EventMailDialog({
  mail,
  readOnly,
  onClose,
}: {
  mail: EventMailLine
  readOnly: boolean
  onClose: () => void
}) {
  const save = useSend(saveEventMail)
  const reset = useSend(resetEventMail)
  const confirm = useConfirm()
  const { event, version, placeholders, changed } = mail
  const schema = useMemo(() => buildSchema(mail), [mail])
  const options = mail.parts.map(({ name, label }) => ({ value: name, label }))
  const submit = async (payload: Record<string, unknown>) => {
    await save({ body: { ...eventMailFields.parse(payload), event, version } })
    notify('The mail is saved.')
    onClose()
  }
  const resetToOriginal = async () => {
    const question = {
      title: 'Restore the original text?',
      text: 'Your text and recipients for this mail are replaced. The history keeps them.',
      confirmLabel: 'Take them',
    }
    if (!(await confirm(question)).confirmed) return
    await reset({ params: { event } })
    notify('The original text is restored.')
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={mail.label} size="xl">
      <Form schema={schema} values={mail} onSubmit={submit} readOnly={readOnly} label={mail.label}>
        <ErrorSummary />
        <Field name="goesOut" words="This mail goes out" />
        <FieldRow>
          <Field name="toParts" kind="choices" options={options} />
          <Field name="ccParts" kind="choices" options={options} />
        </FieldRow>
        <Field name="subject" />
        <Field
          name="body"
          kind="longText"
          rows={10}
          help="Write nothing about households, and no bank data."
        />
        <p>
          Subject and text may use these:{' '}
          {placeholders.map(({ name, label }) => `{{${name}}} ${label.toLowerCase()}`).join('; ')}.
        </p>
        {!readOnly && <FormButtons save={null} submit="Save mail" />}
      </Form>
      {!readOnly && changed && (
        <Button variant="default" mt="md" onClick={() => void resetToOriginal()}>
          Restore the original text
        </Button>
      )}
    </Dialog>
  )
}
