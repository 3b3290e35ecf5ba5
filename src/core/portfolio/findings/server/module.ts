import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import { startOfDay } from '#kernel/server/days.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { isOpenFinding, NonCompliance, NonComplianceType } from '../model/entities.ts'
import { findingsMail } from '../model/mails.ts'
import { findingSettings } from '../model/settings.ts'
import { cureDayFutureSource } from './future.ts'
import { served } from './index.ts'
import { findingsNight } from './night.ts'
import { openFindingsPart } from './sheet.ts'
import { isBlockingSql, sqlFinding } from './sql.ts'
import { findingTimeline } from './timeline.ts'

const path = sql`'/NonCompliance/' || n.non_compliance_id`

export default {
  entities: [NonCompliance, NonComplianceType],
  served,
  jobs: [findingsNight],
  settings: Object.values(findingSettings),
  eventMails: [findingsMail],
  futureNonCompliance: [cureDayFutureSource],
  // A finding blocks requests also for company users who lack the permission to read it.
  nonCompliance: sql<boolean>`(exists (select from non_compliance n where n.property_id = p.property_id
    and ${isBlockingSql})
    or p.property_id in (select b.property_id from kernel.blocked_properties() b))`,
  factSheet: [openFindingsPart],
  files: [
    {
      id: 50,
      name: 'NonCompliance',
      key: null,
      record: { table: 'non_compliance', key: 'non_compliance_id' },
      guard: async ({ db }, { moduleId }) => {
        const result = await sql<{
          statusId: number
        }>`select status_id from non_compliance where non_compliance_id = ${moduleId}`.execute(db)
        const row = result.rows[0] ?? refuse.notFound('This finding')
        if (!isOpenFinding(row)) refuse.conflict('The documents of a finding that is over stay as they are.')
      },
    },
  ],
  toDos: [
    {
      kind: 'finding.open',
      label: 'Finding to cure',
      act: 'Answer',
      waitsFor: 'company',
      rows: () => sql`select n.non_compliance_id, n.property_id, null::integer, null::text, left(n.title,
        150), n.cure_by, ${startOfDay(sql`n.opened_on`)}, ${path}
        from non_compliance n where n.status_id = ${sqlFinding.OPEN} and n.visible_to_company`,
    },
    {
      kind: 'finding.answered',
      label: 'Finding answered',
      act: 'Check',
      waitsFor: 'agency',
      rows: () => sql`select n.non_compliance_id, n.property_id, null::integer, null::text, left(n.title,
        150), null::date, n.responded_at, ${path}
        from non_compliance n where n.status_id = ${sqlFinding.RESPONDED}`,
    },
  ],
  timeline: [findingTimeline],
} satisfies ServerModule
