import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/server/database.ts'
import { slot } from '#kernel/server/module.ts'
import { taskPath } from '../model/paths.ts'

/** How the records of a module answer the tasks of a type. */
export type TaskSource = {
  taskTypeId: number
  /**
   * One SELECT of exactly these columns, in this order: `property_id integer, period_end date, request_id
   * integer, status_id integer, submitted timestamptz`. It has a row for each request that answers the task
   * of the period that ends on that day. It runs under row-level security.
   */
  rows: RawBuilder<unknown>
  /** The path of the screen on which a task is filed: `/afs/list/:propertyId`. */
  path: string
  /**
   * SQL: whether the task can be filed at property `p` at all. If not, no task is made. Left out, it can be
   * filed at every property.
   */
  fileable?: string
  /**
   * The path of the screen of a started request, if it differs from `path`, with `:requestId` or the `:year`
   * in which the period of the task ends.
   */
  begun?: string
  /** Set if the module has its own, more specific to-dos for these tasks. */
  ownToDos?: true
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The task types that the module's requests answer. */
    taskSources?: readonly TaskSource[]
    /**
     * SQL conditions on a task `i`: whether a record of the module depends on the task, so that the nightly
     * job must not change it.
     */
    taskHolds?: readonly string[]
  }
}

/** The sources of all modules by task type. Throws if two modules answer the same type. */
const getSources = slot('taskSources', (taskSources) => {
  const byType = new Map(taskSources.map((source) => [source.taskTypeId, source]))
  if (byType.size < taskSources.length) throw new Error('Two modules answer the tasks of one type.')
  return byType
})

const getTaskHolds = slot('taskHolds')

/** SQL: whether a record of another module depends on a task `i`. */
export const isTaskOnHoldSql = (): string => `(${['false', ...getTaskHolds()].join(' or ')})`

/** Whether requests of a module answer the tasks of a type. */
export const hasSource = (taskTypeId: number): boolean => getSources().has(taskTypeId)

/** SQL: whether the tasks of schedule `s` can be filed at property `p`. */
export const isTaskFileableSql = (): string => {
  const cases = [...getSources().values()].flatMap(({ taskTypeId, fileable }) =>
    fileable ? [`when ${taskTypeId} then ${fileable}`] : [],
  )
  return cases.length > 0 ? `(case s.task_type_id ${cases.join(' ')} else true end)` : 'true'
}

/** SQL: the path of the screen of a task `i`. */
export const taskScreenSql = sql`replace(replace(${taskPath}, ':propertyId', i.property_id::text),
  ':taskInstanceId', i.task_instance_id::text)`

/** SQL: whether a task `i` is of a type that is filed with a module of the portal. */
export const isFiledInPortalSql = (): RawBuilder<boolean> =>
  sql`i.task_type_id = any (${[...getSources().keys()]}::integer[])`

/** SQL: whether the tasks module provides the to-do of a task `i`, because its type's module does not. */
export const hasTaskToDoSql = (): RawBuilder<boolean> => {
  const typesWithOwnToDos = [...getSources().values()]
    .filter((source) => source.ownToDos)
    .map(({ taskTypeId }) => taskTypeId)
  return sql`not i.task_type_id = any (${typesWithOwnToDos}::integer[])`
}

/** SQL: the path where a task `i` is filed, or of its own screen if no module answers its type. */
export function taskUrlSql(): RawBuilder<string> {
  const cases = [...getSources().values()].map(
    ({ taskTypeId, path, begun = path }) => sql`when ${sql.lit(taskTypeId)} then replace(replace(replace(
      case when i.request_id is null then ${path} else ${begun}
      end, ':propertyId', i.property_id::text), ':requestId', coalesce(i.request_id, 0)::text),
      ':year', extract(year from i.period_end)::text)`,
  )
  return sql`case i.task_type_id ${sql.join([...cases, sql`when 0 then ''`], sql` `)}
    else ${taskScreenSql} end`
}

/**
 * Copies the status of requests to the tasks that they answer, for one type and property if given, with one
 * statement for each type. A module calls it after every step and removal of a request, in the same
 * transaction. The nightly job calls it for all.
 */
export async function syncTaskStatuses(
  db: Db,
  only: { taskTypeId?: number; propertyId?: number } = {},
): Promise<void> {
  const isOfProperty = only.propertyId === undefined ? sql`true` : sql`i.property_id = ${only.propertyId}`
  for (const { taskTypeId, rows } of getSources().values()) {
    if (only.taskTypeId !== undefined && only.taskTypeId !== taskTypeId) continue
    await sql`update task_instance i set request_id = r.request_id, status_id = coalesce(r.status_id, -1),
      submitted = r.submitted,
        version = i.version + 1
      from task_instance o left join (${rows}) as r (property_id, period_end, request_id, status_id,
      submitted)
        on r.property_id = o.property_id and r.period_end = o.period_end
      where o.task_instance_id = i.task_instance_id and i.task_type_id = ${taskTypeId} and ${isOfProperty}
        and (r.request_id is not null or i.request_id is not null)
        and (i.request_id, i.status_id, i.submitted) is distinct
        from (r.request_id, coalesce(r.status_id, -1), r.submitted)`.execute(db)
  }
}
