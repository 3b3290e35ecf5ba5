import { type RawBuilder, sql } from 'kysely'
import { PropertyStatus } from '#ground/platform/lookups/model/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { lockRow, refuseStaleVersion } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { Property } from '../model/entities.ts'
import './tables.ts'

export type PropertyRow = Row<typeof Property>

/** A property in scope as stored; 404 for any other. */
export async function readProperty(context: AnyContext, propertyId: number): Promise<PropertyRow> {
  const property = await context.db
    .selectFrom('property')
    .selectAll()
    .where('propertyId', '=', propertyId)
    .executeTakeFirst()
  return property ?? refuse.notFound('This property')
}

/**
 * SQL: who began, listed and reviewed the decontrol under way, by user id; a second person finishes it
 * (domain
 * 47.8).
 */
export const decontrolledBy = (propertyId: number): RawBuilder<number[]> => sql<number[]>`
  array(select distinct h.user_id from status_history h where h.entity in ('PropertyDecontrol', 'Property')
  and h.row_id = ${propertyId}
    and h.user_id is not null and h.action in ('start', 'decontrol', 'submit', 'review')
    and h.status_history_id >= (
      select max(b.status_history_id) from status_history b where b.entity in ('PropertyDecontrol',
      'Property')
        and b.row_id = ${propertyId} and b.action in ('start', 'decontrol')))`

/** 409 for a deleted property: it is brought back before it is changed. */
export function refuseDeleted(property: { name: string; statusId: number }): void {
  if (property.statusId === PropertyStatus.Deleted)
    refuse.conflict(`${property.name} is deleted. Change its status first.`)
}

/** A property about to be changed: locked, seen in its present version (409) and not deleted (409). */
export async function propertyToChange(
  context: AnyContext,
  propertyId: number,
  version?: number | null,
): Promise<PropertyRow> {
  const property = await lockRow(context, Property, propertyId)
  await refuseStaleVersion(context, Property, propertyId, version, property.version)
  refuseDeleted(property)
  return property
}
