import { sql } from 'kysely'
import { getTimelineDays, type TimelineSource } from '#core/portfolio/timeline/server/index.ts'
import { agencyDay } from '#kernel/server/days.ts'

const agencyDaySql = (column: string) => agencyDay(sql.ref(`m.${column}`))
const formatTitle = (text: string) =>
  sql`concat('RR-', m.resident_relations_id, ' ', m.kind, ': ', ${sql.lit(text)})`

/**
 * The timeline events of residents' matters with their kind only. People who may read the content see it on
 * the screen of the matter.
 */
export const residentTimeline: TimelineSource = {
  subject: 'Residents’ matters',
  rows: (timelineAsk) => {
    return getTimelineDays(timelineAsk, {
      days: [
        [sql`m.received_on`, formatTitle('Received')],
        [agencyDaySql('sent_at'), formatTitle('Sent to the company')],
        [agencyDaySql('responded_at'), formatTitle('Answered by the company')],
        [agencyDaySql('closed_at'), formatTitle('Closed')],
      ],
      path: sql`concat('/ResidentRelations/', m.property_id, '/', m.resident_relations_id)`,
      from: sql`(select r.*, t.name as kind from resident_relations r
        join resident_relations_issue_type t using (resident_relations_issue_type_id)
        where r.property_id = ${timelineAsk.propertyId}) m`,
    })
  },
}
