import { sql } from 'kysely'
import type { TimelineSource } from '#core/portfolio/timeline/server/index.ts'

/** The messages about a property that the caller sent or received. */
export const messageTimeline: TimelineSource = {
  subject: 'Messages',
  rows: ({
    propertyId,
  }) => sql`select r.sent_at, concat_ws(': ', 'Message', nullif(r.task_name, ''), left(r.message, 200)),
    r.user_id, '/Messages'::text
    from task_message r where r.property_id = ${propertyId}`,
}
