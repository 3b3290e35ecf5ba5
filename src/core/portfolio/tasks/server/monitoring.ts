import { type RawBuilder, sql } from 'kysely'
import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { getTaskType } from '../model/taskTypes.ts'

/** SQL: whether property `p` is active, or its decontrol is not finished. */
export const isMonitoredSql = `(p.status_id = ${PropertyStatus.Active} or (p.status_id = ${PropertyStatus.Decontrol} and p.decontrol_status is distinct from ${PropertyStatus.Decontrol}))`

/**
 * SQL: whether property `p` files tasks of type `t`: by its requirement `r`, or else by its number of units.
 * `threshold` is the placeholder of the number of units from which a property files.
 */
export const filesTypeSql = (threshold: string): string =>
  `(${isMonitoredSql} and coalesce(r.required, not t.threshold or p.total_units >= ${threshold}))`

/**
 * SQL: whether property `p` must file a type of task, whether or not a task exists. `units` is the number of
 * units from which a property files.
 */
export const mustFileTaskSql = (
  taskTypeId: number,
  units: number,
): RawBuilder<boolean> => sql<boolean>`(${sql.raw(isMonitoredSql)}
  and coalesce((select r.required from property_requirement r where r.property_id = p.property_id
  and r.module_id = ${sql.lit(taskTypeId)}),
    ${sql.lit(!getTaskType(taskTypeId)?.threshold)} or p.total_units >= ${units}))`
