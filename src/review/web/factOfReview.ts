import { isDecided, withAgency } from '#kernel/model/status.ts'
import type { Fact } from '#ui/frame/Facts.tsx'
import { readsAsAgency } from '#ui/frame/hooks.ts'
import { type Column, hiddenWhere } from '#ui/table/columns.tsx'

/**
 * A fact that the reviewer writes: until the decision, other readers see that it is not shown
 * to them.
 */
export function factOfReview(
  { statusId, canReview }: { statusId: number; canReview: boolean },
  fact: Fact,
): Fact {
  if (isDecided(statusId) || canReview) return fact
  return withAgency(statusId) ? { ...fact, hidden: true } : { ...fact, value: '', hidden: false }
}

/** Whether the reviewer's text is hidden from its reader: of a company, while the agency has the record. */
export const isReviewHidden = (statusId: number): boolean => withAgency(statusId) && !readsAsAgency()

/** The same for a column of a list of records. */
export const columnOfReview = <Row extends { statusId: number }>(column: Column<Row>): Column<Row> =>
  hiddenWhere(column, ({ statusId }) => isReviewHidden(statusId))

/** The same for a column of a record's lines. */
export const lineColumnOfReview = <Row>(record: { statusId: number }, column: Column<Row>): Column<Row> =>
  hiddenWhere(column, () => isReviewHidden(record.statusId))
