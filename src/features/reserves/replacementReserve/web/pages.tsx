import { Fieldset } from '@mantine/core'
import type { FormValues } from '#engines/review/web/index.ts'
import { hideReviewFact, type PagesOf } from '#engines/review/web/index.ts'
import {
  computeApprovedTotal,
  copyItems,
  Exception,
  getAmountReviewLines,
  getItemFormLines,
} from '#features/shared/invoicedItems/web/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { getField } from '#ui/form/Field.tsx'
import { later } from '#ui/frame/later.tsx'
import { grantException } from '../model/calls.ts'
import type { ReplacementReserveRequest } from '../model/entities.ts'
import { requestTypes } from '../model/entities.ts'
import { requests } from '../model/requests.ts'
import { Items } from './Items.tsx'
import { kind } from './kind.ts'
import { useChecks } from './useChecks.tsx'

const Field = getField<FormValues<typeof ReplacementReserveRequest>>()

/** The review that these screens belong to; its route loads it together with `pages`. */
export { requests as review }

const typeOptions = requestTypes.map((type) => ({ value: type, label: type }))

/** The screens of a replacement reserve request: the form, the filed request and the review. */
export const pages: PagesOf<typeof requests> = {
  Form: (part) => (
    <>
      <Fieldset legend="Request">
        <Field
          name="requestType"
          options={typeOptions}
          help="Reimbursement: the work is done and paid. Advance review: approval before the work."
          width={260}
        />
        <Field name="description" rows={3} required />
        <Field name="instructions" rows={2} />
      </Fieldset>
      <Exception
        grant={grantException}
        requestId={part.detail.replacementReserveRequestId}
        detail={part.detail}
        refresh={part.refresh}
      />
      <Items {...part} />
      <Field name="certified" required />
    </>
  ),
  formLines: getItemFormLines(kind.entity),
  // Fields that a new request copies from an earlier one: its subject and its items.
  copied: (detail) => {
    const { requestType, description, instructions } = detail
    return { requestType, description, instructions, items: copyItems(kind.entity, detail) }
  },
  facts: (detail) => [
    { label: 'Type', value: detail.requestType },
    { label: 'Claimed', value: formatMoney(detail.claimed), sum: true },
    hideReviewFact(detail, { label: 'Approved', value: formatMoney(detail.approved), sum: true }),
    { label: 'Description', value: detail.description, wide: true },
    { label: 'Payment instructions', value: detail.instructions, wide: true },
  ],
  Filed: later(async () => (await import('./FiledItems.tsx')).FiledItems),
  Review: later(async () => (await import('./ReviewItems.tsx')).ReviewItems),
  reviewLines: getAmountReviewLines(kind.entity),
  placesDocuments: true,
  useChecks,
  Figures: later(async () => (await import('./Figures.tsx')).Figures),
  amount: computeApprovedTotal,
  Outcome: later(async () => (await import('./Outcome.tsx')).Outcome),
}
