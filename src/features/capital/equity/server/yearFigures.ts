import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the agency's equity figures of a property, as rows `year integer, equity, beginning, principal_paid,
 * improvements, principal_to_date, mortgages numeric`.
 */
export const getEquityFiguresSql = (propertyId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select year, equity, case when development_cost is null then lag(computed_equity) over years
    end as beginning,
      principal_paid, approved_improvements as improvements, sum(coalesce(principal_before,
      0) + principal_paid) over years as principal_to_date,
      mortgage_balance as mortgages
    from equity_figure where property_id = ${propertyId}
    and equity is not null window years as (order by year)`
