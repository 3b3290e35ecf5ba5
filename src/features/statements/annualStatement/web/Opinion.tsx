import { Alert, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { deleteFile, uploadFiles } from '#core/platform/files/model/index.ts'
import { createUploadForm, RecordFiles } from '#core/platform/files/web/index.ts'
import type { PartProps } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { ask } from '#kernel/web/api.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { fieldId, useFormParts } from '#ui/form/formContext.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useIsAgency, useMay } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { approveMonths } from '../model/calls.ts'
import { getAnnualStatementMonths } from '../model/months.ts'
import { endsWithYear, LONGEST_PERIOD } from '../model/periods.ts'
import { SIGNED_AUDIT } from '../model/rules.ts'
import { type Detail, statements } from '../model/statements.ts'
import type { StatementValues } from './formLines.ts'

const Field = getField<StatementValues>()

const changedBy = ['afs']
const formatDay = (day: string) => formatDate(day, 'MM/DD/YYYY')

/** The header part of a statement: its period, its type, its auditor and opinion, and the signed audit. */
export function Opinion({ detail, refresh, readOnly }: PartProps<Detail> & { readOnly: boolean }) {
  const { form } = useFormParts<StatementValues>()
  const [periodStart, periodEnd, type] = useWatch({
    control: form.control,
    name: ['periodStart', 'periodEnd', 'statementType'],
  })
  const endsOtherwise =
    periodStart &&
    periodEnd &&
    detail.fiscalYear &&
    !endsWithYear({ periodStart, periodEnd }, detail.fiscalYear)
  const months = periodStart && periodEnd ? getAnnualStatementMonths({ periodStart, periodEnd }) : 0
  return (
    <>
      <Facts
        facts={[
          { label: 'Fiscal year', value: detail.year },
          { label: 'Months', value: `${months}, counted from the period` },
          { label: 'Units', value: detail.units },
          { label: 'Due', value: <Due detail={detail} readOnly={readOnly} /> },
        ]}
        line
      />
      {months > 0 && months < 12 && (
        <Alert color="blue">
          A short year: ratios are worked out for twelve months, and changes are not compared with last year.
        </Alert>
      )}
      {months > 12 && <LongPeriod detail={detail} months={months} refresh={refresh} />}
      <FieldRow>
        <Field name="periodStart" width={180} />
        <Field name="periodEnd" width={180} />
      </FieldRow>
      {endsOtherwise && <Field name="periodReason" required />}
      <FieldRow>
        <Field name="statementType" width={220} />
        <Field name="accountingBasis" width={180} />
      </FieldRow>
      {type !== 'Internal' && <AuditorFields />}
      <Field name="goingConcern" />
      <Field name="priorPeriodAdjustment" />
      <Field name="consolidatedEntity" />
      <Field name="taxCreditsAttached" />
      <Field name="comments" rows={3} />
      <SignedAudit detail={detail} refresh={refresh} readOnly={readOnly} />
    </>
  )
}

/**
 * Says whether the agency approved a period of more than twelve months. A user who may approve it gets the
 * button.
 */
function LongPeriod({
  detail,
  months,
  refresh,
}: Pick<PartProps<Detail>, 'detail' | 'refresh'> & { months: number }) {
  const may = useMay(approveMonths)
  const approve = useWrite(changedBy, { quiet: false })
  const { afsId, approvedMonths } = detail
  if (approvedMonths === months)
    return <Alert color="blue">The agency has approved a period of {months} months.</Alert>
  if (!may || months > LONGEST_PERIOD || months !== detail.months)
    return <Alert color="yellow">A period of {months} months needs the agency’s approval.</Alert>
  const send = () =>
    approve(approveMonths, { params: { afsId } }, `A period of ${months} months is approved.`)
      .then(refresh)
      .catch(() => undefined)
  return (
    <Button variant="default" mb="sm" onClick={() => void send()}>
      Approve a period of {months} months
    </Button>
  )
}

/** The fields about the auditor and the opinion. */
const AuditorFields = () => (
  <>
    <FieldRow>
      <Field name="auditFirm" width={320} />
      <Field name="auditContact" width={260} />
      <Field name="auditReportDate" width={180} />
    </FieldRow>
    <FieldRow>
      <Field name="opinion" width={180} />
      <Field name="findingsCount" width={140} />
    </FieldRow>
  </>
)

/** Shows the due date. The company can ask for more time until the statement is submitted. */
function Due({ detail: { due, propertyId }, readOnly }: { detail: Detail; readOnly: boolean }) {
  const agency = useIsAgency()
  if (!due) return 'no task asks for it'
  const moved = due.dueDate !== due.originalDueDate ? `, moved from ${formatDay(due.originalDueDate)}` : ''
  return (
    <>
      {formatDay(due.dueDate)}
      {moved}{' '}
      {!agency && !readOnly && due.extensionRequestId === null && (
        <Link to={`/todolist/property/${propertyId}`} data-noprint>
          Ask for more time
        </Link>
      )}
    </>
  )
}

/** The place to attach the signed audit as one PDF. */
function SignedAudit({ detail, refresh, readOnly }: PartProps<Detail> & { readOnly: boolean }) {
  const client = useQueryClient()
  const { id: formId } = useFormParts()
  const { afsId: moduleId, propertyId, files } = detail
  if (readOnly) return null
  if (moduleId === 0) return <p>The signed audit can be attached once the statement is saved.</p>
  return (
    <RecordFiles
      id={fieldId(formId, 'files')}
      label={SIGNED_AUDIT}
      kind={SIGNED_AUDIT}
      help="One PDF with the auditor’s opinion, the statements, the schedules and the notes."
      required
      files={files}
      send={(file) => {
        const subject = { moduleName: statements.module, moduleId, propertyId, documentType: SIGNED_AUDIT }
        return ask(uploadFiles, { body: createUploadForm(subject, file) }, { quiet: true })
      }}
      remove={(fileId) => ask(deleteFile, { params: { id: fileId } }, { quiet: true })}
      onChanged={async () => {
        await refresh()
        await client.invalidateQueries({ queryKey: ['files'] })
      }}
    />
  )
}
