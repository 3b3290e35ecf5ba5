import { type RawBuilder, sql } from 'kysely'
import type { PublishedYear } from '#kernel/model/years.ts'
import type { Published } from '../model/index.ts'

/** SQL: HUD's figures of the county of property `p`, the newest published for a year: limits `i` and fair market rents `f`. */
export const publishedFor = (year: PublishedYear | RawBuilder<unknown>) => sql`
    left join lateral (select fiscal_year as income_year, jsonb_agg(amount order by persons) as incomes from income_limit
      where county_id = p.county_id and percent = 50 and fiscal_year <= ${year} group by 1 order by 1 desc limit 1) i on true
    left join lateral (select fiscal_year as fair_market_year, jsonb_agg(amount order by bedrooms) as fair_market from fair_market_rent
      where county_id = p.county_id and fiscal_year <= ${year} group by 1 order by 1 desc limit 1) f on true`

/** What {@link publishedFor} finds. */
export type Figures = {
  countyName: string | null
  incomeYear: number | null
  incomes: number[] | null
  fairMarketYear: number | null
  fairMarket: number[] | null
}

/** What {@link publishedFor} found; null where nothing is published. */
export const figuresOf = ({ countyName, incomes, fairMarket, incomeYear, fairMarketYear }: Figures): Published | null =>
  incomes && { ...{ incomes, incomeYear, fairMarketYear }, countyName: countyName ?? '', fairMarket: fairMarket ?? [] }
