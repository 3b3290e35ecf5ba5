import { useNavigate } from 'react-router'
import { OfProperty } from '#ground/portfolio/properties/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { getPropertyPlace, inspections } from '../model/calls.ts'
import { type DueKind, typeFor } from '../model/due.ts'
import { getInspectionPath } from '../model/rules.ts'
import { InspectionFields, planSchema } from './InspectionFields.tsx'
import { useWrite } from './useWrite.ts'

/** A new inspection of a property, begun with why it is due. */
export default function NewInspection() {
  const { projectId } = useNumericParams('projectId')
  return (
    <OfProperty propertyId={projectId}>
      <New propertyId={projectId} />
    </OfProperty>
  )
}

function New({ propertyId }: { propertyId: number }) {
  const place = useCall(getPropertyPlace, { params: { propertyId } })
  const creates = useMay(inspections.create)
  const write = useWrite()
  const navigate = useNavigate()
  const reason = [place.label, place.words].filter(Boolean).join(' ') || null
  const values = {
    inspectionType: typeFor(place.kind as DueKind | null),
    standard: 'NSPIRE',
    plannedMonth: null,
    scheduledOn: null,
    complianceInspectorId: null,
    program: null,
    jointWith: null,
    internalNote: null,
    lowIncomeUnits: place.lowIncomeUnits,
  }
  const send = async (payload: Record<string, unknown>) => {
    const body = { ...planSchema.parse(payload), propertyId, reason, dueBy: place.dueBy }
    const created = await write(inspections.create, { body: body }, 'The inspection is planned.')
    navigate(getInspectionPath(created.complianceInspectionId), { replace: true })
  }
  return (
    <Screen
      title="New inspection"
      breadcrumbs={[{ label: 'Inspections of the property', to: `/inspection/list/${propertyId}` }]}
    >
      <p>
        {place.dueBy === null
          ? 'No visit of this property is due.'
          : `Due by ${formatDate(place.dueBy, 'MM/DD/YYYY')}: ${reason}. Sample ${place.sample} of ${place.lowIncomeUnits} units.`}
      </p>
      {!creates && <p>Planning an inspection is for the agency’s people who write.</p>}
      {creates && (
        <Form schema={planSchema} values={values} onSave={send} strict label="Inspection">
          <ErrorSummary />
          <InspectionFields inspectors={place.inspectors} />
          <FormButtons save="Plan it" primary />
        </Form>
      )}
    </Screen>
  )
}
