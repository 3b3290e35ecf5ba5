import { sql } from 'kysely'
import type { ServerModule } from '#kernel/server/module.ts'
import {
  EntryStatus,
  WatchList,
  WatchListHistory,
  WatchListProgramType,
  WatchListResponsibilityType,
  WatchListType,
  WatchListWeaknessType,
} from '../model/entities.ts'
import { financialWeaknesses } from '../model/figures.ts'
import { watchSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { watchListJob } from './night.ts'
import { proposalFigure } from './proposals.ts'
import { watchTimeline } from './timeline.ts'

export default {
  entities: [
    WatchList,
    WatchListType,
    WatchListProgramType,
    WatchListResponsibilityType,
    WatchListWeaknessType,
    WatchListHistory,
  ],
  served,
  jobs: [watchListJob],
  settings: Object.values(watchSettings),
  // SQL: the latest entry of a property with a financial weakness in this or the prior month.
  financialWatch: (propertyId, today) =>
    sql`select 'Watch list of ' || to_char(make_date(w.year, w.month, 1), 'MM/YYYY') || ': ' || k.name,
      '/WatchList/' || w.watch_list_id
      from watch_list w join watch_list_weakness_type k using (watch_list_weakness_type_id)
      where w.property_id = ${propertyId} and w.status_id = ${sql.lit(EntryStatus.ACTIVE)}
      and w.watch_list_weakness_type_id = any (${financialWeaknesses}::integer[])
        and make_date(w.year, w.month, 1) >= (date_trunc('month', ${today}::date) - interval '1 month')::date
      order by w.year desc, w.month desc limit 1`,
  timeline: [watchTimeline],
  portfolioFigures: [proposalFigure],
} satisfies ServerModule
