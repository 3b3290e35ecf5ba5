import type { AbsentPerson } from '#core/people/absences/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { type Column, columns } from '#ui/table/columns.tsx'
import type { SharedSortName } from '../model/shapes.ts'
import css from './analyst.module.css'

type Absentee = { reviewerName: string | null; reviewerOut: AbsentPerson | null }

/** Describes an absence: `out until 11/27/2026, Ann Cole stands in`. */
export const describeAbsence = ({ lastDay, standInName }: AbsentPerson): string =>
  `out until ${formatDate(lastDay, 'MM/DD/YYYY')}, ${standInName} stands in`

/**
 * Shows an analyst's name, with the last day of an absence below it. The tooltip names the person who covers.
 */
export function Analyst({ name, out }: { name: string | null; out: AbsentPerson | null | undefined }) {
  if (!out) return name
  return (
    <span className={css.analyst} title={`${name}, ${describeAbsence(out)}`}>
      {name}
      <span>out until {formatDate(out.lastDay, 'MM/DD/YYYY')}</span>
    </span>
  )
}

/** Builds the column of a list that shows the analyst of a record. */
export const analystColumn = <Line extends Absentee>(width: number): Column<Line> => ({
  ...columns<Line, SharedSortName>().text(
    'Analyst',
    ({ reviewerName, reviewerOut }) =>
      [reviewerName, reviewerOut && describeAbsence(reviewerOut)].filter(Boolean).join(', '),
    { width, served: 'analyst' },
  ),
  render: ({ reviewerName, reviewerOut }) => <Analyst name={reviewerName} out={reviewerOut} />,
})
