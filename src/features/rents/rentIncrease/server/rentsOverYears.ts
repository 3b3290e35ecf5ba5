import { sql } from 'kysely'
import { getGrossRentLimit } from '#features/shared/grossRents/model/index.ts'
import {
  type PublishedColumns,
  publishedFiguresSql,
  toPublishedFigures,
} from '#features/shared/grossRents/server/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { getRentsOverYears } from '../model/calls.ts'

const YEARS = 10

type RentOfYearRow = PublishedColumns & {
  year: number
  name: string
  typeName: string | null
  existingTenants: boolean
  bedrooms: number
  gross: number
  medianPercent: number | null
  byFairMarket: boolean
}

/**
 * Loads the property's gross rents and their limits at the end of each of the last ten years, in one
 * statement. Rents that another agency sets are left out. Answers {@link getRentsOverYears}.
 */
export async function loadRentsOverYears(
  { db, settings }: AnyContext,
  propertyId: number,
): Promise<Answer<typeof getRentsOverYears>> {
  const today = settings.today()
  const last = Number(today.slice(0, 4))
  const result = await sql<RentOfYearRow>`
    select y.year, b.name, t.name as type_name, e.existing_tenants, b.bedrooms,
    e.rent + e.utility_allowance as gross,
      coalesce(e.income_limit_percent, t.median_percent) as median_percent, coalesce(t.fair_market,
      false) as by_fair_market,
      c.name as county_name, i.income_year, i.incomes, f.fair_market_year, f.fair_market
    from property p left join county c using (county_id)
    cross join generate_series(${last - YEARS + 1}::integer, ${last}::integer) y (year)
    ${publishedFiguresSql(sql`least(make_date(y.year, 12, 31), ${today}::date)`)}
    join lateral rent_in_force(least(make_date(y.year, 12, 31),
    ${today}::date)) e on e.property_id = p.property_id
    join room_type b on b.room_type_id = e.room_type_id left
    join rent_type t on t.rent_type_id = e.rent_type_id
    where p.property_id = ${propertyId} and e.units > 0 and e.utility_allowance > 0
    and not coalesce(t.set_elsewhere, false)
    order by b.bedrooms, b.name, t.rent_type_id, e.existing_tenants, y.year`.execute(db)
  return result.rows.map((row) => {
    const limit = getGrossRentLimit(
      { medianPercent: row.medianPercent, fairMarket: row.byFairMarket },
      row.bedrooms,
      toPublishedFigures(row),
    )
    const label = [row.name, row.typeName, row.existingTenants && 'existing tenants']
      .filter(Boolean)
      .join(', ')
    return { year: row.year, label, gross: row.gross, limit: typeof limit === 'number' ? limit : null }
  })
}
