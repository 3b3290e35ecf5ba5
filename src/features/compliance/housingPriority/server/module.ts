import { sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import type { FutureSource } from '#core/portfolio/findings/server/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import type { ToDoSource } from '#core/portfolio/tasks/server/index.ts'
import { getManifest } from '#engines/review/server/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { HousingPriorityCertification, LraContactChange, SpecialNeeds } from '../model/entities.ts'
import { priorityFacts } from '../model/facts.ts'
import { prioritySettings } from '../model/settings.ts'
import { certifications } from './certifications.ts'
import { moveContactHistory } from './contacts.ts'
import { served } from './index.ts'
import { latestFiledSql } from './sql.ts'

const review = getManifest(certifications, {
  filesId: TaskType.ExhibitZ,
  searchOrder: 36,
  filing: { active: true },
})

/**
 * The to-dos about lead referral agencies whose agreement ends soon or ended, or that closed, by the newest
 * certification of active properties.
 */
const endingToDos: ToDoSource = {
  kind: 'housingPriority.ending',
  label: 'Lead referral agency to renew',
  act: 'Renew it',
  waitsFor: 'company',
  rows: async (today, settings) => {
    const until = addDays(today, await settings.get(prioritySettings.endingDays))
    const replace = await settings.get(prioritySettings.replaceDays)
    return sql`select r.housing_priority_certification_id, r.property_id, null::integer,
      ${priorityFacts.permission}::text,
        coalesce(r.lra_name, 'The lead referral agency') || case
        when r.lra_closed_on is null then ': its agreement ends' else ' closed: name another' end,
        coalesce(r.lra_closed_on + ${replace}::integer, r.lra_agreement_ends), r.decided,
        concat('/HousingPriorityCertification/edit/', r.housing_priority_certification_id)
      from ${latestFiledSql} r
      join property p using (property_id) where p.status_id = ${sqlPropertyStatus.Active}
        and (r.lra_closed_on is not null or r.lra_agreement_ends <= ${until}::date)`
  },
}

const upcomingEnds: FutureSource = {
  source: 'Housing priority',
  rows: (today, through) => sql`select r.property_id, null::integer, ${priorityFacts.permission}::text,
      'Agreement with ' || coalesce(r.lra_name, 'the lead referral agency') || ' ends', r.lra_agreement_ends,
      'No agency refers households to its special-needs units', false, 'Owner',
      concat('/HousingPriorityCertification/edit/', r.housing_priority_certification_id)
    from ${latestFiledSql} r
    join property p using (property_id) where p.status_id = ${sqlPropertyStatus.Active}
    and r.lra_closed_on is null
      and r.lra_agreement_ends between ${today}::date and ${through}::date`,
}

export default {
  ...review,
  entities: [HousingPriorityCertification, SpecialNeeds, LraContactChange],
  served: [...review.served, ...served],
  settings: Object.values(prioritySettings),
  toDos: [...review.toDos, endingToDos],
  futureNonCompliance: [upcomingEnds],
  contactsMerged: moveContactHistory,
  taskSources: [
    {
      taskTypeId: TaskType.ExhibitZ,
      rows: sql`select r.property_id, make_date(r.year, 12, 31), r.housing_priority_certification_id,
        r.status_id, r.submitted
        from housing_priority_certification r`,
      path: '/HousingPriorityCertificationList/:propertyId',
      begun: '/HousingPriorityCertification/edit/:requestId',
    },
  ],
} satisfies ServerModule
