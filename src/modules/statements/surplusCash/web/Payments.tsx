import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { useSend } from '#kernel/web/queries.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { payments } from '../model/calls.ts'
import { DistributionPayment } from '../model/entities.ts'
import { enteredSources } from '../model/payments.ts'
import type { ComputationView, Payment } from '../model/views.ts'

const refreshedPaths = ['computationofdistributions', 'yearlydistributionsaccrued', 'distributionpayment']
const col = columns<Payment>()

/** Payments to the owners: on requests, outside the portal and before it, and repayments. */
export function Payments({ view, setting }: { view: ComputationView; setting: boolean }) {
  const { paidRows, propertyId, year } = view
  const shownColumns = useMemo(() => getColumns(setting), [setting])
  return (
    <Section title="Payments">
      <DataTable
        caption="Payments of distributions"
        rows={paidRows}
        columns={shownColumns}
        rowKey={(item) => item.distributionPaymentId}
        height="none"
        plain
        empty="Nothing was paid yet."
      />
      {setting && <EnterPayment propertyId={propertyId} year={year} />}
    </Section>
  )
}

const getColumns = (setting: boolean) => [
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
  ...(setting ? [col.node('Delete', (item) => <DeletePayment payment={item} />, { width: 90 })] : []),
]

function DeletePayment({ payment }: { payment: Payment }) {
  const remove = useSend(payments.remove, { alsoDrops: refreshedPaths })
  if (payment.distributionRequestId !== null) return null
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={`Delete the payment of ${formatDate(payment.paidOn, 'MM/DD/YYYY')}`}
      onClick={() => void remove({ params: { id: payment.distributionPaymentId } }).catch(() => undefined)}
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
const sources = enteredSources.map((value) => ({ value, label: value }))

/**
 * Enters a payment outside the portal or before it, or a repayment; the amount that a year earns does not
 * change.
 */
function EnterPayment({ propertyId, year }: { propertyId: number; year: number }) {
  const write = useWrite(refreshedPaths)
  return (
    <RecordDialog
      button="Enter a payment"
      title="Payment of distributions"
      save="Enter"
      schema={schema}
      values={{ year, paidOn: null, source: null, amount: null, note: null }}
      send={(payload) =>
        write(payments.create, { body: { propertyId, ...payload } }, 'The payment is entered.')
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
      <Field name="note" help="Where the figures come from." />
    </RecordDialog>
  )
}
