import { sql } from 'kysely'
import { getTimelineDays, type TimelineSource } from '#core/portfolio/timeline/server/index.ts'
import { agencyDay } from '#kernel/server/days.ts'
import type { WrittenKind } from '../model/writtenToDos.ts'
import { typeKeys } from './lines.ts'
import { taskTitleSql } from './ownToDos.ts'
import { taskUrlSql } from './sources.ts'
import { writtenToDoUrlSql } from './writtenToDos.ts'

/** The due dates of tasks, for people who may read the filings. */
const dueDates: TimelineSource = {
  subject: 'Due days',
  rows: (timelineAsk) =>
    getTimelineDays(timelineAsk, {
      days: [
        [
          sql`i.due_date`,
          sql`concat(${taskTitleSql}, ' was due', case
            when i.due_date > i.original_due_date then ' after an extension' end,
            case when i.submitted is null then '; not filed'
              else '; filed ' || to_char(${agencyDay(sql`i.submitted`)}, 'MM/DD/YYYY') end)`,
        ],
      ],
      path: taskUrlSql(),
      from: sql`(select i.* from task_instance i join ${typeKeys} on t.task_type_id = i.task_type_id
        where i.property_id = ${timelineAsk.propertyId}
          and coalesce(i.property_id = any (kernel.scope(${timelineAsk.context.actor.userId}, t.key, 'read')),
          true)) i`,
    }),
}

/** The days on which activity periods begin and end. */
const activityPeriods: TimelineSource = {
  subject: 'Activity period',
  rows: (timelineAsk) =>
    getTimelineDays(timelineAsk, {
      days: [
        [sql`r.start_date`, sql`concat_ws(': ', 'A period of activity began', r.note)`],
        [sql`r.end_date`, sql`concat_ws(': ', 'A period of activity ended', r.note)`],
      ],
      path: sql`concat('/EditProject/', r.property_id)`,
      from: sql`(select * from activity_period where property_id = ${timelineAsk.propertyId}) r`,
    }),
}

/** The to-dos that people wrote, and their answers. */
const buildToDoSource = (kind: WrittenKind, table: string): TimelineSource => ({
  subject: 'To-dos',
  rows: ({
    propertyId,
  }) => sql`select e.at, e.words, e.user_id, ${writtenToDoUrlSql(kind)} from ${sql.table(table)} d
    cross join lateral (values (d.created_at, concat('To do: ', d.title), d.written_by),
      (d.answered_at, concat_ws(': ', 'Answered', d.title, left(d.answer, 200)), d.answered_by)) e (at, words,
      user_id)
    where d.property_id = ${propertyId} and e.at is not null`,
})

/** The events of tasks, activity periods and to-dos in a property's timeline. */
export const taskTimeline: readonly TimelineSource[] = [
  ...[dueDates, activityPeriods],
  ...[buildToDoSource('property', 'to_do'), buildToDoSource('item', 'item_to_do')],
]
