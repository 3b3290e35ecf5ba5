import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * What {@link limitSql} is made of: SQL for the program's part of the median in percent, bedrooms, and HUD's
 * figures as JSON lists.
 */
type Of = { medianPercent: Sql; fairMarket: Sql; bedrooms: Sql; incomes: Sql; fairMarketRents: Sql }

/**
 * SQL: the part of the median by which the rent in force `e` of the rent type `t` is limited; null where the
 * program has no limit, or where another agency sets its rents.
 */
export const limitPercentSql = sql<
  number | null
>`case when not coalesce(t.set_elsewhere, false) then coalesce(e.income_limit_percent, t.median_percent) end`

/**
 * SQL: the income limit for a number of persons at the program's percent of the median, in whole dollars a
 * year.
 */
const incomeSql = ({ incomes, medianPercent }: Of, persons: Sql) =>
  sql`round((${incomes} ->> (${persons} - 1))::numeric * ${medianPercent} / 50)`

/**
 * SQL: the twin of `limitOf` for lists, null both where a program has no limit and where HUD's figures are
 * missing; its test compares the two.
 */
export function limitSql(inputs: Of): Sql {
  const { bedrooms, fairMarket, fairMarketRents } = inputs
  const low = sql`case when ${bedrooms} = 0 then 1 else ${bedrooms} * 3 / 2 end`
  const high = sql`case when ${bedrooms} = 0 then 1 else (${bedrooms} * 3 + 1) / 2 end`
  const byIncome = sql`floor((${incomeSql(inputs, sql`(${low})`)} + ${incomeSql(inputs, sql`(${high})`)}) /
    80)`
  const market = sql`(${fairMarketRents} ->> least(${bedrooms},
    jsonb_array_length(${fairMarketRents}) - 1))::numeric`
  // `least` would leave out the limit by income where none is published, and market rents alone are no limit.
  return sql`case when ${fairMarket} and ${byIncome} is not null then least(${byIncome}, ${market})
    else ${byIncome} end`
}
