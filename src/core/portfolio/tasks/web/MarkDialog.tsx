import { z } from 'zod'
import { getTaskStatusLabel } from '#core/platform/lookups/model/index.ts'
import { code, requiredText } from '#kernel/model/field.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { markTask } from '../model/calls.ts'
import type { TaskLine } from '../model/shapes.ts'
import { useWrite } from './useWrite.ts'

const schema = z.object({ statusId: code('Status', -1, 6), note: requiredText('Note', 1000) })

const Field = getField(schema)

/** The dialog in which the agency sets the status of a task that was filed on paper. */
export function MarkDialog({ task, onClose }: { task: TaskLine; onClose: () => void }) {
  const write = useWrite()
  const store = async (payload: Record<string, unknown>) => {
    const { taskInstanceId, version } = task
    await write(
      markTask,
      { body: { taskInstanceId, version, ...schema.parse(payload) } },
      'The task is marked.',
    )
    onClose()
  }
  const title = `${task.taskName}, ${task.periodLabel}`
  const options = [-1, 2, 3, 4, 5, 6].map((value) => ({
    value,
    label: getTaskStatusLabel(value, { task: task.taskName }),
  }))
  return (
    <Dialog opened onClose={onClose} title={title} size="lg">
      <Form
        schema={schema}
        values={{ statusId: task.statusId, note: task.note ?? '' }}
        onSave={store}
        strict
        label={title}
      >
        <ErrorSummary />
        <Field name="statusId" options={options} />
        <Field
          name="note"
          kind="longText"
          rows={3}
          help="How it came, and who took it. The company can read this."
        />
        <FormButtons save="Mark task" primary />
      </Form>
    </Dialog>
  )
}
