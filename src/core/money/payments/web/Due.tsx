import { z } from 'zod'
import { formatMoney } from '#kernel/model/money.ts'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { recordPayment } from '../model/calls.ts'
import type { PaymentsOfRequest } from '../model/entities.ts'

const { amount, paidOn, checkNumber } = recordPayment.body!.shape
const schema = z.object({ amount, paidOn, checkNumber })

const Field = getField(schema)

type Props = Pick<PaymentsOfRequest, 'due'> & {
  moduleName: string
  requestId: number
  refetchKeys: readonly string[]
  actions: boolean
}

/**
 * Lists approved and unpaid amounts by payee, each with the dialog that records a payment. `shown` are the
 * query keys to refetch.
 */
export function Due({ due, moduleName, requestId, refetchKeys: shown, actions }: Props) {
  const write = useWrite(shown)
  const unpaidLines = due.filter((item) => item.due > 0)
  if (unpaidLines.length === 0) return due.length > 0 && <p>Everything approved is paid.</p>
  return (
    <ul>
      {unpaidLines.map(({ vendorId, payee, approved, due: unpaidAmount }) => (
        <li key={vendorId}>
          {formatMoney(unpaidAmount)} of {formatMoney(approved)} approved is due to {payee}.{' '}
          {actions && (
            <RecordDialog
              small
              button="Record payment"
              of={`to ${payee}`}
              title={`Payment to ${payee}`}
              save="Record payment"
              schema={schema}
              values={{ amount: unpaidAmount, paidOn: null, checkNumber: '' }}
              send={(payload) =>
                write(
                  recordPayment,
                  { body: { moduleName, requestId, vendorId, ...payload } },
                  'The payment is recorded, and those concerned are mailed.',
                )
              }
            >
              <Field name="amount" width={160} />
              <Field name="paidOn" width={180} />
              <Field name="checkNumber" width={180} />
            </RecordDialog>
          )}
        </li>
      ))}
    </ul>
  )
}
