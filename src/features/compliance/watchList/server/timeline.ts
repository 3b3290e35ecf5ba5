import { sql } from 'kysely'
import { getTimelineDays, type TimelineSource } from '#core/portfolio/timeline/server/index.ts'

/** The timeline events of a property being put on the watch list and removed, for the agency only. */
export const watchTimeline: TimelineSource = {
  subject: 'Watch list',
  agencyOnly: true,
  rows: (timelineAsk) =>
    getTimelineDays(timelineAsk, {
      days: [
        [sql`r.entered`, sql`concat_ws(': ', 'Put on the watch list', r.cause)`],
        [sql`r.removed_on`, sql`concat_ws(': ', 'Taken off the watch list', r.removal_reason)`],
      ],
      path: sql`concat('/WatchList/', r.watch_list_id)`,
      // An entry is copied from month to month, but was added only once.
      from: sql`(select w.*, case when lag(w.entry_date) over (order by w.year, w.month) is distinct
        from w.entry_date then w.entry_date end as entered
        from watch_list w where w.property_id = ${timelineAsk.propertyId}) r`,
    }),
}
