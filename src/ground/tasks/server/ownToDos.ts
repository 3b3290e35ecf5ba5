import { sql } from 'kysely'
import { taskTypes } from '../model/taskTypes.ts'
import { lapsed, typeKeys } from './lines.ts'
import { taskUrl } from './sources.ts'
import type { ToDoSource } from './toDoSources.ts'

const listOf = (propertyId: string) => sql`'/todolist/property/' || ${sql.ref(propertyId)}`

/** The title of a task `i` in SQL: `Occupancy, October 2026`. A test holds it against `periodLabel`. */
export const taskTitle = sql`case i.task_type_id ${sql.join(
  taskTypes.map(({ taskTypeId, label }) => sql`when ${sql.lit(taskTypeId)} then ${sql.lit(label)}`),
  sql` `,
)} end || ', ' || case
  when i.period_end - i.period_start < 31 then to_char(i.period_end, 'FMMonth YYYY')
  when i.period_end - i.period_start < 93 then to_char(i.period_end, '"Quarter "Q" of "YYYY')
  else to_char(i.period_end, case when to_char(i.period_end, 'MM') = '12' then 'YYYY' else '"year to "MM/DD/YYYY' end) end`

/** To-dos of tasks, and those written by hand. */
export const ownToDos: readonly ToDoSource[] = [
  {
    kind: 'task.due',
    label: 'Task to file',
    waitsFor: 'company',
    rows: (today) => sql`select i.task_instance_id, i.property_id, null::integer, t.key, ${taskTitle}, i.due_date,
      i.window_open::timestamptz, ${taskUrl()}
    from task_instance i join ${typeKeys} on t.task_type_id = i.task_type_id
    where i.status_id in (-1, 1) and i.window_open <= ${today}::date and not ${lapsed(today)}`,
  },

  {
    kind: 'todo',
    label: 'To-do from the agency',
    waitsFor: 'company',
    rows: () => sql`select d.to_do_id, d.property_id, null::integer, null::text, d.title, d.due_date, d.created_at,
      ${listOf('d.property_id')} from to_do d where not d.done`,
  },

  {
    kind: 'todo.item',
    label: 'To-do about one item',
    waitsFor: 'company',
    rows: () => sql`select d.item_to_do_id, d.property_id, null::integer, null::text, d.title, d.due_date, d.created_at,
      ${listOf('d.property_id')} from item_to_do d where not d.done`,
  },
]
