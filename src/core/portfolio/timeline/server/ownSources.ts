import { sql } from 'kysely'
import { decontrolFlow, statusFlow } from '#core/portfolio/properties/model/index.ts'
import type { Flow } from '#kernel/model/workflow.ts'
import { getTimelineDays, getTimelineSteps, type TimelineSource } from './sources.ts'

const path = sql`concat('/EditProject/', r.property_id)`
const getStepLabels = ({ steps }: Flow) =>
  Object.fromEntries(Object.entries(steps).map(([name, { done: doneLabel }]) => [name, doneLabel]))

const buildStatusSource = (flow: Flow, name: string): TimelineSource => ({
  subject: 'Status of the property',
  rows: ({ propertyId }) =>
    getTimelineSteps(
      {
        entity: flow.entity,
        table: 'property',
        key: 'property_id',
        name: sql.lit(name),
        path,
        done: getStepLabels(flow),
      },
      propertyId,
    ),
})

const companies: TimelineSource = {
  subject: 'Management company',
  rows: (timelineAsk) =>
    getTimelineDays(timelineAsk, {
      days: [
        [sql`r.from_date`, sql`concat(coalesce(m.name, 'The owner'), ' began to run the property')`],
        [sql`r.to_date`, sql`concat(coalesce(m.name, 'The owner'), ' ran the property to this day')`],
      ],
      path: sql`concat('/EditProject/', r.property_id, '?tab=Company%20history')`,
      from: sql`(select * from management_company_project_history
        where property_id = ${timelineAsk.propertyId}) r
        left join management_company m using (management_company_id)`,
    }),
}

const comments: TimelineSource = {
  subject: 'Comments',
  agencyOnly: true,
  rows: ({
    propertyId,
  }) => sql`select r.created_at, left(r.comment, 300), r.created_by, concat('/EditProject/', r.property_id,
    '?tab=Comments')
    from property_comment r where r.property_id = ${propertyId}`,
}

const scores: TimelineSource = {
  subject: 'Inspections',
  rows: (timelineAsk) =>
    getTimelineDays(timelineAsk, {
      days: [
        [
          sql`r.inspection_date`,
          sql`concat_ws(', ', 'Inspected: score ' || coalesce(r.score_text, r.score::text), r.source)`,
        ],
      ],
      path: sql`concat('/EditProject/', r.property_id, '?tab=Inspections')`,
      from: sql`(select * from property_inspection where property_id = ${timelineAsk.propertyId}) r`,
    }),
}

const milestones: TimelineSource = {
  subject: 'Status of the property',
  rows: (timelineAsk) =>
    getTimelineDays(timelineAsk, {
      days: [
        [sql`r.service_date`, sql`'Placed in service'`],
        [sql`r.extended_use_date`, sql`'Extended use ended'`],
      ],
      path,
      from: sql`(select * from property where property_id = ${timelineAsk.propertyId}) r`,
    }),
}

/** The timeline sources of the property itself. */
export const propertyTimelineSources: readonly TimelineSource[] = [
  buildStatusSource(statusFlow, 'Status'),
  buildStatusSource(decontrolFlow, 'Decontrol'),
  ...[companies, comments, scores, milestones],
]
