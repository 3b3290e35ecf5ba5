import { z } from 'zod'
import type { TaskLine } from '#ground/tasks/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { day, requiredText } from '#kernel/model/field.ts'
import { Field } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { extensionRequests, extensionStatus } from '../model/calls.ts'
import type { ExtensionDetail } from '../model/shapes.ts'
import { useWrite } from './useWrite.ts'

const schema = z.object({
  requestedDueDate: day('New due date').unwrap(),
  reason: requiredText('Reason', 4000),
})
type Asked = z.infer<typeof schema>

/** A button and dialog that ask for more time for a task, or change a request that is not with the agency (`request`). */
export function AskExtension({ task, request }: { task: TaskLine | ExtensionDetail; request?: ExtensionDetail }) {
  const write = useWrite()
  const send = async (asked: Asked) => {
    const { extensionRequestId: id } = request
      ? await write(
          extensionRequests.update,
          { body: { extensionRequestId: request.extensionRequestId, version: request.version, ...asked } },
          'The request is saved.',
        )
      : await write(
          extensionRequests.create,
          { body: { taskInstanceId: task.taskInstanceId, ...asked } },
          'The request is saved.',
        )
    if (!request) await write(extensionStatus.submit, { params: { id }, body: {} }, 'The agency has your request.')
  }
  const about = `${task.taskName}, ${task.periodLabel}`
  return (
    <RecordDialog
      button={request ? 'Change' : 'Ask for more time'}
      of={`for ${about}`}
      small
      title={`More time for ${about}`}
      save={request ? 'Save request' : 'Send to the agency'}
      schema={schema}
      values={request ?? { requestedDueDate: null, reason: '' }}
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
