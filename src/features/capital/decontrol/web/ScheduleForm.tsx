import { useMemo } from 'react'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { type ScheduleStatus, scheduleFields, updateSchedule } from '../model/calls.ts'
import { reasons } from '../model/entities.ts'

const Field = getField(scheduleFields)

const AFFECTED_DATA = ['projects', 'decontrol', 'tasks']
const options = reasons.map((value) => ({ value, label: value }))
const blank = Object.fromEntries(Object.keys(scheduleFields.shape).map((name) => [name, null]))

/** The form for the dates and terms of a release in progress. */
export function ScheduleForm({ status }: { status: ScheduleStatus }) {
  const { propertyId: projectId, decontrolStatus, version, schedule, reserves, taxCredit } = status
  const write = useWrite(AFFECTED_DATA)
  const values = useMemo(() => ({ ...blank, ...schedule }), [schedule])
  const save = async (payload: Record<string, unknown>) => {
    const body = { ...scheduleFields.partial().parse(payload), ...(schedule && { version }) }
    await write(
      updateSchedule,
      { params: { projectId, status: decontrolStatus ?? -1 }, body },
      'The schedule is stored.',
    )
  }
  return (
    <Form schema={scheduleFields} values={values} onSave={save} label="Schedule of the release">
      <ErrorSummary />
      <FieldRow>
        <Field name="reason" kind="choice" options={options} width={220} />
        <Field name="requestedOn" width={160} />
        <Field name="effectiveOn" width={160} />
        <Field name="ownerNotifiedOn" width={200} />
        <Field name="tenantsNotifiedOn" width={160} />
        <Field name="releaseRecordedOn" width={180} />
        {taxCredit && <Field name="form8823On" width={180} />}
        {taxCredit && <Field name="lastCreditYear" width={150} />}
        <Field name="tailEndsOn" width={210} />
      </FieldRow>
      {(reserves ?? 0) > 0 && <Field name="reserveDisposition" rows={2} />}
      <Field name="leftOpen" rows={2} />
      <Field name="comments" rows={2} />
      <FormButtons save="Save the schedule" primary />
    </Form>
  )
}
