import { sql } from 'kysely'
import { getTimelineDays, type TimelineSource } from '#ground/portfolio/timeline/server/index.ts'
import { agencyDay } from '#kernel/server/days.ts'

const dayIn = (column: string) => agencyDay(sql.ref(`m.${column}`))
const formatTitle = (text: string) =>
  sql`concat('RR-', m.resident_relations_id, ' ', m.kind, ': ', ${sql.lit(text)})`

/**
 * Matters of residents, only by kind; the content is shown on the screen of the matter to people who may read
 * it.
 */
export const residentTimeline: TimelineSource = {
  subject: 'Residents’ matters',
  rows: (timelineAsk) => {
    return getTimelineDays(timelineAsk, {
      days: [
        [sql`m.received_on`, formatTitle('Received')],
        [dayIn('sent_at'), formatTitle('Sent to the company')],
        [dayIn('responded_at'), formatTitle('Answered by the company')],
        [dayIn('closed_at'), formatTitle('Closed')],
      ],
      path: sql`concat('/ResidentRelations/', m.property_id, '/', m.resident_relations_id)`,
      from: sql`(select r.*, t.name as kind from resident_relations r
        join resident_relations_issue_type t using (resident_relations_issue_type_id)
        where r.property_id = ${timelineAsk.propertyId}) m`,
    })
  },
}
