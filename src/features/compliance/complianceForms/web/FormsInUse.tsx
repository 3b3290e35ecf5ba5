import { z } from 'zod'
import { federalTypes } from '#core/platform/lookups/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { exhibits, scheduleTypes } from '../model/calls.ts'
import { Exhibit, type FormDefinition } from '../model/entities.ts'

const INVALIDATED_QUERIES = ['exhibit', 'projectexhibit']
const { exhibitId: _, federalTypeIds: __, ...exhibitFields } = Exhibit.fields
const program = z.object({
  clientKey: z.string().max(40).nullable().optional(),
  federalTypeId: z.int().min(1).meta({ label: 'Program', kind: 'choice' }),
})
const schema = z.object({
  ...exhibitFields,
  programs: z
    .array(program)
    .max(50)
    .meta({ label: 'Programs; every property where there are none', noun: 'Program' }),
})

const Field = getField(schema)
const LineItems = getLineItems(schema)

const blankForm = {
  code: '',
  name: '',
  exhibitScheduleTypeId: 1,
  dueDays: 30,
  instruction: null,
  originalRequired: false,
  active: true,
  federalTypeIds: [],
  slots: [],
  questions: [],
}

/**
 * The list of form definitions with programs, schedule, slots and statements, which the agency can add and
 * change.
 */
export function FormsInUse() {
  const rows = useCall(exhibits.getAll, {})
  const schedules = useCall(scheduleTypes.getAll, {})
  const programs = useCall(federalTypes.getAll, {})
  const mayEdit = useMay(exhibits.create)
  const col = columns<FormDefinition>()
  const getProgramName = (id: number) => programs.find((program) => program.federalTypeId === id)?.name ?? ''
  const formColumns = [
    col.text('Exhibit', (item) => item.code, { width: 95 }),
    col.text('Form', (item) => item.name, { width: 300 }),
    col.text(
      'Falls due',
      (item) => schedules.find((type) => type.exhibitScheduleTypeId === item.exhibitScheduleTypeId)?.name,
      {
        width: 170,
      },
    ),
    col.number('Days after', (item) => item.dueDays, { width: 95 }),
    col.text('Programs', (item) => item.federalTypeIds.map(getProgramName).join(', ') || 'Every property', {
      width: 260,
      wrap: true,
    }),
    col.text('Documents', (item) => item.slots.map((slot) => slot.name).join(', '), {
      width: 240,
      wrap: true,
    }),
    col.number('Statements', (item) => item.questions.length, { width: 100 }),
    col.text('In use', (item) => (item.active ? 'Yes' : 'No'), { width: 75 }),
    ...(mayEdit ? [col.node('Change', (item) => <EditForm form={item} />, { width: 100 })] : []),
  ]
  return (
    <DataTable
      caption="Forms in use"
      rows={rows}
      columns={formColumns}
      rowKey={(item) => item.exhibitId}
      height="none"
      csvName="forms"
      tools={mayEdit && <EditForm form={null} />}
      empty="No form is in use."
    />
  )
}

function EditForm({ form }: { form: FormDefinition | null }) {
  const write = useWrite(INVALIDATED_QUERIES)
  const send = ({ programs: selectedPrograms, ...values }: z.infer<typeof schema>) => {
    const body = {
      ...values,
      federalTypeIds: [...new Set(selectedPrograms.map((item) => item.federalTypeId))],
    }
    return form
      ? write(
          exhibits.update,
          { body: { ...body, exhibitId: form.exhibitId } },
          `Exhibit ${values.code} is stored.`,
        )
      : write(exhibits.create, { body }, `Exhibit ${values.code} is in use.`)
  }
  const { federalTypeIds, ...values } = form ?? blankForm
  return (
    <RecordDialog
      button={form ? 'Change' : 'Add a form'}
      {...(form && { of: `exhibit ${form.code}` })}
      small={form !== null}
      title={form ? `Exhibit ${form.code}` : 'New form'}
      save="Store it"
      schema={schema}
      values={{ ...values, programs: federalTypeIds.map((federalTypeId) => ({ federalTypeId })) }}
      send={send}
    >
      <FormFields />
    </RecordDialog>
  )
}

function FormFields() {
  const schedules = useCall(scheduleTypes.getAll, {})
  const programs = useCall(federalTypes.getAll, {})
  return (
    <>
      <FieldRow>
        <Field name="code" width={120} />
        <Field name="name" />
      </FieldRow>
      <FieldRow>
        <Field
          name="exhibitScheduleTypeId"
          options={schedules.map((schedule) => ({
            value: schedule.exhibitScheduleTypeId,
            label: schedule.name,
          }))}
          width={240}
        />
        <Field name="dueDays" width={180} />
      </FieldRow>
      <Field name="originalRequired" />
      <Field name="active" />
      <Field name="instruction" rows={3} />
      <LineItems
        name="programs"
        columns={[
          {
            name: 'federalTypeId',
            options: programs.map((program) => ({ value: program.federalTypeId, label: program.name })),
          },
        ]}
        blank={{ federalTypeId: null }}
      />
      <LineItems
        name="slots"
        columns={[{ name: 'name', width: 240 }, { name: 'words' }, { name: 'required', width: 90 }]}
        blank={{ clientKey: null, name: '', words: null, required: true }}
      />
      <LineItems
        name="questions"
        columns={[{ name: 'key', width: 130 }, { name: 'text' }]}
        blank={{ key: '', text: '' }}
      />
    </>
  )
}
