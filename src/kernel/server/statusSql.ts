import { type RawBuilder, sql } from 'kysely'
import { RequestStatus } from '../model/status.ts'

/**
 * Converts constants to SQL literals. With parameters, the database could not use an index that covers only
 * some statuses.
 */
export const literals = <Values extends Readonly<Record<string, number>>>(
  values: Values,
): { readonly [Name in keyof Values]: RawBuilder<number> } =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sql.lit(value)])) as {
    readonly [Name in keyof Values]: RawBuilder<number>
  }

/** {@link RequestStatus} as literals: `r.status_id = ${sqlStatus.APPROVED}`. */
export const sqlStatus = literals(RequestStatus)

const { NOT_STARTED, NOT_SUBMITTED, SUBMITTED, UNDER_REVIEW, REVIEWED, APPROVED } = RequestStatus

/**
 * Builds a condition on the column `status_id` of the table with an alias, or without alias of the only
 * table.
 */
const condition =
  (comparison: string) =>
  (row = ''): RawBuilder<boolean> =>
    sql.raw(`${row && `${row}.`}status_id ${comparison}`)

/**
 * SQL for the approved amount of record `r`: 0 if it is rejected, and null while it is undecided.
 */
export const decidedAmount = (amount: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when r.status_id = ${sqlStatus.REJECTED} then 0
    when r.status_id = ${sqlStatus.APPROVED} then ${amount} end`

/** SQL conditions on a status, like `isFiled` and the others: `where ${statusIs.open('r')}`. */
export const statusIs = {
  /** Not submitted or not started. */
  unfiled: condition(`in (${NOT_STARTED}, ${NOT_SUBMITTED})`),
  filed: condition(`> ${NOT_SUBMITTED}`),
  withAgency: condition(`in (${SUBMITTED}, ${UNDER_REVIEW}, ${REVIEWED})`),
  open: condition(`< ${APPROVED}`),
  decided: condition(`>= ${APPROVED}`),
}
