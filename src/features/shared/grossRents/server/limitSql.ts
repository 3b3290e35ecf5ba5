import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * The SQL expressions that {@link limitSql} needs: the program’s percentage of median income, whether fair
 * market rent also limits, the number of bedrooms, and HUD’s figures as JSON lists.
 */
type LimitInputs = { medianPercent: Sql; fairMarket: Sql; bedrooms: Sql; incomes: Sql; fairMarketRents: Sql }

/**
 * SQL: the percentage of median income that limits the rent in force `e` of the rent type `t`. Null if the
 * program has no limit, or if another agency sets its rents.
 */
export const limitPercentSql = sql<
  number | null
>`case when not coalesce(t.set_elsewhere, false) then coalesce(e.income_limit_percent, t.median_percent) end`

/**
 * SQL: the income limit for a number of persons at the program's percent of the median, in whole dollars a
 * year.
 */
const incomeSql = ({ incomes, medianPercent }: LimitInputs, persons: Sql) =>
  sql`round((${incomes} ->> (${persons} - 1))::numeric * ${medianPercent} / 50)`

/**
 * SQL: the greatest monthly gross rent of a unit, for lists. It computes the same as `getGrossRentLimit`, and
 * a
 * test compares the two. It is null if a program has no limit and if HUD’s figures are missing.
 */
export function limitSql(inputs: LimitInputs): Sql {
  const { bedrooms, fairMarket, fairMarketRents } = inputs
  const low = sql`case when ${bedrooms} = 0 then 1 else ${bedrooms} * 3 / 2 end`
  const high = sql`case when ${bedrooms} = 0 then 1 else (${bedrooms} * 3 + 1) / 2 end`
  const byIncome = sql`floor((${incomeSql(inputs, sql`(${low})`)} + ${incomeSql(inputs, sql`(${high})`)}) /
    80)`
  const market = sql`(${fairMarketRents} ->> least(${bedrooms},
    jsonb_array_length(${fairMarketRents}) - 1))::numeric`
  // `least` ignores nulls: without a limit by income it would return the market rent, which alone is no
  // limit.
  return sql`case when ${fairMarket} and ${byIncome} is not null then least(${byIncome}, ${market})
    else ${byIncome} end`
}
