import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { PendingChanges } from '#core/platform/pendingChanges/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { useSend } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { payments } from '../model/calls.ts'
import { DistributionPayment } from '../model/entities.ts'
import { enteredSources } from '../model/payments.ts'
import type { ComputationView, Payment } from '../model/views.ts'

const refreshedPaths = [
  'computationofdistributions',
  'yearlydistributionsaccrued',
  'distributionpayment',
  'pendingchange',
]
const pendingKinds = ['distributionPayment']
const col = columns<Payment>()

/** The list of payments to the owners: on requests, outside the portal and before it, and repayments. */
export function Payments({ view, setting }: { view: ComputationView; setting: boolean }) {
  const { paidRows, propertyId, year } = view
  const tableColumns = useMemo(() => getColumns(view, setting), [view, setting])
  return (
    <Section title="Payments">
      <PendingChanges kinds={pendingKinds} subjectIds={[propertyId]} refetchKeys={refreshedPaths} />
      <DataTable
        caption="Payments of distributions"
        rows={paidRows}
        columns={tableColumns}
        rowKey={(item) => item.distributionPaymentId}
        height="none"
        plain
        empty="Nothing was paid yet."
      />
      {setting && <EnterPaymentButton propertyId={propertyId} year={year} />}
    </Section>
  )
}

const getColumns = (view: ComputationView, setting: boolean) => [
  col.date('Paid on', (item) => item.paidOn, { width: 120 }),
  col.text('Fiscal year', (item) => String(item.year), { width: 100 }),
  col.text('Source', (item) => item.source, { width: 170 }),
  col.link(
    'Request',
    (item) => item.distributionRequestId,
    (item) => `/DistributionRequest/view/${item.distributionRequestId}`,
    { width: 110, prefix: 'DR' },
  ),
  col.money('Amount', (item) => item.paid, { width: 140, total: true }),
  col.text('Note', (item) => item.note, { width: 220 }),
  ...(setting
    ? [col.node('Delete', (item) => <DeletePaymentButton payment={item} view={view} />, { width: 150 })]
    : []),
]

/** Describes what deleting a payment does to the right that the statement shows. */
function describeDeletion({ year, paid }: Payment, view: ComputationView): string {
  const counted = `It counted as paid for ${year}.`
  const second =
    'A second person confirms it, if the agency requires two. You are then not the second person who approves a distribution of this property.'
  if (year > view.year) return `${counted} The right of ${year} changes by it. ${second}`
  const [before, after] = [view.b3, sumMoney([view.b3, paid])].map((right) => formatMoney(right))
  return `${counted} The right through ${view.year} (B3) becomes ${after}; it is ${before}. ${second}`
}

/** The button to delete an entered payment. A payment that a decision rests on has none. */
function DeletePaymentButton({ payment, view }: { payment: Payment; view: ComputationView }) {
  const confirm = useConfirm()
  const remove = useSend(payments.remove, { alsoDrops: refreshedPaths })
  if (payment.distributionRequestId !== null) return null
  if (payment.year <= (view.lastDecidedYear ?? 0)) return 'Stays: decided on'
  const ask = () =>
    confirm({
      title: `Delete the payment of ${formatMoney(payment.paid)}?`,
      text: describeDeletion(payment, view),
      confirmLabel: 'Delete payment',
      danger: true,
      action: async () => {
        await remove({ params: { id: payment.distributionPaymentId } })
      },
    })
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={`Delete the payment of ${formatDate(payment.paidOn, 'MM/DD/YYYY')}`}
      onClick={() => void ask()}
    >
      Delete
    </Button>
  )
}

const schema = DistributionPayment.row.pick({
  year: true,
  paidOn: true,
  source: true,
  amount: true,
  note: true,
})

const Field = getField(schema)

const sources = enteredSources.map((value) => ({ value, label: value }))

/**
 * The button and dialog to enter a payment outside the portal or before it, or a repayment. It does not
 * change a year's surplus.
 */
function EnterPaymentButton({ propertyId, year }: { propertyId: number; year: number }) {
  const write = useWrite(refreshedPaths)
  return (
    <RecordDialog
      button="Enter a payment"
      title="Payment of distributions"
      save="Enter"
      schema={schema}
      values={{ year, paidOn: null, source: null, amount: null, note: null }}
      send={(payload) =>
        write(payments.create, { body: { propertyId, ...payload } }, (stored) =>
          stored.distributionPaymentId === 0
            ? 'The repayment waits for a second person, and until then it does not count.'
            : 'The payment is entered.',
        )
      }
    >
      <FieldRow>
        <Field name="source" options={sources} width={200} />
        <Field name="year" width={120} />
      </FieldRow>
      <FieldRow>
        <Field name="paidOn" width={170} />
        <Field name="amount" width={180} />
      </FieldRow>
      <Field name="note" help="Where the figures come from. A repayment needs its reason." />
    </RecordDialog>
  )
}
