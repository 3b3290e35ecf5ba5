import { type RawBuilder, sql } from 'kysely'
import { mergeEntries } from '#kernel/model/slot.ts'
import { isMonth } from '#kernel/server/days.ts'
import { slot } from '#kernel/server/module.ts'
import type { FeeBasis, FeeMaximum, OccupiedMonth, PropertyFeeType } from '../model/fees.ts'

/**
 * SQL for the figures of management fees, which the modules of occupancy and of annual statements provide.
 * Each is a table that is read with the rights of the caller.
 */
export type FeeSources = {
  /** The occupied units by month. Columns: property_id, month (its first day), units. */
  occupiedUnits?: RawBuilder<unknown>
  /** The rent collected in a year. Columns: property_id, amount in dollars. */
  collectedRents?: (year: number) => RawBuilder<unknown>
  /**
   * The management fees in the statements of a fiscal year. Columns: property_id, amount in dollars, first
   * and last day of the fiscal year.
   */
  chargedFees?: (year: number) => RawBuilder<unknown>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    feeFigures?: FeeSources
  }
}

const sources = slot('feeFigures', mergeEntries)

const noUnits = sql`(select null::integer as property_id, null::date as month, null::integer as units
  where false)`
const noAmounts = sql`(select null::integer as property_id, null::numeric as amount, null::date as first,
  null::date as last where false)`

/** SQL: the occupied units by month; no rows if no module provides them. */
const occupiedUnits = (): RawBuilder<unknown> => sources().occupiedUnits ?? noUnits
/** SQL: the rent collected in a year; no rows if no module provides it. */
export const getCollectedRentsSql = (year: number): RawBuilder<unknown> =>
  sources().collectedRents?.(year) ?? noAmounts
/** SQL: the fees charged in a year; no rows if no module provides them. */
export const getChargedFeesSql = (year: number): RawBuilder<unknown> =>
  sources().chargedFees?.(year) ?? noAmounts

/**
 * The rules for a property's fee: all types, every maximum, and the fee types stored for the property
 * (`begun`).
 */
export type FeeRules = {
  types: readonly { managementFeeTypeId: number; basis: FeeBasis; name: string }[]
  maxima: readonly FeeMaximum[]
  begun: readonly Pick<PropertyFeeType, 'managementFeeTypeId' | 'effectiveDate'>[]
}

/** SQL: the rules for the fee of a property. */
export const feeRulesSql = (propertyId: RawBuilder<unknown>): RawBuilder<FeeRules> => sql`(
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
 * SQL: the occupied units of a property in the months of a period as a list of {@link OccupiedMonth}; null
 * if none are reported.
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
