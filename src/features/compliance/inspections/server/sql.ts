import { type RawBuilder, sql } from 'kysely'
import type { AnyEntity } from '#kernel/model/entity.ts'
import { getEntityTexts } from '#kernel/server/rows.ts'
import { literals } from '#kernel/server/statusSql.ts'
import { FindingStatus, InspectionStatus } from '../model/rules.ts'

/** SQL literals of the statuses of inspections and of findings. */
export const sqlInspectionStatus = literals(InspectionStatus)
export const sqlFindingStatus = literals(FindingStatus)

/** SQL: whether Form 8823 `d` is not filed yet. */
export const isOpenForm = sql<boolean>`d.filed_on is null`

/** SQL: the full name of the user with this table alias; null if there is none. */
export const personName = (alias: string): RawBuilder<string | null> =>
  sql`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`

/**
 * SQL: the rows of an entity that match the condition, in order, as one JSON list with the names of its
 * fields; `more` adds columns under quoted names.
 */
export const inspectionListSql = (
  entity: AnyEntity,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(to_jsonb(l)), '[]')
    from (select ${sql.raw(getEntityTexts(entity).columns)}${more}
    from ${sql.table(entity.table)} where ${condition} order by ${order}) l)`
