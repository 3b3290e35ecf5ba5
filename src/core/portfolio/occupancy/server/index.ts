import { type RawBuilder, sql } from 'kysely'
import { mergeEntries } from '#kernel/model/slot.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { computePhysicalOccupancy, type ReportedOccupancy } from '../model/index.ts'

/** The source of filed occupancy months, which the module that files occupancy provides. */
type OccupancySource = {
  /**
   * SQL: a table of all filed months with the columns property_id, project_occupancy_id, period_date (first
   * day of the month), units, vacant, off_line and submitted. It is read under the caller's scope.
   */
  months: RawBuilder<unknown>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The source of filed occupancy months, from the module that files them. */
    occupancy?: OccupancySource
  }
}

const source = slot('occupancy', mergeEntries<Partial<OccupancySource>>)

const noMonths = sql`(select null::integer as property_id, null::integer as project_occupancy_id,
  null::date as period_date,
  null::integer as units, null::integer as vacant, null::integer as off_line, null::timestamptz as submitted
  where false)`

/** SQL: the filed months as a table to join. It has no rows if no module files occupancy. */
export const getOccupancyMonthsSql = (): RawBuilder<unknown> => source().months ?? noMonths

/** SQL: physical occupancy, like {@link computePhysicalOccupancy} computes it. A test compares the two. */
export const getOccupancySql = (
  units: RawBuilder<unknown>,
  vacant: RawBuilder<unknown>,
): RawBuilder<number | null> => sql`round(100.0 * (${units} - ${vacant}) / nullif(${units}, 0), 2)::float8`

/**
 * Loads the physical occupancy of the newest filed month of these properties, in percent points. Properties
 * without a filed month are not in the map. Runs one statement.
 */
export async function loadNewestOccupancy(
  { db }: AnyContext,
  propertyIds: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  if (propertyIds.length === 0) return new Map()
  const result = await sql<ReportedOccupancy & { propertyId: number }>`
    select p.id as property_id, m.units, m.vacant from unnest(${[...new Set(propertyIds)]}::integer[]) p (id)
    cross join lateral (select o.units, o.vacant from ${getOccupancyMonthsSql()} o where o.property_id = p.id
      order by o.period_date desc limit 1) m`.execute(db)
  return new Map(result.rows.map((month) => [month.propertyId, computePhysicalOccupancy(month)]))
}
