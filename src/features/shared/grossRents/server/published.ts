import { type RawBuilder, sql } from 'kysely'
import type { PublishedYear } from '#kernel/model/years.ts'
import type { PublishedFigures } from '../model/index.ts'

/**
 * SQL: the day from which HUD’s figures of a fiscal year apply: their effective date, otherwise April 1 for
 * income limits and October 1 of the year before for fair market rents.
 */
const limitsFrom = sql`coalesce(effective_date, make_date(fiscal_year, 4, 1))`
const marketFrom = sql`coalesce(effective_date, make_date(fiscal_year - 1, 10, 1))`

/**
 * SQL: joins for HUD’s figures of property `p`’s county that apply on a day: income limits `i` and fair
 * market rents `f`.
 */
export const publishedFiguresSql = (day: RawBuilder<unknown>) => sql`
    left join lateral (select fiscal_year as income_year, jsonb_agg(amount order by persons) as incomes
    from income_limit
      where county_id = p.county_id and percent = 50 and ${limitsFrom} <= ${day} group by 1 order by 1 desc
      limit 1) i on true
    left join lateral (select fiscal_year as fair_market_year, jsonb_agg(amount
    order by bedrooms) as fair_market from fair_market_rent
      where county_id = p.county_id and ${marketFrom} <= ${day} group by 1 order by 1 desc limit 1) f on true`

/** The columns that the joins of {@link publishedFiguresSql} add. */
export type PublishedColumns = {
  countyName: string | null
  incomeYear: PublishedYear | null
  incomes: number[] | null
  fairMarketYear: PublishedYear | null
  fairMarket: number[] | null
}

/**
 * Converts the columns of {@link publishedFiguresSql} into HUD’s figures, or null if no income limits are
 * published.
 */
export const toPublishedFigures = ({
  countyName,
  incomes,
  fairMarket,
  incomeYear,
  fairMarketYear,
}: PublishedColumns): PublishedFigures | null =>
  incomes && {
    incomes,
    incomeYear,
    fairMarketYear,
    countyName: countyName ?? '',
    fairMarket: fairMarket ?? [],
  }
