import { sql } from 'kysely'
import { literals } from '#kernel/server/statusSql.ts'
import { FindingStatus } from '../model/entities.ts'

/** {@link FindingStatus} as literals of a statement. */
export const sqlFinding = literals(FindingStatus)

/** SQL: finding `n` is open or waits for the agency. */
export const isOpen = sql<boolean>`n.status_id in (${sqlFinding.OPEN}, ${sqlFinding.RESPONDED})`

/** SQL: finding `n` stands in the way of requests: open, of a blocking kind, and not waived. The night ends a waiver whose last day has passed. */
export const blocking = sql<boolean>`(${isOpen} and n.blocking and n.waived_on is null)`
