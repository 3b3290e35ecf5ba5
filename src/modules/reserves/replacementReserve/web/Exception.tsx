import { Alert } from '@mantine/core'
import { z } from 'zod'
import { requiredText } from '#kernel/model/field.ts'
import { isDecided, isOpen } from '#kernel/model/status.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import type { PartProps } from '#review/web/index.ts'
import { Field } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { grantException } from '../model/calls.ts'
import type { RequestDetail } from '../model/requests.ts'

const schema = z.object({ reason: requiredText('Reason', 1000) })
const AFFECTED_DATA = ['replacementreserve']

/**
 * The exception for invoices that are too old to be reimbursed. Everyone sees it once it is granted; only the
 * agency can grant or withdraw it.
 */
export function Exception({ detail, refresh }: PartProps<RequestDetail>) {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const write = useWrite(AFFECTED_DATA)
  const {
    replacementReserveRequestId: requestId,
    submittedAsException: granted,
    exceptionReason,
    version,
  } = detail
  const days = detail.rules.invoiceMaxAgeDays
  if (!granted && (!agency || readOnly || requestId === 0 || isDecided(detail.statusId))) return null
  return (
    <Alert color={granted ? 'blue' : 'gray'} title={granted ? 'An exception is granted' : 'Old invoices'}>
      <p>
        {granted
          ? `Invoices older than ${days} days are paid back with this request${exceptionReason ? `: ${exceptionReason}` : '.'}`
          : `Invoices older than ${days} days are not paid back without an exception.`}
      </p>
      {agency && !readOnly && isOpen(detail.statusId) && (
        <RecordDialog
          button={granted ? 'Withdraw the exception' : 'Grant an exception'}
          title={granted ? 'Withdraw the exception' : 'Grant an exception for old invoices'}
          save={granted ? 'Withdraw' : 'Grant'}
          schema={schema}
          values={{ reason: '' }}
          send={async ({ reason }) => {
            const text = granted ? 'The exception is withdrawn.' : 'The exception is granted.'
            await write(grantException, { body: { requestId, granted: !granted, reason, version } }, text)
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
      )}
    </Alert>
  )
}
