import { useNavigate } from 'react-router'
import { RequirePropertyAccess } from '#core/portfolio/properties/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { getInspectionStart, inspections } from '../model/calls.ts'
import { type DueKind, getInspectionType } from '../model/due.ts'
import { getInspectionPath } from '../model/rules.ts'
import { InspectionFields, planSchema } from './InspectionFields.tsx'
import { useWrite } from './useWrite.ts'

/** The screen that plans a new inspection of a property, with the reason why a visit is due. */
export default function NewInspection() {
  const { projectId } = useNumericParams('projectId')
  return (
    <RequirePropertyAccess propertyId={projectId}>
      <NewInspectionForm propertyId={projectId} />
    </RequirePropertyAccess>
  )
}

function NewInspectionForm({ propertyId }: { propertyId: number }) {
  const start = useCall(getInspectionStart, { params: { propertyId } })
  const mayCreate = useMay(inspections.create)
  const write = useWrite()
  const navigate = useNavigate()
  const reason = [start.label, start.words].filter(Boolean).join(' ') || null
  const values = {
    inspectionType: getInspectionType(start.kind as DueKind | null),
    standard: 'NSPIRE',
    plannedMonth: null,
    scheduledOn: null,
    complianceInspectorId: null,
    program: null,
    jointWith: null,
    internalNote: null,
    lowIncomeUnits: start.lowIncomeUnits,
  }
  const send = async (payload: Record<string, unknown>) => {
    const body = { ...planSchema.parse(payload), propertyId, reason, dueBy: start.dueBy }
    const created = await write(inspections.create, { body: body }, 'The inspection is planned.')
    navigate(getInspectionPath(created.complianceInspectionId), { replace: true })
  }
  return (
    <Screen
      title="New inspection"
      breadcrumbs={[{ label: 'Inspections of the property', to: `/inspection/list/${propertyId}` }]}
    >
      <p>
        {start.dueBy === null
          ? 'No visit of this property is due.'
          : `Due by ${formatDate(start.dueBy, 'MM/DD/YYYY')}: ${reason}. Sample ${start.sample} of ${start.lowIncomeUnits} units.`}
      </p>
      {!mayCreate && <p>Planning an inspection is for the agency’s people who write.</p>}
      {mayCreate && (
        <Form schema={planSchema} values={values} onSave={send} strict label="Inspection">
          <ErrorSummary />
          <InspectionFields inspectors={start.inspectors} />
          <FormButtons save="Plan it" primary />
        </Form>
      )}
    </Screen>
  )
}
