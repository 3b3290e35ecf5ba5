import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { type VawaLine, vawaRequests } from '../model/calls.ts'
import { answers, outcomes, requestTypes, sealedFields, VAWARequest } from '../model/entities.ts'

const schema = z.object(
  Object.fromEntries(sealedFields.map((name) => [name, VAWARequest.fields[name]])) as Pick<
    typeof VAWARequest.fields,
    (typeof sealedFields)[number]
  >,
)

const Field = getField(schema)

const blankRequest = Object.fromEntries(sealedFields.map((name) => [name, null]))
const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** The dialog that enters or changes a request. It stores no draft on this computer. */
export function RequestDialog({
  month,
  request,
}: {
  month?: { projectOccupancyId: number; propertyId: number }
  request?: VawaLine
}) {
  const client = useQueryClient()
  const send = async (values: Record<string, unknown>) => {
    if (request) {
      const { vawaRequestId, projectOccupancyId, propertyId, version } = request
      await ask(
        vawaRequests.update,
        { body: { ...values, vawaRequestId, projectOccupancyId, propertyId, version } },
        { quiet: true },
      )
    } else await ask(vawaRequests.create, { body: { ...values, ...month } }, { quiet: true })
    await client.invalidateQueries({ queryKey: ['vawarequest'] })
    notify('Saved. Only people with access can read it.')
  }
  return (
    <RecordDialog
      button={request ? 'Edit' : 'Enter a request'}
      title="VAWA request"
      save="Save"
      small={request !== undefined}
      schema={schema}
      values={request ?? blankRequest}
      send={send}
    >
      <p>Never enter a name, an address, or what was done to whom.</p>
      <FieldRow>
        <Field name="requestDate" kind="day" width={160} />
        <Field name="requestType" options={toOptions(requestTypes)} width={300} />
        <Field name="household" width={240} />
      </FieldRow>
      <FieldRow>
        <Field name="certificationReceived" options={toOptions(answers)} width={260} />
        <Field name="transferRequested" options={toOptions(answers)} width={260} />
        <Field name="eligible" options={toOptions(answers)} width={120} />
      </FieldRow>
      <FieldRow>
        <Field name="outcome" options={toOptions(outcomes)} width={160} />
        <Field name="resolvedOn" kind="day" width={160} />
        <Field name="destination" width={260} />
      </FieldRow>
      <Field name="reason" rows={2} />
    </RecordDialog>
  )
}
