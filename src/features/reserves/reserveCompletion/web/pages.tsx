import { Fieldset } from '@mantine/core'
import { Link } from 'react-router'
import { Payments } from '#core/money/payments/web/index.ts'
import type { FormValues } from '#engines/review/web/index.ts'
import {
  columnsWith,
  getReviewQueue,
  hideReviewFact,
  type ListingOf,
  lineColumnOfReview,
  type PagesOf,
  type PartProps,
  useSelection,
} from '#engines/review/web/index.ts'
import { computeApprovedTotal, Exception } from '#features/shared/invoicedItems/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { getField } from '#ui/form/Field.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type CompletionDetail, completions, grantException } from '../model/completions.ts'
import type { ReplacementReserveCompletion } from '../model/entities.ts'
import { CompletionDocuments } from './CompletionDocuments.tsx'
import { completionColumns } from './columns.ts'
import { formLines, Lines } from './Lines.tsx'
import { Amounts, Figures, Outcome, Review, reviewLines } from './Review.tsx'

const Field = getField<FormValues<typeof ReplacementReserveCompletion>>()

export { completions as review }

const getRequestFact = (detail: CompletionDetail) => ({
  label: 'Advance review',
  value: (
    <Link to={`/ReplacementReserve/${detail.replacementReserveRequestId}/${detail.propertyId}`}>
      R-{detail.replacementReserveRequestId}
    </Link>
  ),
})

const col = columns<CompletionDetail['items'][number]>()
const getFiledColumns = (detail: CompletionDetail) => [
  col.text('Work', (line) => line.descriptionOfWork, { width: 260 }),
  col.text('Vendor', (line) => line.vendorName, { width: 180 }),
  col.text('Invoice', (line) => line.invoiceNumber, { width: 110 }),
  col.date('Invoice date', (line) => line.invoiceDate, { width: 110 }),
  col.text(
    'Paid to',
    (line) => (line.payVendorDirectly ? 'Vendor' : `Property, check ${line.checkNumber ?? ''}`),
    {
      width: 150,
    },
  ),
  col.money('Pre-approved', (line) => line.preApproved, { total: true, width: 130 }),
  col.money('Invoiced', (line) => line.invoicedAmount, { total: true, width: 130 }),
  lineColumnOfReview(
    detail,
    col.money('Released', (line) => line.approvedAmount, { total: true, width: 130 }),
  ),
  lineColumnOfReview(
    detail,
    col.text('Reason for the reduction', (line) => line.denialReason, { width: 220 }),
  ),
]

const AFFECTED_DATA = ['replacementreservecompletion', 'payment']

/** The screens of a completion: the form, the filed completion, the review and the list. */
export const pages: PagesOf<typeof completions> & ListingOf<typeof completions> = {
  Before: ({ detail }) => <Facts facts={[getRequestFact(detail)]} />,
  Form: (part) => (
    <>
      <Fieldset legend="Completed work">
        <Field name="completedOn" width={180} />
        <Field name="remarks" rows={2} />
      </Fieldset>
      <GrantedException {...part} />
      <Lines {...part} />
      <CompletionDocuments {...part} />
      <Field name="certified" />
    </>
  ),
  formLines,
  facts: (detail) => [
    getRequestFact(detail),
    { label: 'Work completed', value: formatDate(detail.completedOn, 'MM/DD/YYYY') },
    { label: 'Invoiced', sum: true, value: formatMoney(detail.invoiced) },
    hideReviewFact(detail, { label: 'Released', value: formatMoney(detail.released), sum: true }),
    { label: 'Remarks', value: detail.remarks, wide: true },
  ],
  Filed,
  placesDocuments: true,
  Review: (part) => (
    <>
      <Review detail={part.detail} />
      <GrantedException {...part} />
    </>
  ),
  reviewLines,
  Figures,
  amount: computeApprovedTotal,
  Outcome,
  columns: columnsWith(completions, completionColumns),
}

/** The exception for old invoices, with the agency's button that grants or withdraws it. */
const GrantedException = ({ detail, refresh }: Pick<PartProps<CompletionDetail>, 'detail' | 'refresh'>) => (
  <Exception
    grant={grantException}
    requestId={detail.replacementReserveCompletionId}
    detail={detail}
    refresh={refresh}
  />
)

function Filed({ detail, refresh }: PartProps<CompletionDetail>) {
  const isAgencyScreen = useSelection() !== null
  return (
    <>
      {isAgencyScreen ? <Amounts detail={detail} /> : <CompanyItems detail={detail} />}
      <GrantedException detail={detail} refresh={refresh} />
      {detail.statusId === RequestStatus.APPROVED && (
        <Payments
          {...detail}
          moduleName={completions.module}
          requestId={detail.replacementReserveCompletionId}
          refetchKeys={AFFECTED_DATA}
        />
      )}
    </>
  )
}

function CompanyItems({ detail }: { detail: CompletionDetail }) {
  return (
    <>
      <DataTable
        caption="Items"
        rows={detail.items}
        columns={getFiledColumns(detail)}
        rowKey={(line) => line.replacementReserveCompletionItemId}
        plain
        empty="No items."
      />
      {detail.items
        .flatMap((line) => line.duplicates)
        .map((match) => (
          <p key={`${match.moduleName}-${match.itemId}`}>{match.message}</p>
        ))}
    </>
  )
}

/** The queue of completions, a tab of the replacement reserve screen. */
export const Completions = getReviewQueue({ review: completions, pages })
