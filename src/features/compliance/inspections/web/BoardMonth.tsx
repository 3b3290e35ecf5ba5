import type { BoardLine } from '../model/calls.ts'
import type { InspectorLine } from '../model/planCalls.ts'
import { getFirstMonth } from './boardActs.ts'
import styles from './inspections.module.css'

/** Returns the short name of an inspector on the board: `I1`, or `?` without an inspector. */
const getShortName = (inspectors: readonly InspectorLine[], id: number | null): string => {
  const index = inspectors.findIndex((inspector) => inspector.complianceInspectorId === id)
  return index < 0 ? '?' : `I${index + 1}`
}

type Props = { line: BoardLine; month: string; inspectors: readonly InspectorLine[]; plans: boolean }

/** Returns how a month relates to the due day of a visit: overdue, the last month on time, or late. */
function getState({ dueBy, overdue, visitedOn }: BoardLine, month: string): string | undefined {
  const due = dueBy?.slice(0, 7)
  if (visitedOn !== null) return undefined
  if (overdue) return 'overdue'
  return due === undefined || month < due ? undefined : month === due ? 'last' : 'late'
}

/** The cell of a line in a month: the visit, the last month on time, or that the month is too late. */
export function BoardMonth({ line, month, inspectors, plans: mayPlan }: Props) {
  const { plannedMonth, visitedOn, propertyId } = line
  const visitMonth = (visitedOn ?? plannedMonth)?.slice(0, 7)
  // On hover, a visit without a month shows the month in which it would be planned first.
  const isFirstMonth =
    visitMonth === undefined &&
    mayPlan &&
    getFirstMonth(line, Number(month.slice(0, 4))).slice(0, 7) === month
  const due = line.dueBy?.slice(0, 7)
  const dropTarget =
    mayPlan && visitedOn === null && visitMonth !== month ? { 'data-month': `${month}-01` } : {}
  return (
    <span
      className={styles.month}
      data-state={getState(line, month)}
      data-property={propertyId}
      {...dropTarget}
    >
      {(visitMonth === month || isFirstMonth) && (
        <span
          className={styles.visit}
          data-done={visitedOn !== null || undefined}
          data-late={(due !== undefined && month > due) || undefined}
          data-begins={isFirstMonth || undefined}
          data-visit={propertyId}
          draggable={mayPlan && visitedOn === null}
        >
          {isFirstMonth ? '+' : getShortName(inspectors, line.complianceInspectorId)}
        </span>
      )}
    </span>
  )
}
