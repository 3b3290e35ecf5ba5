import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import { PendingChanges } from '#core/platform/pendingChanges/web/index.ts'
import { requiredText } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { correctPayment, reissuePayment, voidPayment } from '../model/calls.ts'
import type { PaymentsOfRequest } from '../model/entities.ts'
import { isOtherPayee, PAYEE } from '../model/rules.ts'
import { Due } from './Due.tsx'

type Row = PaymentsOfRequest['payments'][number]
const { payee, amount, paidOn, checkNumber } = correctPayment.body!.shape
const reason = requiredText('Reason', 1000)

const pending = [PAYEE]
const col = columns<Row>()
const readColumns = [
  col.text('Payee', (row) => row.payee, { width: 220 }),
  col.money('Amount', (row) => (row.voidedOn ? null : row.amount), { total: true, width: 120 }),
  col.date('Paid on', (row) => row.paidOn, { width: 105 }),
  col.text('Check', (row) => row.checkNumber, { width: 100 }),
  col.text('Remarks', getRemarks, { wrap: true }),
]

function getRemarks(row: Row): string {
  const labels = [
    row.voidedOn && `Void (${formatMoney(row.amount)}): ${row.voidReason}`,
    row.replacesId && 'Reissued.',
    row.correctionReason && `Corrected: ${row.correctionReason}`,
  ]
  return labels.filter(Boolean).join(' ')
}

/**
 * Lists the payments of a request and the amounts still due. `refetchKeys` are the query keys to refetch
 * after a change.
 */
export function Payments(
  props: PaymentsOfRequest & { moduleName: string; requestId: number; refetchKeys: readonly string[] },
) {
  const { payments, due, mayPay, refetchKeys: queryKeys } = props
  const readOnly = useReadOnly()
  const pendingKeys = useMemo(() => [...queryKeys, 'pendingchange'], [queryKeys])
  const actions = mayPay && !readOnly
  const columns = useMemo(
    () =>
      actions
        ? [
            ...readColumns,
            col.node(
              'Actions',
              (row) => row.voidedOn === null && <Actions row={row} refetchKeys={queryKeys} />,
              {
                width: 215,
              },
            ),
          ]
        : readColumns,
    [actions, queryKeys],
  )
  if (due.length === 0 && payments.length === 0) return null
  return (
    <section aria-label="Payments">
      <h2>Payments</h2>
      <PendingChanges
        kinds={pending}
        subjectIds={payments.map((row) => row.paymentId)}
        refetchKeys={pendingKeys}
      />
      <Due {...props} actions={actions} />
      <DataTable
        caption="Payments"
        rows={payments}
        columns={columns}
        rowKey={(row) => row.paymentId}
        plain
        height="none"
        empty="Nothing is paid yet."
      />
    </section>
  )
}

const voidFields = z.object({ reason })

const VoidField = getField(voidFields)

const reissueFields = z.object({ paidOn, checkNumber, reason })

const ReissueField = getField(reissueFields)

const correctionFields = z.object({ payee, amount, paidOn, checkNumber, reason })

const CorrectionField = getField(correctionFields)

/**
 * The notice after a correction. If the payee is still the old one, a second person has to confirm the new
 * one.
 */
const describeCorrection = (
  payments: readonly Row[],
  { paymentId }: Row,
  draft: { payee: string },
): string =>
  payments.some((payment) => payment.paymentId === paymentId && isOtherPayee(payment, draft))
    ? 'A second person confirms the payee; all managers are mailed.'
    : 'The payment is corrected.'

/** The actions on a payment that is not void. */
function Actions({ row, refetchKeys }: { row: Row; refetchKeys: readonly string[] }) {
  const pendingKeys = useMemo(() => [...refetchKeys, 'pendingchange'], [refetchKeys])
  const write = useWrite(pendingKeys)
  const { paymentId } = row
  const checkLabel = `check ${row.checkNumber}`
  return (
    <Group gap={4} wrap="nowrap">
      <RecordDialog
        small
        button="Correct"
        of={checkLabel}
        title={`Correct ${checkLabel}`}
        save="Save the correction"
        schema={correctionFields}
        values={{ ...row, reason: '' }}
        send={(payload) =>
          write(correctPayment, { body: { paymentId, ...payload } }, (due) =>
            describeCorrection(due.payments, row, payload),
          )
        }
      >
        <CorrectionField name="payee" />
        <CorrectionField name="amount" width={160} />
        <Check />
        <CorrectionField name="reason" kind="longText" rows={2} />
      </RecordDialog>
      <RecordDialog
        small
        button="Reissue"
        of={checkLabel}
        title={`Put another check in the place of ${checkLabel}`}
        save="Reissue"
        schema={reissueFields}
        values={{ paidOn: null, checkNumber: '', reason: '' }}
        send={(payload) =>
          write(
            reissuePayment,
            { body: { paymentId, ...payload } },
            'The check is reissued and mailed about.',
          )
        }
      >
        <Check />
        <ReissueField name="reason" kind="longText" rows={2} help="Why the first check is void." />
      </RecordDialog>
      <Void row={row} refetchKeys={refetchKeys} />
    </Group>
  )
}

const Check = () => (
  <>
    <ReissueField name="paidOn" width={180} />
    <ReissueField name="checkNumber" width={180} />
  </>
)

function Void({
  row: { paymentId, checkNumber: check },
  refetchKeys,
}: {
  row: Row
  refetchKeys: readonly string[]
}) {
  const write = useWrite(refetchKeys)
  const checkLabel = `check ${check}`
  return (
    <RecordDialog
      small
      button="Void"
      of={checkLabel}
      title={`Void ${checkLabel}`}
      save="Void the payment"
      schema={voidFields}
      values={{ reason: '' }}
      send={(payload) =>
        write(
          voidPayment,
          { body: { paymentId, ...payload } },
          'The payment is void; its amount is due again.',
        )
      }
    >
      <VoidField name="reason" kind="longText" rows={2} />
    </RecordDialog>
  )
}
