import { useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { getIssueTypes } from '../model/calls.ts'
import { channels, ResidentRelations } from '../model/entities.ts'

/** The fields of a matter that a person of the agency enters. */
export const matterSchema = ResidentRelations.row.pick({
  residentRelationsIssueTypeId: true,
  receivedOn: true,
  channel: true,
  lifeSafety: true,
  anonymous: true,
  residentName: true,
  unit: true,
  phone: true,
  email: true,
  description: true,
  nameShared: true,
})

const Field = getField(matterSchema)

/** The form fields of a matter. */
export function MatterFields() {
  const kinds = useCall(getIssueTypes, {})
  return (
    <>
      <FieldRow>
        <Field
          name="residentRelationsIssueTypeId"
          label="Kind"
          kind="choice"
          options={kinds.map((kind) => ({ value: kind.residentRelationsIssueTypeId, label: kind.name }))}
          width={320}
        />
        <Field name="receivedOn" width={160} />
        <Field name="channel" options={channels.map((value) => ({ value, label: value }))} width={150} />
      </FieldRow>
      <Field name="lifeSafety" />
      <Field name="anonymous" />
      <FieldRow>
        <Field name="residentName" width={260} />
        <Field name="unit" width={100} />
      </FieldRow>
      <FieldRow>
        <Field name="phone" width={180} />
        <Field name="email" width={260} />
      </FieldRow>
      <Field name="description" rows={5} />
      <Field name="nameShared" />
    </>
  )
}
