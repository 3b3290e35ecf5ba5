import { sql } from 'kysely'
import { getTimelineDays, type TimelineSource } from '#core/portfolio/timeline/server/index.ts'

const permission = 'Inspection'
const path = sql`concat('/inspection/view/edit/', r.compliance_inspection_id)`
const formatTitle = (text: string) =>
  sql`concat('IN-', r.compliance_inspection_id, ' ', r.inspection_type, ': ', ${sql.lit(text)})`

const visits: TimelineSource = {
  subject: 'Inspections',
  permission,
  rows: (timelineAsk) =>
    getTimelineDays(timelineAsk, {
      days: [
        [sql`r.notice_on`, formatTitle('Notice sent')],
        [sql`r.visited_on`, sql`concat(${formatTitle('Visited')}, ', score ' || r.score)`],
        [sql`r.reported_on`, formatTitle('Report issued')],
        [sql`r.responded_on`, formatTitle('The owner answered')],
        [sql`r.cleared_on`, formatTitle('All findings cleared')],
        [sql`r.closed_on`, formatTitle('Closed')],
      ],
      path,
      from: sql`(select * from compliance_inspection where property_id = ${timelineAsk.propertyId}) r`,
    }),
}

const letters: TimelineSource = {
  subject: 'Inspections',
  permission,
  rows: (timelineAsk) =>
    getTimelineDays(timelineAsk, {
      days: [
        [
          sql`r.letter_on`,
          sql`concat('IN-', r.compliance_inspection_id, ': Letter of ', lower(r.kind), ' dated this day')`,
        ],
      ],
      path,
      from: sql`(select * from inspection_letter_date where property_id = ${timelineAsk.propertyId}) r`,
    }),
}

const forms: TimelineSource = {
  subject: 'Form 8823',
  permission,
  rows: (timelineAsk) =>
    getTimelineDays(timelineAsk, {
      days: [
        [sql`r.noncompliance_on`, sql`concat('Out of compliance: ', r.bin, ', ', r.category)`],
        [sql`r.corrected_on`, sql`concat('Corrected: ', r.bin, ', ', r.category)`],
        [sql`r.filed_on`, sql`concat('Form 8823 filed: ', r.bin, ', ', r.category)`],
        [sql`r.second_filed_on`, sql`concat('Form 8823 filed as corrected: ', r.bin, ', ', r.category)`],
      ],
      path,
      from: sql`(select * from inspection8823_date where property_id = ${timelineAsk.propertyId}) r`,
    }),
}

/** The events of inspections, their letters and their Forms 8823 on the timeline of a property. */
export const inspectionTimeline: readonly TimelineSource[] = [visits, letters, forms]
