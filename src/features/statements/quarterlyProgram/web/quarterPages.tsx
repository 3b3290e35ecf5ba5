import { hideReviewFact, type ListingOf, type PagesOf, standingColumns } from '#engines/review/web/index.ts'
import { formatCoverage } from '#features/statements/budget/model/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { type QuarterLine, quarters } from '../model/quarters.ts'
import { QuarterReviewForm, ReadOnlyQuarter } from './QuarterReading.tsx'
import { formatPercent } from './words.ts'

const col = columns<QuarterLine>()
const { number, subject, status, submitted, age, analyst, decided, company } = standingColumns(quarters)

const getCoverageText = (line: QuarterLine) => (line.monthsIn > 0 ? formatCoverage(line.coverage) : '')

/** The screens and list columns of a quarter. */
export const quarterPages: PagesOf<typeof quarters> & ListingOf<typeof quarters> = {
  Form: () => null,
  facts: (detail) => [
    { label: 'Quarter', value: `${detail.quarter} of ${detail.year}` },
    { label: 'Program', value: detail.program },
    { label: 'Debt coverage to date', value: formatCoverage(detail.toDate.coverage) },
    { label: 'Occupancy to date', value: formatPercent(detail.toDate.occupancy) },
    hideReviewFact(detail, { label: 'Reviewer’s comments', value: detail.reviewComments, wide: true }),
  ],
  Filed: ReadOnlyQuarter,
  Review: QuarterReviewForm,
  columns: [
    number,
    subject,
    col.text('Period', (line) => line.period, { width: 95, served: 'period' }),
    status,
    col.number('Months in', (line) => line.monthsIn, { width: 90, served: 'monthsIn' }),
    {
      ...col.number('Debt coverage', (line) => line.coverage, { width: 115, served: 'coverage' }),
      text: getCoverageText,
      render: getCoverageText,
    },
    col.number('Occupancy', (line) => line.occupancy, {
      width: 100,
      lesser: 'inQueues',
      served: 'occupancy',
      format: (percent) => formatPercent(percent ?? null),
    }),
    ...[submitted, age, analyst, decided, company],
  ],
}
