import { sql } from 'kysely'
import { literals } from '#kernel/server/statusSql.ts'
import { FindingStatus } from '../model/entities.ts'

/** The values of {@link FindingStatus} as SQL literals. */
export const sqlFinding = literals(FindingStatus)

/** SQL: whether finding `n` is open, or answered and waiting for the agency. */
export const isOpenSql = sql<boolean>`n.status_id in (${sqlFinding.OPEN}, ${sqlFinding.RESPONDED})`

/**
 * SQL: whether finding `n` blocks requests: it is open, marked as blocking, and not waived. The nightly job
 * ends a waiver after its last day.
 */
export const isBlockingSql = sql<boolean>`(${isOpenSql} and n.blocking and n.waived_on is null)`
