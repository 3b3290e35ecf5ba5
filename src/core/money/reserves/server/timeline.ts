import { sql } from 'kysely'
import { formatDollarsSql } from '#core/portfolio/factSheet/server/index.ts'
import { getTimelineDays, type TimelineSource } from '#core/portfolio/timeline/server/index.ts'

const permission = 'Replacement_Reserve'
const path = sql`concat('/ReserveAccount/', r.reserve_account_id)`

/**
 * The events of a property's reserve accounts. Monthly deposits and interest are left out; they are in the
 * ledger.
 */
export const reserveTimeline: readonly TimelineSource[] = [
  {
    subject: 'Reserves',
    permission,
    rows: (timelineAsk) =>
      getTimelineDays(timelineAsk, {
        days: [
          [sql`r.opened_on`, sql`concat(r.name, ' opened')`],
          [sql`r.closed_on`, sql`concat(r.name, ' closed')`],
        ],
        path,
        from: sql`(select * from reserve_account where property_id = ${timelineAsk.propertyId}) r`,
      }),
  },
  {
    subject: 'Reserves',
    permission,
    rows: (timelineAsk) =>
      getTimelineDays(timelineAsk, {
        days: [
          [
            sql`r.from_month`,
            sql`concat('Monthly deposit of ', ${formatDollarsSql(sql`r.monthly_deposit`)},
              ' from this month on',
              '. ' || nullif(r.reason, ''))`,
          ],
        ],
        path,
        from: sql`(select * from reserve_deposit_schedule where property_id = ${timelineAsk.propertyId}) r`,
      }),
  },
  {
    subject: 'Reserves',
    permission,
    rows: (timelineAsk) =>
      getTimelineDays(timelineAsk, {
        days: [
          [
            sql`r.waived_on`,
            sql`concat('Deposit of ', ${formatDollarsSql(sql`r.amount`)}, ' waived',
              '. ' || nullif(r.waived_reason,
              ''))`,
          ],
        ],
        path,
        from: sql`(select * from reserve_deposit where property_id = ${timelineAsk.propertyId}
          and waived_on is not null) r`,
      }),
  },
  {
    subject: 'Reserves',
    permission,
    rows: (timelineAsk) =>
      getTimelineDays(timelineAsk, {
        days: [
          [
            sql`r.entry_date`,
            sql`concat(r.kind, ' of ', ${formatDollarsSql(sql`r.amount`)}, ': ', r.reason)`,
          ],
        ],
        path,
        from: sql`(select * from reserve_adjustment where property_id = ${timelineAsk.propertyId}
          and state = 'Confirmed') r`,
        userId: sql`r.entered_by`,
      }),
  },
]
