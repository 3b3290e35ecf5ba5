import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/server/database.ts'
import { slot } from '#kernel/server/module.ts'
import { taskPath } from '../model/paths.ts'

/** How a module answers the tasks of a type. */
export type TaskSource = {
  taskTypeId: number
  /**
   * One SELECT of exactly these columns, in this order and of these types: `property_id integer, period_end
   * date, request_id integer, status_id integer, submitted timestamptz`: one row for each request that
   * answers the period which ends on that day. It runs under row-level security.
   */
  rows: RawBuilder<unknown>
  /** The screen on which a task is filed and seen: `/afs/list/:propertyId`. */
  path: string
  /**
   * SQL: whether one can be filed at property `p` at all; no task is made where it cannot. At every property
   * when left out.
   */
  fileable?: string
  /**
   * The screen of the request itself, with its `:requestId` or the `:year` in which the period of the task
   * ends, where that is another: once one was begun.
   */
  begun?: string
  /** Its module has more specific to-dos than that the task is to be filed. */
  ownToDos?: true
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Which of its requests answer which tasks. */
    taskSources?: readonly TaskSource[]
    /**
     * SQL conditions on a task `i`: something of the module hangs on it, and the night job leaves it as it
     * is.
     */
    taskHolds?: readonly string[]
  }
}

/** The requests that answer the tasks of each type. Throws when two answer the same. */
const sources = slot('taskSources', (taskSources) => {
  const byType = new Map(taskSources.map((source) => [source.taskTypeId, source]))
  if (byType.size < taskSources.length) throw new Error('Two modules answer the tasks of one type.')
  return byType
})

const holds = slot('taskHolds')

/** SQL: something of another module hangs on a task `i`. */
export const taskOnHold = (): string => `(${['false', ...holds()].join(' or ')})`

/** Whether requests of a module answer the tasks of a type. */
export const hasSource = (taskTypeId: number): boolean => sources().has(taskTypeId)

/** SQL: what tasks of schedule `s` ask for can be filed at property `p`. */
export const taskFileable = (): string => {
  const cases = [...sources().values()].flatMap(({ taskTypeId, fileable }) =>
    fileable ? [`when ${taskTypeId} then ${fileable}`] : [],
  )
  return cases.length > 0 ? `(case s.task_type_id ${cases.join(' ')} else true end)` : 'true'
}

/** SQL: the screen of a task `i` itself. */
export const taskScreen = sql`replace(replace(${taskPath}, ':propertyId', i.property_id::text),
  ':taskInstanceId', i.task_instance_id::text)`

/** SQL: a task `i` is of a type that a module of the portal takes. */
export const filedHere = (): RawBuilder<boolean> =>
  sql`i.task_type_id = any (${[...sources().keys()]}::integer[])`

/** SQL: a task `i` whose to-do the tasks themselves give. */
export const toDoOfTask = (): RawBuilder<boolean> => {
  const apart = [...sources().values()]
    .filter((source) => source.ownToDos)
    .map(({ taskTypeId }) => taskTypeId)
  return sql`not i.task_type_id = any (${apart}::integer[])`
}

/** Where a task `i` is filed; its own screen, which says how, while no module answers it. */
export function taskUrl(): RawBuilder<string> {
  const cases = [...sources().values()].map(
    ({ taskTypeId, path, begun = path }) => sql`when ${sql.lit(taskTypeId)} then replace(replace(replace(
      case when i.request_id is null then ${path} else ${begun}
      end, ':propertyId', i.property_id::text), ':requestId', coalesce(i.request_id, 0)::text),
      ':year', extract(year from i.period_end)::text)`,
  )
  return sql`case i.task_type_id ${sql.join([...cases, sql`when 0 then ''`], sql` `)}
    else ${taskScreen} end`
}

/**
 * Brings tasks in step with the requests that answer them: of one type and property when given, else all. One
 * statement for each type. A module calls it after every step and removal of a request, in the same
 * transaction; the nightly job does it for all.
 */
export async function refreshAnswers(
  db: Db,
  only: { taskTypeId?: number; propertyId?: number } = {},
): Promise<void> {
  const here = only.propertyId === undefined ? sql`true` : sql`i.property_id = ${only.propertyId}`
  for (const { taskTypeId, rows } of sources().values()) {
    if (only.taskTypeId !== undefined && only.taskTypeId !== taskTypeId) continue
    await sql`update task_instance i set request_id = r.request_id, status_id = coalesce(r.status_id, -1),
      submitted = r.submitted,
        version = i.version + 1
      from task_instance o left join (${rows}) as r (property_id, period_end, request_id, status_id,
      submitted)
        on r.property_id = o.property_id and r.period_end = o.period_end
      where o.task_instance_id = i.task_instance_id and i.task_type_id = ${taskTypeId} and ${here}
        and (r.request_id is not null or i.request_id is not null)
        and (i.request_id, i.status_id, i.submitted) is distinct
        from (r.request_id, coalesce(r.status_id, -1), r.submitted)`.execute(db)
  }
}
