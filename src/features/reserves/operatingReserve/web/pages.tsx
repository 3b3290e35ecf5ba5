import { Fieldset } from '@mantine/core'
import type { FormValues } from '#engines/review/web/index.ts'
import { hideReviewFact, type PagesOf, type PartProps } from '#engines/review/web/index.ts'
import {
  computeApprovedTotal,
  copyItems,
  Exception,
  getAmountReviewLines,
  getItemFormLines,
  ItemDocumentPlace,
  SaveFirstNotice,
} from '#features/shared/invoicedItems/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { later } from '#ui/frame/later.tsx'
import { grantException } from '../model/calls.ts'
import type { OperatingReserveRequest } from '../model/entities.ts'
import { operatingRequests, type RequestDetail } from '../model/operating.ts'
import { computeNeed, computeVacancyLoss, FINANCIALS, getOperatingReserveBalance } from '../model/rules.ts'
import { Items } from './Items.tsx'
import { kind } from './kind.ts'

const Field = getField<FormValues<typeof OperatingReserveRequest>>()

export { operatingRequests as review }

const formatAmount = (amount: number | null): string => (amount === null ? '' : formatMoney(amount))

function Form({ detail, refresh, known }: PartProps<RequestDetail> & { known: { current: RequestDetail } }) {
  return (
    <>
      <Fieldset legend="Request">
        <Field
          name="reserveTypeId"
          options={detail.reserves.map((reserve) => ({ value: reserve.reserveTypeId, label: reserve.name }))}
          required
          width={280}
        />
        <Field name="description" rows={3} required />
        <Field name="processingInstructions" rows={2} />
      </Fieldset>
      <Fieldset legend="How the property stands">
        <FieldRow>
          <Field name="figuresAsOf" required width={160} />
          <Field name="currentPayables" required width={170} />
          <Field name="dueWithinMonth" required width={220} />
          <Field name="cashAvailable" required width={170} />
        </FieldRow>
        {detail.operatingReserveRequestId > 0 ? (
          <ItemDocumentPlace
            kind={kind}
            detail={detail}
            documentType={FINANCIALS}
            itemId={null}
            label="Balance sheet and income statement of the year to date"
            required
            onChanged={refresh}
          />
        ) : (
          <SaveFirstNotice what="the request" />
        )}
      </Fieldset>
      <Exception
        grant={grantException}
        requestId={detail.operatingReserveRequestId}
        detail={detail}
        refresh={refresh}
      />
      <Items detail={detail} refresh={refresh} known={known} />
      <Field name="certified" required />
    </>
  )
}

/** The screens of an operating reserve request: the form, the filed request and the review. */
export const pages: PagesOf<typeof operatingRequests> = {
  Form,
  formLines: getItemFormLines(kind.entity),
  // Fields that a new request copies from an earlier one: its reason, its reserve and its items.
  copied: (detail) => {
    const { reserveTypeId, description, processingInstructions } = detail
    return { reserveTypeId, description, processingInstructions, items: copyItems(kind.entity, detail) }
  },
  facts: (detail) => [
    {
      label: 'Reserve',
      value: detail.reserves.find((reserve) => reserve.reserveTypeId === detail.reserveTypeId)?.name,
    },
    { label: 'Claimed', sum: true, value: formatMoney(detail.claimed) },
    hideReviewFact(detail, { label: 'Approved', value: formatMoney(detail.approved), sum: true }),
    { label: 'Balance', sum: true, value: formatAmount(getOperatingReserveBalance(detail)) },
    {
      label: `Needed, figures of ${formatDate(detail.figuresAsOf, 'MM/DD/YYYY')}`,
      value: formatAmount(computeNeed(detail)),
    },
    hideReviewFact(detail, {
      label: 'Vacancy loss a month',
      value: formatAmount(computeVacancyLoss(detail.vacancy, detail.averageRent)),
    }),
    { label: 'Why the property cannot pay', value: detail.description, wide: true },
    { label: 'Processing instructions', value: detail.processingInstructions, wide: true },
  ],
  Filed: later(async () => (await import('./Filed.tsx')).FiledCosts),
  Review: later(async () => (await import('./Review.tsx')).Review),
  reviewLines: getAmountReviewLines(kind.entity),
  placesDocuments: true,
  Figures: later(async () => (await import('./Decision.tsx')).Figures),
  amount: computeApprovedTotal,
  Outcome: later(async () => (await import('./Decision.tsx')).Outcome),
}
