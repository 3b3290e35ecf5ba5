import { type RawBuilder, sql } from 'kysely'
import { merged } from '#kernel/model/slot.ts'
import { slot } from '#kernel/server/module.ts'

/**
 * Where the fee's figures come from: the modules of occupancy and annual statements give them.
 * Each is SQL for a table of rows, read under the scope of the call.
 */
export type FeeSources = {
  /** Columns property_id, month (1 to 12), units: occupied units of a year by month. */
  occupiedUnits?: (year: number) => RawBuilder<unknown>
  /** Columns property_id, amount: rent collected in a year, in dollars. */
  collectedRents?: (year: number) => RawBuilder<unknown>
  /** Columns property_id, amount: management fees of a year's statement in dollars. */
  chargedFees?: (year: number) => RawBuilder<unknown>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    feeFigures?: FeeSources
  }
}

const sources = slot('feeFigures', merged)

const noUnits = sql`(select null::integer as property_id, null::integer as month, null::integer as units where false)`
const noAmounts = sql`(select null::integer as property_id, null::numeric as amount where false)`

/** SQL: occupied units of a year; no rows while no module knows. */
export const occupiedUnits = (year: number): RawBuilder<unknown> => sources().occupiedUnits?.(year) ?? noUnits
/** SQL: rent collected in a year; no rows while no module knows. */
export const collectedRents = (year: number): RawBuilder<unknown> => sources().collectedRents?.(year) ?? noAmounts
/** SQL: fees charged in a year; no rows while no module knows. */
export const chargedFees = (year: number): RawBuilder<unknown> => sources().chargedFees?.(year) ?? noAmounts

/** SQL: the most a fee of property `p` may be a unit and month on a day, in dollars; null where it is judged by percent. */
export const perUnitMaximumOn = (day: RawBuilder<unknown>): RawBuilder<number | null> => sql`(
  select m.amount from management_fee_max m where m.effective_date <= ${day} and m.management_fee_type_id = coalesce(
    (select k.management_fee_type_id from property_management_fee k where k.property_id = p.property_id and k.effective_date <= ${day}
      order by k.effective_date desc limit 1),
    (select min(t.management_fee_type_id) from management_fee_type t where t.basis = 'Occupied unit month'))
  order by m.effective_date desc limit 1)`
