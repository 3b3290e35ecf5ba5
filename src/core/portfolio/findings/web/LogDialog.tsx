import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import { getProjectListQuery } from '#core/portfolio/properties/model/index.ts'
import { buildCallQuery, useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { findings, findingTypes } from '../model/calls.ts'
import { NonCompliance } from '../model/entities.ts'
import { useWrite } from './useWrite.ts'

const everyProperty = buildCallQuery(getProjectListQuery, {
  body: { startRow: 0, fetchCount: 0, sortBy: 'name' },
})

const schema = NonCompliance.row.pick({
  propertyId: true,
  nonComplianceTypeId: true,
  title: true,
  description: true,
  commentToOwner: true,
  internalNote: true,
  visibleToCompany: true,
})

const Field = getField(schema)

const blank = {
  title: '',
  description: null,
  commentToOwner: null,
  internalNote: null,
  visibleToCompany: true,
}

/** The options of the property choice, ordered by name; loaded only if `isWanted`. */
function usePropertyOptions(isWanted: boolean) {
  const { data } = useQuery({ ...everyProperty, enabled: isWanted })
  return useMemo(
    () =>
      (data?.rows ?? []).map((row) => ({
        value: row.propertyId,
        label: [row.propertyName, row.propertyNumber, row.city].filter(Boolean).join(', '),
      })),
    [data],
  )
}

/** The dialog that records a finding by hand. Severity, cure day and blocking come from its kind. */
export function LogDialog({ propertyId }: { propertyId: number | null }) {
  const write = useWrite()
  const kinds = useCall(findingTypes.getAll, {}).filter((kind) => kind.active)
  const options = usePropertyOptions(propertyId === null)
  const send = (values: z.infer<typeof schema>) =>
    write(
      findings.create,
      { body: values },
      'The finding is open. Its company is mailed tonight, with all else of the day.',
    )
  return (
    <RecordDialog
      button="Log a finding…"
      title="Log a finding"
      save="Open it"
      schema={schema}
      values={{ ...blank, propertyId, nonComplianceTypeId: null }}
      send={send}
    >
      {propertyId === null && <Field name="propertyId" label="Property" kind="choice" options={options} />}
      <Field
        name="nonComplianceTypeId"
        label="Kind"
        kind="choice"
        options={kinds.map((kind) => ({ value: kind.nonComplianceTypeId, label: kind.name }))}
        width={300}
      />
      <Field name="title" />
      <Field name="description" rows={3} />
      <Field name="commentToOwner" rows={2} />
      <Field name="internalNote" rows={2} />
      <FieldRow>
        <Field name="visibleToCompany" />
      </FieldRow>
    </RecordDialog>
  )
}
