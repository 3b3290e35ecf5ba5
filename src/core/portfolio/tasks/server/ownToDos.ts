import { type RawBuilder, sql } from 'kysely'
import { startOfDay } from '#kernel/server/days.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { taskTypes } from '../model/taskTypes.ts'
import { hasLapsedSql, typeKeys } from './lines.ts'
import { hasTaskToDoSql, isFiledInPortalSql, taskUrlSql } from './sources.ts'
import type { ToDoSource } from './toDoSources.ts'
import { writtenToDoUrlSql } from './writtenToDos.ts'

/** SQL: the title of a task `i` such as `Occupancy, October 2026`. A test compares it to `getPeriodLabel`. */
export const taskTitleSql = sql`case i.task_type_id ${sql.join(
  taskTypes.map(({ taskTypeId, label }) => sql`when ${sql.lit(taskTypeId)} then ${sql.lit(label)}`),
  sql` `,
)} end || ', ' || case
  when i.period_end - i.period_start < 31 then to_char(i.period_end, 'FMMonth YYYY')
  when i.period_end - i.period_start < 93 then to_char(i.period_end, '"Quarter "Q" of "YYYY')
  else to_char(i.period_end, case when to_char(i.period_end, 'MM') = '12' then 'YYYY'
  else '"year to "MM/DD/YYYY' end) end`

/** SQL: the to-dos for tasks that can be filed now and match `condition`. */
const buildDueTaskRows = (today: string, condition: RawBuilder<boolean>) => sql`
  select i.task_instance_id, i.property_id, null::integer, t.key, ${taskTitleSql}, i.due_date,
  ${startOfDay(sql`i.window_open`)}, ${taskUrlSql()}
  from task_instance i join ${typeKeys} on t.task_type_id = i.task_type_id
  where ${statusIs.unfiled('i')} and i.window_open <= ${today}::date and not ${hasLapsedSql(today)}
  and ${condition}`

/** SQL: whether a to-do `d` is not answered, not done, and not put off past today. */
const isWaiting = (today: string) =>
  sql`not d.done and d.answered_at is null and (d.snoozed_until is null or d.snoozed_until <= ${today}::date)`

/** The sources of to-dos for tasks, and of to-dos that people write. */
export const taskToDoSources: readonly ToDoSource[] = [
  {
    kind: 'task.due',
    label: 'Task to file',
    act: 'File',
    waitsFor: 'company',
    rows: (today) => buildDueTaskRows(today, sql`${isFiledInPortalSql()} and ${hasTaskToDoSql()}`),
  },

  {
    kind: 'task.outside',
    label: 'Task filed outside the portal',
    act: 'How to file',
    waitsFor: 'company',
    rows: (today) => buildDueTaskRows(today, sql`not ${isFiledInPortalSql()}`),
  },

  {
    kind: 'todo',
    label: 'To-do from the agency',
    act: 'Answer',
    waitsFor: 'company',
    rows: (
      today,
    ) => sql`select d.to_do_id, d.property_id, null::integer, null::text, d.title, d.due_date, d.created_at,
      ${writtenToDoUrlSql('property')} from to_do d where ${isWaiting(today)}`,
  },

  {
    kind: 'todo.item',
    label: 'To-do about one item',
    act: 'Answer',
    waitsFor: 'company',
    rows: (
      today,
    ) => sql`select d.item_to_do_id, d.property_id, null::integer, null::text, d.title, d.due_date,
      d.created_at,
      ${writtenToDoUrlSql('item')} from item_to_do d where ${isWaiting(today)}`,
  },

  {
    kind: 'todo.answered',
    label: 'To-do answered by the company',
    act: 'Read the answer',
    waitsFor: 'agency',
    rows: () => sql`select d.to_do_id, d.property_id, null::integer, null::text, d.title, null::date,
      d.answered_at,
        ${writtenToDoUrlSql('property')} from to_do d where not d.done and d.answered_at is not null
      union all select d.item_to_do_id, d.property_id, null::integer, null::text, d.title, null::date,
      d.answered_at,
        ${writtenToDoUrlSql('item')} from item_to_do d where not d.done and d.answered_at is not null`,
  },
]
