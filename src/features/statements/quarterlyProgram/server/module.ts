import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { combineManifests, getManifest } from '#engines/review/server/index.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { TCAPAmount, TCAPFeeRelease, TCAPProgram } from '../model/entities.ts'
import { programSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { laterQuarters } from './laterQuarters.ts'
import { months } from './months.ts'
import { quarterNight } from './night.ts'
import { quarters } from './quarters.ts'
import { isInProgramSql, isQuarterOfMonthSql, monthStatus } from './sql.ts'

/** The number of the quarters' documents in the list of modules. */
const QUARTER_MODULE = 41
const month = getManifest(months, {
  filesId: TaskType.TCAP,
  searchOrder: 32,
  filing: {
    elsewhere: (
      today,
    ) => sql`case when not exists (select from tcap_program g where g.property_id = p.property_id
      and ${isInProgramSql(sql`date_trunc('month', ${today}::date)::date`)}) then
      'This property is in no TCAP or TCR program.' end`,
  },
})
const quarter = getManifest(quarters, { filesId: QUARTER_MODULE, searchOrder: 33 })

export default combineManifests(
  {
    ...month,
    // The agency reviews quarters, so a submitted month neither waits for a reviewer nor counts as open.
    reviews: [],
    propertyHolds: [],
    companyRecords: [],
    toDos: month.toDos.filter((toDoSource) => toDoSource.waitsFor === 'company'),
  },
  {
    ...quarter,
    // Quarters are not filed by companies.
    filedSubjects: [],
    toDos: quarter.toDos.filter((toDoSource) => toDoSource.waitsFor !== 'company'),
  },
  {
    entities: [TCAPProgram, TCAPFeeRelease, TCAPAmount],
    served,
    settings: Object.values(programSettings),
    jobs: [quarterNight],
    standsOn: laterQuarters,
    chartFiledThrough: sql<
      number | null
    >`select extract(year from max(period_date))::integer from tcap where status_id = ${sqlStatus.SUBMITTED}`,
    taskSources: [
      {
        taskTypeId: TaskType.TCAP,
        rows: sql`select t.property_id, (t.period_date + interval '1 month - 1 day')::date, t.tcap_id,
          ${monthStatus(sql`t.status_id`, sql`q.status_id`)}, t.submitted
          from tcap t left join tcap_quarter q on
          ${isQuarterOfMonthSql(sql`t.property_id`, sql`t.period_date`)}`,
        path: '/TCAPList/:propertyId',
      },
    ],
  },
)
