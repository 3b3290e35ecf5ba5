import { sql } from 'kysely'
import { literals } from '#kernel/server/statusSql.ts'
import { FindingStatus } from '../model/entities.ts'

/** {@link FindingStatus} as literals of a statement. */
export const sqlFinding = literals(FindingStatus)

/** SQL: finding `n` is open or waits for the agency. */
export const isOpen = sql<boolean>`n.status_id in (${sqlFinding.OPEN}, ${sqlFinding.RESPONDED})`

/**
 * SQL: finding `n` blocks requests: open, of a blocking kind, and not waived. The nightly job ends a waiver
 * after its last day.
 */
export const blocking = sql<boolean>`(${isOpen} and n.blocking and n.waived_on is null)`
