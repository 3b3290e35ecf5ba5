import type { ReviewValues } from '#engines/review/web/index.ts'
import { columnsWith, hideReviewFact, type ListingOf, type PagesOf } from '#engines/review/web/index.ts'
import { getField } from '#ui/form/Field.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { type AllowanceLine, allowances } from '../model/allowances.ts'
import type { UtilityAllowance } from '../model/entities.ts'
import { getQuarterName } from '../model/quarter.ts'
import { AllowanceForm } from './AllowanceForm.tsx'
import { FiledLines, getReviewChecks } from './Filed.tsx'
import { formLines } from './formLines.ts'

const Field = getField<ReviewValues<typeof UtilityAllowance>>()

export { allowances as review }

const col = columns<AllowanceLine>()

/** The form, facts, checks and list columns of utility allowances on the review screens. */
export const pages: PagesOf<typeof allowances> & ListingOf<typeof allowances> = {
  Form: AllowanceForm,
  formLines,
  Before: ({ detail }) => <p>{getQuarterName(detail)}</p>,
  facts: (detail) => [
    { label: 'Quarter', value: getQuarterName(detail) },
    { label: 'Approved before', value: detail.priorQuarter },
    { label: 'No change', value: detail.noChange ? 'Filed as unchanged' : 'No' },
    { label: 'Comments', value: detail.comments, wide: true },
    hideReviewFact(detail, { label: 'Comments of the review', value: detail.reviewComments, wide: true }),
  ],
  Filed: FiledLines,
  Review: (part) => (
    <>
      <FiledLines {...part} />
      <Field name="reviewComments" rows={3} />
    </>
  ),
  useChecks: getReviewChecks,
  columns: columnsWith(allowances, [
    col.text('Quarter', (line) => line.period, { width: 95, served: 'period' }),
    col.bool('No change', (line) => line.noChange, { width: 95, served: 'noChange' }),
    col.number('Unit types', (line) => line.unitTypes, { width: 95, served: 'unitTypes' }),
    col.money('Highest allowance', (line) => line.highest, { width: 130, served: 'highest' }),
  ]),
}
