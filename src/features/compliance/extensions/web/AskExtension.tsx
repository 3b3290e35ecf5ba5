import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { z } from 'zod'
import type { TaskLine } from '#core/portfolio/tasks/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { day, requiredText } from '#kernel/model/field.ts'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { extensions } from '../model/extensions.ts'

const schema = z.object({
  requestedDueDate: day('New due date').unwrap(),
  reason: requiredText('Reason', 4000),
})

const Field = getField(schema)

const quietOption = { quiet: true }

/** A button and dialog that ask for more time for a task. */
export function AskExtension({ task }: { task: TaskLine }) {
  const client = useQueryClient()
  // With this key, sending again after a lost answer or a refusal updates the same request.
  const clientKey = useRef(crypto.randomUUID())
  const send = async (query: z.infer<typeof schema>) => {
    const { taskInstanceId, propertyId } = task
    const request = { taskInstanceId, propertyId, clientKey: clientKey.current, ...query }
    await ask(extensions.calls.saveAndSubmit, { body: { request } }, quietOption)
    await Promise.all(
      ['tasks', 'extensionrequest'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    )
    notify('The agency has your request.')
  }
  const taskLabel = `${task.taskName}, ${task.periodLabel}`
  return (
    <RecordDialog
      button="Ask for more time"
      of={`for ${taskLabel}`}
      small
      title={`More time for ${taskLabel}`}
      save="Send to the agency"
      schema={schema}
      values={{ requestedDueDate: null, reason: '' }}
      send={send}
    >
      <Field
        name="requestedDueDate"
        help={`Due ${formatDate(task.dueDate, 'MM/DD/YYYY')}. It can be moved once.`}
        width={200}
      />
      <Field name="reason" kind="longText" rows={4} help="What keeps you from filing in time." />
    </RecordDialog>
  )
}
