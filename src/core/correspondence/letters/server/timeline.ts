import { sql } from 'kysely'
import type { TimelineSource } from '#core/portfolio/timeline/server/index.ts'
import { getLetterPermissions } from './letters.ts'

/** The letters about the records of a property, for people who may read such records. */
export const letterTimeline: TimelineSource = {
  subject: 'Letters',
  rows: ({ propertyId, context }) => {
    const keys = Object.entries(getLetterPermissions())
    return sql`select l.created_at, l.title, l.created_by, null::text
      from (select k.entity, kernel.scope(${context.actor.userId}, k.key, 'read') as properties
        from unnest(${keys.map(([entity]) => entity)}::text[],
        ${keys.map(([, key]) => key)}::text[]) k (entity, key)) held
      join letter l on l.entity = held.entity
      where l.property_id = ${propertyId} and coalesce(l.property_id = any (held.properties), true)`
  },
}
