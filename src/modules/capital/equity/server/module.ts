import { sql } from 'kysely'
import type { ServerModule } from '#kernel/server/module.ts'
import { EquityFigure, EquityNotice } from '../model/entities.ts'
import { noticeMail } from '../model/mails.ts'
import { equitySettings } from '../model/settings.ts'
import { served } from './index.ts'
import { pendingBeginning } from './pending.ts'
import { equityTimeline } from './timeline.ts'

/** The server module of equity figures. */
export default {
  entities: [EquityFigure, EquityNotice],
  served,
  pendingChanges: [pendingBeginning],
  settings: Object.values(equitySettings),
  eventMails: [noticeMail],
  equityFigures: (
    propertyId,
  ) => sql`select year, equity, case when development_cost is null then lag(computed_equity) over years
    end as beginning,
      principal_paid, approved_improvements as improvements, sum(coalesce(principal_before,
      0) + principal_paid) over years as principal_to_date,
      mortgage_balance as mortgages
    from equity_figure where property_id = ${propertyId}
    and equity is not null window years as (order by year)`,
  timeline: [equityTimeline],
} satisfies ServerModule
