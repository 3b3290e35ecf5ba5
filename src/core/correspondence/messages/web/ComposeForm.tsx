import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { notify } from '#kernel/web/notices.ts'
import { buildCallQuery, useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { createNewTaskMessage, getTaskMessageRecipients } from '../model/calls.ts'
import { TaskMessage } from '../model/entities.ts'

/** The subject of a message: a task or record by name and page, and its property. */
export type MessageSubject = {
  taskId?: number | null
  taskName?: string | null
  url?: string | null
  propertyId?: number | null
}

const schema = z.object({
  notifyUserId: z.int('*Field is required').min(1).meta({ label: 'To', kind: 'choice' }),
  message: TaskMessage.fields.message,
})

const Field = getField(schema)

type ComposeProps = { about: MessageSubject; to?: number; words?: string; onSent: () => void }

/**
 * The form for a message to a user who may see its subject. `to` preselects the recipient, `words` is the
 * initial text.
 */
export function ComposeForm({ about, to, words, onSent }: ComposeProps) {
  const { taskId = null, taskName = null, url = null, propertyId = null } = about
  const { data: people = [] } = useQuery(
    buildCallQuery(getTaskMessageRecipients, { query: { propertyId: propertyId ?? 0 } }),
  )
  const send = useSend(createNewTaskMessage, { quiet: true })
  const values = useMemo(() => ({ notifyUserId: to ?? null, message: words ?? null }), [to, words])
  const options = people.map((person) => ({
    value: person.userId,
    label: `${person.name}, ${person.detail}`,
  }))
  const submit = async (payload: Record<string, unknown>) => {
    await send({ body: { ...(payload as z.infer<typeof schema>), taskId, taskName, url, propertyId } })
    notify('The message is sent.')
    onSent()
  }
  return (
    <Form schema={schema} values={values} onSubmit={submit} label="New message">
      <ErrorSummary />
      <Field name="notifyUserId" options={options} />
      <Field
        name="message"
        kind="longText"
        rows={4}
        help="Leave out what concerns households; link to the record instead."
      />
      <FormButtons save={null} submit="Send message" />
    </Form>
  )
}
