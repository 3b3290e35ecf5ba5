import { type RawBuilder, sql } from 'kysely'
import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { lockRow, refuseStaleVersion } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { Property } from '../model/entities.ts'

/** A property as stored. */
export type PropertyRow = Row<typeof Property>

/** Loads a property as stored. Refuses with 404 out of the caller's scope. */
export async function readProperty(context: AnyContext, propertyId: number): Promise<PropertyRow> {
  const property = await context.db
    .selectFrom('property')
    .selectAll()
    .where('propertyId', '=', propertyId)
    .executeTakeFirst()
  return property ?? refuse.notFound('This property')
}

/**
 * SQL: the ids of the users who began, submitted and reviewed the present decontrol; another person must
 * approve it (domain 47.8).
 */
export const decontrolActorsSql = (propertyId: number): RawBuilder<number[]> => sql<number[]>`
  array(select distinct h.user_id from status_history h where h.entity in ('PropertyDecontrol', 'Property')
  and h.row_id = ${propertyId}
    and h.user_id is not null and h.action in ('start', 'decontrol', 'submit', 'review')
    and h.status_history_id >= (
      select max(b.status_history_id) from status_history b where b.entity in ('PropertyDecontrol',
      'Property')
        and b.row_id = ${propertyId} and b.action in ('start', 'decontrol')))`

/** Refuses a change of a deleted property with 409. */
export function refuseDeleted(property: { name: string; statusId: number }): void {
  if (property.statusId === PropertyStatus.Deleted)
    refuse.conflict(`${property.name} is deleted. Change its status first.`)
}

/** Locks a property for a change. Refuses with 409 if `version` is stale or the property is deleted. */
export async function lockPropertyForChange(
  context: AnyContext,
  propertyId: number,
  version?: number | null,
): Promise<PropertyRow> {
  const property = await lockRow(context, Property, propertyId)
  await refuseStaleVersion(context, Property, propertyId, version, property.version)
  refuseDeleted(property)
  return property
}
