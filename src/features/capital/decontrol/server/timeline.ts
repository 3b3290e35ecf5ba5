import { sql } from 'kysely'
import { getTimelineDays, type TimelineSource } from '#core/portfolio/timeline/server/index.ts'

/** The dates of the release from control in the property’s timeline. */
export const decontrolTimeline: TimelineSource = {
  subject: 'Decontrol',
  rows: (request) =>
    getTimelineDays(request, {
      days: [
        [sql`r.requested_on`, sql`concat_ws(': ', 'Release from control requested', r.reason)`],
        [sql`r.owner_notified_on`, sql`'The owner was notified'`],
        [sql`r.tenants_notified_on`, sql`'The tenants were notified'`],
        [sql`r.release_recorded_on`, sql`'The release was recorded'`],
        [sql`r.form8823_on`, sql`'The last Form 8823 was filed'`],
        [sql`r.effective_on`, sql`'Released from control'`],
        [sql`r.tail_ends_on`, sql`'The protection of tenants ended'`],
      ],
      path: sql`concat('/EditProject/', r.property_id, '?tab=Decontrol')`,
      from: sql`(select * from decontrol_schedule where property_id = ${request.propertyId}) r`,
    }),
}
