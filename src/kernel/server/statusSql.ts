import { type RawBuilder, sql } from 'kysely'
import { RequestStatus } from '../model/status.ts'

/**
 * The numbers of a declared set of constants as literals of a statement: a parameter would keep the database
 * from using an index of some statuses only.
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
 * A condition on the column `status_id` of a row by its name in the statement, or of the only row there is.
 */
const condition =
  (text: string) =>
  (row = ''): RawBuilder<boolean> =>
    sql.raw(`${row && `${row}.`}status_id ${text}`)

/**
 * SQL: the approved amount of `r` once it is decided: 0 for a rejected record, and null while amounts may
 * change.
 */
export const decidedAmount = (amount: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when r.status_id = ${sqlStatus.REJECTED} then 0
    when r.status_id = ${sqlStatus.APPROVED} then ${amount} end`

/** What {@link RequestStatus} has predicates for, in statements: `where ${statusIs.open('r')}`. */
export const statusIs = {
  /** Not submitted, or not even begun. */
  unfiled: condition(`in (${NOT_STARTED}, ${NOT_SUBMITTED})`),
  filed: condition(`> ${NOT_SUBMITTED}`),
  withAgency: condition(`in (${SUBMITTED}, ${UNDER_REVIEW}, ${REVIEWED})`),
  open: condition(`< ${APPROVED}`),
  decided: condition(`>= ${APPROVED}`),
}
