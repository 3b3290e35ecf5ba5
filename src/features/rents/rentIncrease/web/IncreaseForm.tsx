import { Alert, Fieldset, Group } from '@mantine/core'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import type { FormValues, PartProps } from '#engines/review/web/index.ts'
import { formatDate, parseDay } from '#kernel/model/dates.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { fieldId, useFault, useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { getRentIncreaseCap, rentIncreaseTypes } from '../model/arithmetic.ts'
import type { RentIncrease } from '../model/entities.ts'
import type { Detail } from '../model/increases.ts'
import { getRentIncreaseRow, type Row } from '../model/rows.ts'
import { type Content, documentKinds, getAllowedTypes, SIGNED_SCHEDULE } from '../model/rules.ts'
import { DocumentPlace, RentRollFaults } from './DocumentPlace.tsx'
import { RentInputTable, useFormLines } from './Grid.tsx'
import { Market } from './Market.tsx'
import { NoticeButton } from './NoticeButton.tsx'
import { GrossPotentialRent } from './Potential.tsx'
import styles from './rents.module.css'
import { SubmitChecklist } from './SubmitChecklist.tsx'

const Field = getField<FormValues<typeof RentIncrease>>()

const formFields = [
  'rentIncreaseTypeId',
  'rentEffectiveDate',
  'tenantsNotified',
  'tenantsNotifiedOn',
  'certified',
] as const

/** Returns the form's current input in the shape that the rules check. */
function useContent(): Content {
  const { form } = useFormParts<FormValues<typeof RentIncrease>>()
  const inputValues = useWatch({
    control: form.control,
    name: formFields,
  })
  const lines = useFormLines()
  return useMemo(
    () => ({
      ...(Object.fromEntries(formFields.map((name, index) => [name, inputValues[index]])) as Omit<
        Content,
        'lines'
      >),
      lines,
    }),
    [inputValues, lines],
  )
}

/**
 * The form of a draft request: its terms, rents, documents, and the requirements of a submission.
 */
export function IncreaseForm({ detail, refresh, known }: PartProps<Detail> & { known: { current: Detail } }) {
  const agency = useIsAgency()
  const startDay = parseDay(useSearchParams()[0].get('from'))
  const content = useContent()
  const type = content.rentIncreaseTypeId
  const rows = useMemo(
    () => content.lines.map((line) => getRentIncreaseRow(type, line, detail)),
    [content.lines, type, detail],
  )
  const offeredTypes = agency
    ? Object.keys(rentIncreaseTypes).map(Number)
    : getAllowedTypes(detail.housingType)
  return (
    <>
      {detail.budgetRequired && (
        <Alert color="yellow" title="The agency asks for a budget">
          File this request with the type Budget.
        </Alert>
      )}
      {detail.rentIncreaseRequestHeaderId === 0 && startDay && <BegunFromBudget day={startDay} />}
      <FieldRow>
        <Field
          name="rentIncreaseTypeId"
          options={offeredTypes.map((value) => ({ value, label: rentIncreaseTypes[value] ?? '' }))}
          width={160}
        />
        <Field name="rentEffectiveDate" width={180} />
      </FieldRow>
      <RentInputTable detail={detail} rows={rows} type={type} />
      <RentsSetElsewhere detail={detail} />
      <div className={styles.columns}>
        <SubmitChecklist detail={detail} content={content} />
        <GrossPotentialRent rows={rows} cap={getRentIncreaseCap(type, detail.caps)} />
      </div>
      <DocumentFields
        detail={detail}
        refresh={refresh}
        known={known}
        rows={rows}
        effectiveDate={content.rentEffectiveDate}
      />
      <Market detail={detail} />
      <Field name="managementCompanyComments" rows={2} />
      <Field name="certified" />
    </>
  )
}

/** Says what a link from a budget has filled in. */
const BegunFromBudget = ({ day }: { day: string }) => (
  <Alert color="blue" title="Begun from a budget">
    Type and first day are filled in for its year from {formatDate(day, 'MM/DD/YYYY')}, and the percent below.
    Type it into all rows, and look through them.
  </Alert>
)

/** A note that lists the rents that another agency sets and that are not raised here. */
function RentsSetElsewhere({ detail }: { detail: Detail }) {
  if (detail.elsewhere.length === 0) return null
  const unitList = detail.elsewhere.map(({ label, units }) => `${label} (${units})`).join(', ')
  return <p className={styles.quiet}>Not raised here, since another agency sets these rents: {unitList}.</p>
}

function DocumentFields({
  detail,
  refresh,
  known,
  ...noticeInput
}: PartProps<Detail> & { known: { current: Detail }; rows: readonly Row[]; effectiveDate: string | null }) {
  const { id } = useFormParts()
  const { save } = useFormActions()
  const fault = useFault('files')
  const saveAndGetId = async () => {
    if (known.current.rentIncreaseRequestHeaderId === 0) await save()
    return known.current.rentIncreaseRequestHeaderId
  }
  return (
    <Fieldset legend="Tenants and papers">
      <Group align="end">
        <Field name="tenantsNotifiedOn" width={200} />
        <NoticeButton detail={detail} {...noticeInput} />
      </Group>
      <Field name="tenantsNotified" />
      {fault && <p className={styles.fault}>{fault}</p>}
      <div className={styles.places} id={fieldId(id, 'files')} tabIndex={-1}>
        {documentKinds
          .filter((kind) => kind !== SIGNED_SCHEDULE)
          .map((kind) => (
            <DocumentPlace key={kind} kind={kind} detail={detail} store={saveAndGetId} onChanged={refresh} />
          ))}
      </div>
      <RentRollFaults detail={detail} />
    </Fieldset>
  )
}
