import { sql } from 'kysely'
import type { TimelineSource } from '#core/portfolio/timeline/server/index.ts'

/** The days on which the agency set equity figures, in the property’s timeline. */
export const equityTimeline: TimelineSource = {
  subject: 'Equity',
  permission: 'EquityFigures',
  rows: ({ propertyId }) => sql`select r.set_at, concat('Equity of ', r.year, ' set: ', to_char(r.equity,
    'FM$999,999,999,990.00')), r.set_by_id,
      concat('/EditProject/', r.property_id, '?tab=Equity')
    from equity_figure r where r.property_id = ${propertyId} and r.equity is not null`,
}
