import { sql } from 'kysely'
import { TaskType } from '#ground/tasks/model/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { manifestOf } from '#review/server/index.ts'
import { TCAP, TCAPAmount, TCAPFeeRelease, TCAPProgram, TCAPQuarter } from '../model/entities.ts'
import { programSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { months } from './months.ts'
import { quarterNight } from './night.ts'
import { quarters } from './quarters.ts'
import { monthStatus, ofQuarter } from './sql.ts'

// The agency works on quarters: a month waits for nobody there, and nothing of it is open once it is in.
const {
  reviews: _,
  propertyHold: __,
  toDos,
  ...month
} = manifestOf(months, { filesId: TaskType.TCAP, searchOrder: 32, filing: {} })
// Nobody files a quarter.
const { filedSubjects: ___, ...quarter } = manifestOf(quarters, { filesId: 41, searchOrder: 33 })

export default {
  ...quarter,
  ...month,
  entities: [TCAPProgram, TCAPFeeRelease, TCAP, TCAPAmount, TCAPQuarter],
  served: [...month.served, ...quarter.served, ...served],
  flows: [...month.flows, ...quarter.flows],
  eventMails: [...month.eventMails, ...quarter.eventMails],
  toDos: [
    ...toDos.filter((one) => one.waitsFor === 'company'),
    ...quarter.toDos.filter((one) => one.waitsFor !== 'company'),
  ],
  companyRecords: quarter.companyRecords,
  searchable: [...month.searchable, ...quarter.searchable],
  files: [...month.files, ...quarter.files],
  settings: Object.values(programSettings),
  jobs: [quarterNight],
  chartFiledThrough: sql<
    number | null
  >`select extract(year from max(period_date))::integer from tcap where status_id = 2`,
  taskSources: [
    {
      taskTypeId: TaskType.TCAP,
      rows: sql`select t.property_id, (t.period_date + interval '1 month - 1 day')::date, t.tcap_id,
        ${monthStatus(sql`t.status_id`, sql`q.status_id`)}, t.submitted
        from tcap t left join tcap_quarter q on ${ofQuarter(sql`t.property_id`, sql`t.period_date`)}`,
      path: '/TCAPList/:propertyId',
    },
  ],
} satisfies ServerModule
