import { type RawBuilder, sql } from 'kysely'
import { merged } from '#kernel/model/slot.ts'
import { isMonth } from '#kernel/server/days.ts'
import { slot } from '#kernel/server/module.ts'
import type { FeeBasis, Kind, Maximum, OccupiedMonth } from '../model/fees.ts'

/**
 * Where the fee's figures come from: the modules of occupancy and annual statements give them.
 * Each is SQL for a table of rows, read under the scope of the call.
 */
export type FeeSources = {
  /** Columns property_id, month (its first day), units: occupied units by month. */
  occupiedUnits?: RawBuilder<unknown>
  /** Columns property_id, amount: rent collected in a year, in dollars. */
  collectedRents?: (year: number) => RawBuilder<unknown>
  /**
   * Columns property_id, amount, first, last: management fees in dollars, and the period, of a fiscal year’s
   * statement.
   */
  chargedFees?: (year: number) => RawBuilder<unknown>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    feeFigures?: FeeSources
  }
}

const sources = slot('feeFigures', merged)

const noUnits = sql`(select null::integer as property_id, null::date as month, null::integer as units
  where false)`
const noAmounts = sql`(select null::integer as property_id, null::numeric as amount, null::date as first,
  null::date as last where false)`

/** SQL: occupied units by month; no rows while no module knows. */
const occupiedUnits = (): RawBuilder<unknown> => sources().occupiedUnits ?? noUnits
/** SQL: rent collected in a year; no rows while no module knows. */
export const collectedRents = (year: number): RawBuilder<unknown> =>
  sources().collectedRents?.(year) ?? noAmounts
/** SQL: fees charged in a year; no rows while no module knows. */
export const chargedFees = (year: number): RawBuilder<unknown> => sources().chargedFees?.(year) ?? noAmounts

/** What fees are judged by: the types, every maximum, and the kinds set down for a property. */
export type FeeBasisFacts = {
  types: readonly { managementFeeTypeId: number; basis: FeeBasis; name: string }[]
  maxima: readonly Maximum[]
  begun: readonly Pick<Kind, 'managementFeeTypeId' | 'effectiveDate'>[]
}

/** SQL: what the fees of a property are judged by. */
export const feeBasisSql = (propertyId: RawBuilder<unknown>): RawBuilder<FeeBasisFacts> => sql`(
  select jsonb_build_object(
    'types', (select coalesce(jsonb_agg(jsonb_build_object('managementFeeTypeId', t.management_fee_type_id,
    'basis', t.basis,
      'name', t.name) order by t.management_fee_type_id), '[]') from management_fee_type t),
    'maxima', (select coalesce(jsonb_agg(jsonb_build_object('managementFeeTypeId', m.management_fee_type_id,
    'amount', m.amount,
      'percent', m.percent, 'effectiveDate', m.effective_date)), '[]') from management_fee_max m),
    'begun', (select coalesce(jsonb_agg(jsonb_build_object('managementFeeTypeId', k.management_fee_type_id,
      'effectiveDate', k.effective_date) order by k.effective_date), '[]')
      from property_management_fee k where k.property_id = ${propertyId})))`

/**
 * SQL: occupied units of a property in the months of a period as a list of {@link OccupiedMonth}; null where
 * none is reported.
 */
export const occupiedMonthsSql = (
  propertyId: RawBuilder<unknown>,
  first: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
) =>
  sql<
    OccupiedMonth[] | null
  >`(select jsonb_agg(jsonb_build_object('month', o.month, 'units', o.units) order by o.month)
    from ${occupiedUnits()} o where o.property_id = ${propertyId} and ${isMonth(sql`o.month`, first, last)})`
