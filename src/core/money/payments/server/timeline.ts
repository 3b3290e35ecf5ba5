import { sql } from 'kysely'
import { getMayReadRequestSql, getRequestPathSql } from '#core/money/invoices/server/index.ts'
import { formatDollarsSql } from '#core/portfolio/factSheet/server/index.ts'
import { getTimelineDays, type TimelineSource } from '#core/portfolio/timeline/server/index.ts'

/**
 * The payments and voided payments of a property's requests. The caller sees those whose requests they may
 * read.
 */
export const paymentTimeline: TimelineSource = {
  subject: 'Payments',
  rows: (timelineAsk) =>
    getTimelineDays(timelineAsk, {
      days: [
        [
          sql`i.paid_on`,
          sql`concat(${formatDollarsSql(sql`i.amount`)}, ' paid to ', i.payee, ', check ', i.check_number)`,
        ],
        [
          sql`i.voided_on`,
          sql`concat('Check ', i.check_number, ' to ', i.payee, ' voided', '. ' || nullif(i.void_reason,
            ''))`,
        ],
      ],
      path: sql.raw(getRequestPathSql()),
      from: sql`(select * from payment i where i.property_id = ${timelineAsk.propertyId}
        and ${sql.raw(getMayReadRequestSql())}) i`,
      userId: sql`i.created_by`,
    }),
}
