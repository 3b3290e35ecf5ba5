import { sql } from 'kysely'
import { getTimelineDays, type TimelineSource } from '#core/portfolio/timeline/server/index.ts'

/** The days on which loans began and were paid off, in the property’s timeline. */
export const loanTimeline: TimelineSource = {
  subject: 'Loans',
  permission: 'EquityFigures',
  rows: (request) =>
    getTimelineDays(request, {
      days: [
        [
          sql`r.start_date`,
          sql`concat(r.name, ' closed: ', to_char(r.original_amount, 'FM$999,999,999,990.00'),
            ', ' || r.lender)`,
        ],
        [sql`r.paid_off_date`, sql`concat(r.name, ' paid off')`],
      ],
      path: sql`concat('/EditProject/', r.property_id, '?tab=Loans')`,
      from: sql`(select * from loan where property_id = ${request.propertyId}) r`,
    }),
}
