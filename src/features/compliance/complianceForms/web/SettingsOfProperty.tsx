import { z } from 'zod'
import type { Answer } from '#kernel/model/call.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { exhibitSettings, getSettings } from '../model/calls.ts'
import { ProjectExhibitSettings } from '../model/entities.ts'
import { getPropertyFormsPath } from '../model/facts.ts'

type Setting = Answer<typeof getSettings>[number]
const INVALIDATED_QUERIES = ['projectexhibitsettings', 'projectexhibit']
const { required, startsOn, endsOn, waivedYear, exception, alwaysAllowEntry } = ProjectExhibitSettings.fields
const schema = z.object({ required, startsOn, endsOn, waivedYear, exception, alwaysAllowEntry })

const Field = getField(schema)

const requiredOptions = [
  { value: true as unknown as number, label: 'Required' },
  { value: false as unknown as number, label: 'Not required' },
]
const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

const col = columns<Setting>()
const settingColumns = [
  col.text('Exhibit', (item) => item.code, { width: 95 }),
  col.text('Form', (item) => item.name, { width: 280 }),
  col.chip(
    'Files it now',
    (item) => (item.byRule ? 'Yes' : 'No'),
    (item) => (item.byRule ? 'green' : 'gray'),
    { width: 105 },
  ),
  col.text(
    'Set',
    (item) => (item.required === null ? 'As its programs say' : item.required ? 'Required' : 'Not required'),
    {
      width: 160,
    },
  ),
  col.text('Periods', (item) => [day(item.startsOn), day(item.endsOn)].filter(Boolean).join(' to '), {
    width: 190,
  }),
  col.text('Waived', (item) => String(item.waivedYear ?? ''), { width: 80 }),
  col.text('Entry', (item) => (item.alwaysAllowEntry ? 'Always allowed' : ''), { width: 130 }),
  col.text('Why', (item) => item.exception, { width: 240, wrap: true }),
]

/**
 * The screen of the exceptions of a property's forms: required or not, waived years, and entry at any time.
 */
export default function SettingsOfProperty() {
  const { propertyId } = useNumericParams('propertyId')
  const rows = useCall(getSettings, { params: { propertyId } })
  const mayEdit = useMay(exhibitSettings.create, propertyId)
  const columns = mayEdit
    ? [...settingColumns, col.node('Change', (item) => <EditSetting setting={item} />, { width: 110 })]
    : settingColumns
  return (
    <Screen
      title="Settings of compliance forms"
      breadcrumbs={[{ label: 'Compliance forms', to: getPropertyFormsPath(propertyId) }]}
    >
      <DataTable
        caption="Forms of this property"
        rows={rows}
        columns={columns}
        rowKey={(item) => item.exhibitId}
        height="none"
        empty="No form is in use."
      />
    </Screen>
  )
}

function EditSetting({ setting }: { setting: Setting }) {
  const write = useWrite(INVALIDATED_QUERIES)
  const { projectExhibitSettingsId: id, propertyId, exhibitId } = setting
  const send = (values: z.infer<typeof schema>) =>
    write(
      id > 0 ? exhibitSettings.update : exhibitSettings.create,
      { body: { ...values, propertyId, exhibitId, ...(id > 0 && { projectExhibitSettingsId: id }) } },
      `Stored for exhibit ${setting.code}.`,
    )
  return (
    <RecordDialog
      button="Change"
      of={`exhibit ${setting.code}`}
      small
      title={`Exhibit ${setting.code} at this property`}
      save="Store it"
      schema={schema}
      values={setting}
      send={send}
    >
      <Field name="required" options={requiredOptions} placeholder="As its programs say" width={240} />
      <FieldRow>
        <Field name="startsOn" width={200} />
        <Field name="endsOn" width={200} />
        <Field name="waivedYear" width={160} />
      </FieldRow>
      <Field name="alwaysAllowEntry" />
      <Field name="exception" />
    </RecordDialog>
  )
}
