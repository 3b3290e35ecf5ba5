import { sql } from 'kysely'
import { getTimelineSteps, type TimelineSource } from '#core/portfolio/timeline/server/index.ts'

/** The labels of a finding's steps in the property's timeline. */
const stepLabels = {
  open: 'Finding recorded',
  respond: 'Answered',
  askAgain: 'Asked again',
  close: 'Closed',
  remove: 'Removed',
  reopen: 'Opened again',
  extend: 'Cure day moved',
  waive: 'Waived',
  endWaiver: 'The waiver ended',
}

/** The steps of a property's findings in its timeline. Only the agency sees those of hidden findings. */
export const findingTimeline: TimelineSource = {
  subject: 'Findings',
  rows: ({ propertyId }) =>
    getTimelineSteps(
      {
        entity: 'NonCompliance',
        table: 'non_compliance',
        key: 'non_compliance_id',
        done: stepLabels,
        name: sql`r.title`,
        path: sql`concat('/NonCompliance/', r.non_compliance_id)`,
      },
      propertyId,
    ),
}
