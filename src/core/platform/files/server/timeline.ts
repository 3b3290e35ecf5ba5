import { sql } from 'kysely'
import type { TimelineSource } from '#core/portfolio/timeline/server/index.ts'
import { getVisibleFilesSql } from './access.ts'

/** The documents added to a property that the caller may see. */
export const fileTimeline: TimelineSource = {
  subject: 'Documents',
  rows: ({
    propertyId,
    context,
  }) => sql`select f.created_at, concat('Document added: ', coalesce(nullif(f.title, ''), f.file_name)),
    f.created_by,
      case f.module_name when 'Property' then concat('/EditProject/', f.property_id, '?tab=Documents') end
    from (${getVisibleFilesSql(context, sql<boolean>`f.property_id = ${propertyId}`)}) f`,
}
