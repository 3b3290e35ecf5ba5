import { Fieldset } from '@mantine/core'
import type { FormValues, ReviewValues } from '#engines/review/web/index.ts'
import {
  columnsWith,
  getPropertyRecords,
  getReviewQueue,
  hideReviewFact,
  type ListingOf,
  type PagesOf,
} from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import type { ReplacementReserveSuspension } from '../model/entities.ts'
import { causes } from '../model/entities.ts'
import { describeMonths, type SuspensionLine, suspensions } from '../model/suspensions.ts'
import { AfterDecision } from './AfterDecision.tsx'
import { Balance, TypedBalance } from './Balance.tsx'

const Field = getField<FormValues<typeof ReplacementReserveSuspension>>()
const ReviewField = getField<ReviewValues<typeof ReplacementReserveSuspension>>()

const col = columns<SuspensionLine>()

export { suspensions as review }

/** The screens of a suspension: the form, the filed suspension, the review and the list. */
export const pages: PagesOf<typeof suspensions> & ListingOf<typeof suspensions> = {
  Form: ({ detail }) => (
    <Fieldset legend="Suspension">
      <Field name="cause" options={causes.map((cause) => ({ value: cause, label: cause }))} width={320} />
      <FieldRow>
        <Field name="startMonth" />
        <Field name="endMonth" />
      </FieldRow>
      <Field name="reason" rows={4} />
      <TypedBalance account={detail.account} />
    </Fieldset>
  ),
  facts: (detail) => [
    { label: 'Cause', value: detail.cause },
    { label: 'Months', value: describeMonths(detail) },
    { label: 'Monthly deposit', value: formatMoney(detail.account?.monthlyDeposit) },
    { label: 'Balance', value: formatMoney(detail.account?.balance) },
    { label: 'Per unit', value: formatMoney(detail.account?.perUnit) },
    { label: 'Needed per unit', value: formatMoney(detail.needed) },
    hideReviewFact(detail, { label: 'Must remain per unit', value: formatMoney(detail.thresholdPerUnit) }),
    ...(detail.nextReview && detail.statusId === RequestStatus.APPROVED
      ? [{ label: 'Next yearly review', value: formatDate(detail.nextReview, 'MM/DD/YYYY') }]
      : []),
    ...(detail.restartMonth
      ? [{ label: 'Deposits again from', value: formatDate(detail.restartMonth, 'MM/DD/YYYY') }]
      : []),
    { label: 'Reason', value: detail.reason, wide: true },
  ],
  Filed: (part) => (
    <>
      <AfterDecision {...part} />
      <Balance {...part.detail} />
    </>
  ),
  Review: ({ detail }) => (
    <>
      <ReviewField name="thresholdPerUnit" width={300} />
      <Balance {...detail} />
    </>
  ),
  columns: columnsWith(suspensions, [
    col.text('Cause', (line) => line.cause, { width: 160, served: 'cause' }),
    col.date('From', (line) => line.startMonth, { width: 105, served: 'startMonth' }),
    col.date('Through', (line) => line.endMonth, { width: 105, lesser: true, served: 'endMonth' }),
  ]),
}

/** The queue of suspensions, a tab of the replacement reserve screen. */
export const Suspensions = getReviewQueue({ review: suspensions, pages })
/** The suspensions of one property, below its replacement reserve. */
export const OfProperty = getPropertyRecords({ review: suspensions, pages })
