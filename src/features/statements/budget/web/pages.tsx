import type { ReviewValues } from '#engines/review/web/index.ts'
import { hideReviewFact, isReviewHidden, type PagesOf, type PartProps } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { getField } from '#ui/form/Field.tsx'
import { later } from '#ui/frame/later.tsx'
import type { budgets, Detail } from '../model/budgets.ts'
import type { Budget } from '../model/entities.ts'
import { BudgetForm } from './BudgetForm.tsx'
import { formLines, reviewLines } from './formLines.ts'
import { getBudgetFigures, LiveFigures } from './Live.tsx'
import { Sheet } from './Sheet.tsx'

const Field = getField<ReviewValues<typeof Budget>>()

const formatDay = (day: string | null) => formatDate(day, 'MM/DD/YYYY')

/** The reviewer's form: the approved column next to the proposed one, and the conditions for the letter. */
const Review = ({ detail }: PartProps<Detail>) => (
  <>
    <Sheet detail={detail} mode="review" />
    <Field name="conditions" rows={2} help="Appears in the letter." />
    <Field name="reviewComments" rows={2} help="For the agency alone." />
    <LiveFigures detail={detail} />
  </>
)

/** The screens of a budget: its form, its facts, its read-only view and its review. */
export const pages: PagesOf<typeof budgets> = {
  isSheet: true,
  Form: BudgetForm,
  placesButtons: true,
  formLines,
  facts: (detail) => [
    {
      label: 'Fiscal year',
      value: `${detail.budgetYear}, ${formatDay(detail.from)} to ${formatDay(detail.through)}`,
    },
    { label: 'Approved rents', value: detail.rents === null ? '' : formatMoney(detail.rents) },
    ...getBudgetFigures(
      detail,
      detail.lines,
      detail.statusId === RequestStatus.APPROVED ? 'approved' : 'proposed',
      detail.months,
    ),
    {
      label: 'Rent increase',
      value:
        detail.rentIncreaseIncluded === null
          ? 'Not needed'
          : detail.rentIncreaseIncluded
            ? 'To be asked for'
            : 'None',
    },
    ...(isReviewHidden(detail.statusId)
      ? [hideReviewFact(detail, { label: 'Approved lines', value: '' })]
      : []),
    { label: 'Certified', value: formatDay(detail.certifiedAt) },
    { label: 'Comments', value: detail.comments, wide: true },
    hideReviewFact(detail, { label: 'Conditions', value: detail.conditions, wide: true }),
  ],
  Filed: later(async () => (await import('./ReadOnlyBudget.tsx')).ReadOnlyBudget),
  Review,
  reviewLines,
}
