import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { getManifest } from '#engines/review/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { holdMails } from '../model/holdMails.ts'
import { rentIncreaseSettings } from '../model/settings.ts'
import { getObstaclesToBegin } from './beginning.ts'
import { decisionsBasedOnRecords } from './dependents.ts'
import { unauthorizedRents } from './findings.ts'
import { increases } from './increases.ts'
import { served } from './index.ts'
import { approvedRentsJob, approvedRentsSql } from './posting.ts'
import { rentIncreaseTickSources } from './sources.ts'

const review = getManifest(increases, {
  filesId: TaskType.RentIncrease,
  searchOrder: 24,
  filing: { active: true, threshold: true, notNow: getObstaclesToBegin },
})

export default {
  ...review,
  served: [...review.served, ...served],
  jobs: [approvedRentsJob],
  eventMails: [...review.eventMails, ...holdMails],
  settings: Object.values(rentIncreaseSettings),
  rentIncreaseAnswers: rentIncreaseTickSources,
  findingSources: [unauthorizedRents],
  decidedRents: approvedRentsSql,
  standsOn: decisionsBasedOnRecords,
  toDos: [
    ...review.toDos,
    {
      kind: 'rentIncrease.signature',
      label: 'Schedule II to sign',
      waitsFor: 'company',
      rows: () => sql`
        select r.rent_increase_request_header_id, r.property_id, null::integer, 'Rent_Increase'::text,
          'RI-' || r.rent_increase_request_header_id || ': sign Schedule II and file the copy',
          r.rent_effective_date, r.decided,
          concat('/rentIncrease/RentIncrease/', r.property_id, '/', r.rent_increase_request_header_id)
        from rent_increase_request_header r where r.status_id = ${sqlStatus.APPROVED}
        and r.signed_filed is null`,
    },
  ],
  taskSources: [
    {
      taskTypeId: TaskType.RentIncrease,
      // The task belongs to the fiscal year in which the new rents take effect.
      rows: sql`select r.property_id, y.ends + case when y.ends < r.rent_effective_date then interval '1 year'
        else interval '0' end,
          r.rent_increase_request_header_id, r.status_id, r.submitted
        from rent_increase_request_header r join property p using (property_id)
        cross join lateral (select (make_date(extract(year from r.rent_effective_date)::integer,
        p.fiscal_year_end_month, 1) + interval '1 month - 1 day')::date as ends) y
        where r.rent_effective_date is not null
        and r.rent_increase_request_header_id = (select max(o.rent_increase_request_header_id)
          from rent_increase_request_header o where o.property_id = r.property_id
          and o.rent_effective_date = r.rent_effective_date)`,
      // A property without rents, or whose rents are all set by another agency, has nothing to raise and
      // gets no task.
      fileable: `p.property_id in (select e.property_id from rent_in_force('infinity') e left join rent_type t using (rent_type_id)
        where e.units > 0 and not coalesce(t.set_elsewhere, false))`,
      path: '/rentIncrease/RentIncreaseList/:propertyId',
      begun: '/rentIncrease/RentIncrease/:propertyId/:requestId',
    },
  ],
} satisfies ServerModule
