import { isDecided, isWithAgency } from '#kernel/model/status.ts'
import type { Fact } from '#ui/frame/Facts.tsx'
import { readsAsAgency } from '#ui/frame/hooks.ts'
import { type Column, hiddenWhere } from '#ui/table/columns.tsx'

/**
 * Prepares a fact that the reviewer writes. Until the decision, readers other than the reviewer see that it
 * is not shown to them. In a draft it is blank.
 */
export function hideReviewFact(
  { statusId, canReview }: { statusId: number; canReview: boolean },
  fact: Fact,
): Fact {
  if (isDecided(statusId) || canReview) return fact
  return isWithAgency(statusId) ? { ...fact, hidden: true } : { ...fact, value: '', hidden: false }
}

/**
 * Whether the reviewer's values are hidden from this reader: from companies, while the agency has the record.
 */
export const isReviewHidden = (statusId: number): boolean => isWithAgency(statusId) && !readsAsAgency()

/** Makes a column of a list of records show that the reviewer's values are hidden. */
export const columnOfReview = <Row extends { statusId: number }>(column: Column<Row>): Column<Row> =>
  hiddenWhere(column, ({ statusId }) => isReviewHidden(statusId))

/** Makes a column of a record's lines show that the reviewer's values are hidden. */
export const lineColumnOfReview = <Row>(record: { statusId: number }, column: Column<Row>): Column<Row> =>
  hiddenWhere(column, () => isReviewHidden(record.statusId))
