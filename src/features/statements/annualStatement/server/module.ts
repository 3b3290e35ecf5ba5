import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { getManifest } from '#engines/review/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { AFS, AFSAmount, Certification } from '../model/entities.ts'
import { takenBackMail } from '../model/mails.ts'
import { getAnnualStatementSchedule, parts } from '../model/schedules/index.ts'
import { scheduleSettings } from '../model/schedules/settings.ts'
import { statementSettings } from '../model/settings.ts'
import { nonCompliantStatements } from './findings.ts'
import { served } from './index.ts'
import { laterAcceptedStatements } from './laterStatements.ts'
import { statementReviewed } from './rentIncreaseAnswer.ts'
import { scheduleRules } from './schedules/computationRules.ts'
import { operationsPart } from './sheet.ts'
import { statements } from './statements.ts'
import { statementAmounts } from './yearAmounts.ts'

const review = getManifest(statements, {
  filesId: TaskType.AFS,
  searchOrder: 32,
  filing: { threshold: true, active: true },
})

export default {
  ...review,
  entities: [AFS, AFSAmount, Certification, ...parts.map((part) => getAnnualStatementSchedule(part).entity)],
  served: [...review.served, ...served],
  settings: [...Object.values(statementSettings), ...Object.values(scheduleSettings)],
  computationRules: scheduleRules,
  standsOn: laterAcceptedStatements,
  eventMails: [...review.eventMails, takenBackMail],
  rentIncreaseFilingAnswers: [statementReviewed],
  findingSources: [nonCompliantStatements],
  yearAmounts: [statementAmounts],
  // The fees charged in a year are account 6320 of the year's statement, once it is submitted.
  feeFigures: {
    chargedFees: (year) => sql`(select a.property_id, l.amount, a.period_start as first, a.period_end as last
      from annual_statement a
      join annual_statement_line l on l.afs_id = a.afs_id and l.code = '6320' and l.amount is not null
      where a.year = ${year} and ${statusIs.filed('a')})`,
  },
  watchFigures: [
    {
      key: 'loans',
      rows: (
        day,
      ) => sql`select a.property_id, a.period_end, sum(coalesce(n.beginning, 0) + coalesce(n.additions,
        0) - coalesce(n.payments, 0)),
          '/afs/view/' || a.year || '/' || a.property_id
        from annual_statement a join afs_notes_payable n using (afs_id) where ${statusIs.filed('a')}
          and a.period_end between ${day}::date - 760 and ${day}::date
          group by a.property_id, a.period_end, a.year`,
    },
  ],
  factSheet: [operationsPart],
  chartFiledThrough: sql<number | null>`select max(year) from annual_statement where ${statusIs.filed()}`,
  taskSources: [
    {
      taskTypeId: TaskType.AFS,
      // A fiscal year is named after the year in which it ends.
      rows: sql`select a.property_id, (make_date(a.year, p.fiscal_year_end_month,
        1) + interval '1 month - 1 day')::date,
        a.afs_id, a.status_id, a.submitted from annual_statement a join property p using (property_id)`,
      path: '/afs/list/single/:propertyId',
      begun: '/afs/view/:year/:propertyId',
    },
  ],
} satisfies ServerModule
