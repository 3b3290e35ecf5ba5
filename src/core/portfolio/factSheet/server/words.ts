import { type RawBuilder, sql } from 'kysely'

/** SQL: a day as text such as `11/20/2026`. */
export const formatDaySql = (day: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${day}, 'MM/DD/YYYY')`

/** SQL: an amount in dollars as text such as `$1,300.00`. */
export const formatDollarsSql = (amount: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${amount}, 'FM$999,999,999,990.00')`
