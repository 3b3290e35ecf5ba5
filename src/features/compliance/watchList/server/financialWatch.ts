import { type RawBuilder, sql } from 'kysely'
import { EntryStatus } from '../model/entities.ts'
import { financialWeaknesses } from '../model/figures.ts'

/**
 * SQL: the latest entry of a property with a financial weakness in this or the prior month, as `words text,
 * path text`. No row if the property is not on the watch list for its finances.
 */
export const getFinancialWatchSql = (propertyId: number, today: string): RawBuilder<unknown> =>
  sql`select 'Watch list of ' || to_char(make_date(w.year, w.month, 1), 'MM/YYYY') || ': ' || k.name,
      '/WatchList/' || w.watch_list_id
    from watch_list w join watch_list_weakness_type k using (watch_list_weakness_type_id)
    where w.property_id = ${propertyId} and w.status_id = ${sql.lit(EntryStatus.ACTIVE)}
      and w.watch_list_weakness_type_id = any (${financialWeaknesses}::integer[])
      and make_date(w.year, w.month, 1) >= (date_trunc('month', ${today}::date) - interval '1 month')::date
    order by w.year desc, w.month desc limit 1`
