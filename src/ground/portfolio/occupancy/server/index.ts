import { type RawBuilder, sql } from 'kysely'
import { merged } from '#kernel/model/slot.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { physicalOccupancy, type Reported } from '../model/index.ts'

/** Where months come from: SQL for a table of rows, read under the scope of the call. */
type OccupancySource = {
  /**
   * Columns property_id, project_occupancy_id, period_date (first day of the month), units, vacant, off_line
   * and submitted, all of months that were filed.
   */
  months: RawBuilder<unknown>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Where the subject that files occupancy stores its months. */
    occupancy?: OccupancySource
  }
}

const source = slot('occupancy', merged<Partial<OccupancySource>>)

const none = sql`(select null::integer as property_id, null::integer as project_occupancy_id,
  null::date as period_date,
  null::integer as units, null::integer as vacant, null::integer as off_line, null::timestamptz as submitted
  where false)`

/** SQL: the months that were filed, as a table to join; no rows while no module files any. */
export const occupancyMonths = (): RawBuilder<unknown> => source().months ?? none

/** SQL twin of `physicalOccupancy`: percent points to the hundredth; a test compares the two. */
export const occupancySql = (
  units: RawBuilder<unknown>,
  vacant: RawBuilder<unknown>,
): RawBuilder<number | null> => sql`round(100.0 * (${units} - ${vacant}) / nullif(${units}, 0), 2)::float8`

/**
 * Loads the physical occupancy of the newest filed month of these properties, in percent points; properties
 * without a month are not in the map. One statement, regardless of their number.
 */
export async function newestOccupancy(
  { db }: AnyContext,
  propertyIds: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  if (propertyIds.length === 0) return new Map()
  const result = await sql<Reported & { propertyId: number }>`
    select p.id as property_id, m.units, m.vacant from unnest(${[...new Set(propertyIds)]}::integer[]) p (id)
    cross join lateral (select o.units, o.vacant from ${occupancyMonths()} o where o.property_id = p.id
      order by o.period_date desc limit 1) m`.execute(db)
  return new Map(result.rows.map((month) => [month.propertyId, physicalOccupancy(month)]))
}
