import { FieldRow, getField } from '#ui/form/Field.tsx'
import { ComplianceInspection, inspectionTypes, standards } from '../model/entities.ts'
import { toOptions } from './words.ts'

/** The fields of an inspection that are entered before the visit. */
export const planSchema = ComplianceInspection.row.pick({
  inspectionType: true,
  standard: true,
  plannedMonth: true,
  scheduledOn: true,
  complianceInspectorId: true,
  program: true,
  jointWith: true,
  lowIncomeUnits: true,
  internalNote: true,
})

const Field = getField(planSchema)

type Inspectors = readonly { complianceInspectorId: number; name: string }[]

/** The form fields for planning or changing an inspection. */
export function InspectionFields({ inspectors }: { inspectors: Inspectors }) {
  const options = inspectors.map((line) => ({ value: line.complianceInspectorId, label: line.name }))
  return (
    <>
      <FieldRow>
        <Field name="inspectionType" kind="choice" options={toOptions(inspectionTypes)} width={170} />
        <Field name="standard" kind="choice" options={toOptions(standards)} width={170} />
        <Field name="program" width={180} />
      </FieldRow>
      <FieldRow>
        <Field name="plannedMonth" width={170} help="Any day of the month." />
        <Field name="scheduledOn" width={170} />
        <Field name="complianceInspectorId" kind="choice" options={options} width={230} />
      </FieldRow>
      <FieldRow>
        <Field name="lowIncomeUnits" width={150} />
        <Field name="jointWith" width={230} help="Such as RD or HUD." />
      </FieldRow>
      <Field name="internalNote" rows={3} />
    </>
  )
}
