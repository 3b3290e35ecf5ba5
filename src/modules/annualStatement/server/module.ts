import { sql } from 'kysely'
import { TaskType } from '#ground/tasks/model/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { manifestOf } from '#review/server/index.ts'
import { AFS, AFSAmount, Certification } from '../model/entities.ts'
import { takenBackMail } from '../model/mails.ts'
import { parts, scheduleOf } from '../model/schedules/index.ts'
import { scheduleSettings } from '../model/schedules/settings.ts'
import { statementSettings } from '../model/settings.ts'
import { setStatementFollowers } from './following.ts'
import { served } from './index.ts'
import { setDistributionsApproved } from './schedules/facts.ts'
import { reckoned } from './schedules/reckoned.ts'
import { statements } from './statements.ts'
import { statementReviewed } from './tick.ts'

const review = manifestOf(statements, {
  filesId: TaskType.AFS,
  searchOrder: 32,
  filing: { threshold: true, active: true },
})

export default {
  ...review,
  entities: [AFS, AFSAmount, Certification, ...parts.map((part) => scheduleOf(part).entity)],
  served: [...review.served, ...served],
  settings: [...Object.values(statementSettings), ...Object.values(scheduleSettings)],
  reckoned,
  eventMails: [...review.eventMails, takenBackMail],
  connect: (modules) => {
    setDistributionsApproved(modules.flatMap((one) => one.distributionsApproved ?? []))
    setStatementFollowers(modules.flatMap((one) => one.statementFollower ?? []))
  },
  rentIncreaseFiled: [statementReviewed],
  chartFiledThrough: sql<number | null>`select max(year) from annual_statement where status_id >= 2`,
  taskSources: [
    {
      taskTypeId: TaskType.AFS,
      // A fiscal year is named after the year it ends in.
      rows: sql`select a.property_id, (make_date(a.year, p.fiscal_year_end_month, 1) + interval '1 month - 1 day')::date,
        a.afs_id, a.status_id, a.submitted from annual_statement a join property p using (property_id)`,
      path: '/afs/list/single/:propertyId',
    },
  ],
} satisfies ServerModule
