import { Alert } from '@mantine/core'
import { z } from 'zod'
import { requiredText } from '#kernel/model/field.ts'
import { isDecided } from '#kernel/model/status.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { type ExceptionCall, hasOldInvoice } from '../model/exception.ts'

const schema = z.object({ reason: requiredText('Reason', 1000) })

const Field = getField(schema)

type Request = Parameters<typeof hasOldInvoice>[0] & {
  statusId: number
  version: number
  submittedAsException: boolean
  exceptionReason: string | null
}

/**
 * The exception for invoices that are too old to be paid back. Everyone sees it once it is granted. The
 * agency can grant it, from the draft on, for a request with such an invoice, and withdraw it until the
 * decision.
 */
export function Exception({
  grant,
  requestId,
  detail,
  refresh,
}: {
  grant: ExceptionCall
  requestId: number
  detail: Request
  refresh: () => Promise<unknown>
}) {
  const readOnly = useReadOnly()
  const mayGrant = useIsAgency() && !readOnly && requestId > 0 && !isDecided(detail.statusId)
  const { submittedAsException: isGranted, exceptionReason } = detail
  if (!isGranted && !(mayGrant && hasOldInvoice(detail))) return null
  const days = detail.rules.invoiceMaxAgeDays
  return (
    <Alert color={isGranted ? 'blue' : 'gray'} title={isGranted ? 'An exception is granted' : 'Old invoices'}>
      <p>
        {isGranted
          ? `Invoices older than ${days} days are paid back with this request${exceptionReason ? `: ${exceptionReason}` : '.'}`
          : `Invoices older than ${days} days are not paid back without an exception.`}
      </p>
      {mayGrant && <GrantDialog grant={grant} requestId={requestId} detail={detail} refresh={refresh} />}
    </Alert>
  )
}

/** The button and dialog that grant or withdraw the exception, with a reason. */
function GrantDialog({ grant, requestId, detail, refresh }: Parameters<typeof Exception>[0]) {
  const write = useWrite([grant.path.split('/')[2]!.toLowerCase()])
  const { submittedAsException: isGranted, version } = detail
  return (
    <RecordDialog
      button={isGranted ? 'Withdraw the exception' : 'Grant an exception'}
      title={isGranted ? 'Withdraw the exception' : 'Grant an exception for old invoices'}
      save={isGranted ? 'Withdraw' : 'Grant'}
      schema={schema}
      values={{ reason: '' }}
      send={async ({ reason }) => {
        const text = isGranted ? 'The exception is withdrawn.' : 'The exception is granted.'
        await write(grant, { body: { requestId, granted: !isGranted, reason, version } }, text)
        await refresh()
      }}
    >
      <Field
        name="reason"
        kind="longText"
        rows={2}
        help="It is recorded in the history of the request, and the company sees it."
      />
    </RecordDialog>
  )
}
