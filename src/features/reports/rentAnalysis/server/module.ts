import { sql } from 'kysely'
import { propertyNumberSql } from '#core/portfolio/properties/server/index.ts'
import { createReportsModule, serveReport } from '#engines/report/server/index.ts'
import { limitPercentSql, limitSql, publishedFiguresSql } from '#features/shared/grossRents/server/index.ts'
import rentAnalysis from '../model/report.ts'

const limit = limitSql({
  medianPercent: limitPercentSql,
  fairMarket: sql`coalesce(t.fair_market, false)`,
  bedrooms: sql`b.bedrooms`,
  incomes: sql`h.incomes`,
  fairMarketRents: sql`h.fair_market`,
})

/** Serves report 2 (rents and their limits): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(rentAnalysis, {
    rows: ({ asOf, rentTypeId, bedrooms, belowBy }, properties, { settings }) => {
      const day = asOf ?? settings.today()
      return sql`select g.*, g.max_gross - g.gross as headroom,
        round(100 * (g.max_gross - g.gross) / nullif(g.max_gross, 0), 2) as headroom_pct,
          g.units * (g.max_gross - g.gross) as headroom_total,
          case when g.max_gross is not null and g.gross is not null then g.units * g.gross end as gross_total,
          case when g.max_gross is not null and g.gross is not null then g.units * g.max_gross
          end as limit_total
        from (select p.property_id, p.name as property, ${propertyNumberSql()} as property_number,
        b.name as room_type,
            t.name || case when e.existing_tenants then ', present households' else '' end as rent_type,
            coalesce(e.income_limit_percent, t.median_percent) as ami_percent, e.units, e.rent as current,
            e.utility_allowance as ua,
            e.rent + e.utility_allowance as gross, ${limit} as max_gross,
            e.effective_date as last_increase
          from property p join rent_in_force(${day}::date) e on e.property_id = p.property_id
          join room_type b on b.room_type_id = e.room_type_id left
          join rent_type t on t.rent_type_id = e.rent_type_id
          left join (select p.county_id, i.incomes, f.fair_market
          from county p ${publishedFiguresSql(sql`${day}::date`)}) h on h.county_id = p.county_id
          where ${properties} and e.units > 0
          and ${rentTypeId ? sql`e.rent_type_id = ${rentTypeId}` : sql`true`}
            and ${bedrooms === undefined ? sql`true` : sql`b.bedrooms = ${bedrooms}`}) g
        where ${belowBy === undefined ? sql`true` : sql`100 * (g.max_gross - g.gross) >= ${belowBy}::numeric * g.max_gross`}`
    },
    exceptions: () => sql`r.headroom < 0`,
    choices: { rentTypeId: sql`select rent_type_id as value, name as label from rent_type` },
  }),
)
