import { sql } from 'kysely'
import { getTimelineDays, type TimelineSource } from '#ground/portfolio/timeline/server/index.ts'

/** From and to which property it was resyndicated. */
export const resyndicationTimeline: TimelineSource = {
  subject: 'Resyndication',
  rows: (timelineAsk) =>
    getTimelineDays(timelineAsk, {
      days: [
        [
          sql`r.resyndicated_date`,
          sql`concat('Resyndicated ', case r.old_property_id when ${timelineAsk.propertyId} then 'to '
            else 'from ' end, coalesce(o.name, 'another property'))`,
        ],
      ],
      path: sql`concat('/EditProject/', ${timelineAsk.propertyId}::integer)`,
      from: sql`(select * from resyndication where ${timelineAsk.propertyId} in (old_property_id,
        new_property_id)) r
        left join property o on o.property_id = case r.old_property_id
        when ${timelineAsk.propertyId} then r.new_property_id else r.old_property_id end`,
    }),
}
