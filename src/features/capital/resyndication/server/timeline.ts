import { sql } from 'kysely'
import { getTimelineDays, type TimelineSource } from '#core/portfolio/timeline/server/index.ts'

/** The resyndications of a property in its timeline, with the other property of each. */
export const resyndicationTimeline: TimelineSource = {
  subject: 'Resyndication',
  rows: (request) =>
    getTimelineDays(request, {
      days: [
        [
          sql`r.resyndicated_date`,
          sql`concat('Resyndicated ', case r.old_property_id when ${request.propertyId} then 'to '
            else 'from ' end, coalesce(o.name, 'another property'))`,
        ],
      ],
      path: sql`concat('/EditProject/', ${request.propertyId}::integer)`,
      from: sql`(select * from resyndication where ${request.propertyId} in (old_property_id,
        new_property_id)) r
        left join property o on o.property_id = case r.old_property_id
        when ${request.propertyId} then r.new_property_id else r.old_property_id end`,
    }),
}
