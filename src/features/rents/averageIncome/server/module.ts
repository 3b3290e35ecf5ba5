import { sql } from 'kysely'
import { startOfDay } from '#kernel/server/days.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { AverageIncomeResult, AverageIncomeTest } from '../model/entities.ts'
import { averageIncomeMails } from '../model/mails.ts'
import { testSettings } from '../model/settings.ts'
import { served } from './index.ts'

const path = sql`'/EditProject/' || r.property_id || '?tab=Average%20income'`

export default {
  entities: [AverageIncomeTest, AverageIncomeResult],
  served,
  settings: Object.values(testSettings),
  eventMails: averageIncomeMails,
  toDos: [
    {
      kind: 'averageIncome.nextUnit',
      label: 'Next available unit to rent to a qualifying household',
      waitsFor: 'company',
      rows: () => sql`select r.average_income_test_id, r.property_id, null::integer, 'Occupancy'::text,
          'Unit ' || r.unit || ' is over income: rent the next available unit of its size or smaller to a qualifying household',
          null::date, ${startOfDay(sql`r.over_income_since`)}, ${path}
        from average_income_test r where r.over_income_since is not null and r.next_unit is null`,
    },
    {
      kind: 'averageIncome.failing',
      label: 'Average income too high',
      waitsFor: 'agency',
      rows: () => sql`select r.average_income_result_id, r.property_id, null::integer, null::text,
          'The average income test is not met: ' || coalesce(round(r.average, 2) || '%',
          'no unit is designated'),
          null::date, r.created_at, ${path}
        from average_income_result r join property p using (property_id)
        where p.average_income_test and not r.holds and r.average_income_result_id =
          (select max(o.average_income_result_id) from average_income_result o
          where o.property_id = r.property_id)`,
    },
  ],
} satisfies ServerModule
