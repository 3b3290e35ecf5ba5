import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { toDoRecords } from '../model/calls.ts'
import { ToDo } from '../model/entities.ts'
import { taskTypeLabels } from '../model/taskTypes.ts'
import { useWrite } from './useWrite.ts'

const schema = ToDo.input.pick({ type: true, title: true, details: true, dueDate: true })

const Field = getField(schema)

const options = Object.entries(taskTypeLabels).map(([value, label]) => ({ value: Number(value), label }))

/** The dialog in which the agency writes a to-do for the company that runs a property. */
export function NewToDo({ propertyId }: { propertyId: number }) {
  const write = useWrite()
  return (
    <RecordDialog
      button="New to-do"
      title="New to-do for the company"
      save="Send"
      schema={schema}
      values={{ type: null, title: '', details: null, dueDate: null }}
      send={(payload) =>
        write(
          toDoRecords.create,
          { body: { ...payload, propertyId, done: false } },
          'It is in the company’s list.',
        )
      }
    >
      <Field name="type" options={options} width={240} />
      <Field name="title" />
      <Field name="details" rows={4} help="Your request. The company answers you here." />
      <Field name="dueDate" width={200} />
    </RecordDialog>
  )
}
