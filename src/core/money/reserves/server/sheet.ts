import { sql } from 'kysely'
import { type FactSheetPart, formatDaySql, formatDollarsSql } from '#core/portfolio/factSheet/server/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { accountSettings } from '../model/settings.ts'
import { getMonthlyDepositSql } from './accounts.ts'
import { getBalanceSql, newestEntryDaySql } from './ledger.ts'

const permission = 'Replacement_Reserve'
const isOpen = sql`a.closed_on is null`
const YEARS = 4

/** The parts about reserves on the fact sheet of a property. */
export const reservesFactSheet: readonly FactSheetPart[] = [
  {
    title: 'Replacement reserve',
    place: 'figure',
    order: 30,
    maxRows: 1,
    permission,
    columns: [
      { label: '', kind: 'money' },
      { label: '', kind: 'text' },
    ],
    rows: ({ propertyId, day }) => sql`select jsonb_build_array(${getBalanceSql(day)},
        case when p.total_units > 0 then
        ${formatDollarsSql(sql`round(${getBalanceSql(day)} / p.total_units, 2)`)}
        ||
        ' a unit' end), false
      from reserve_account a join property p using (property_id)
      where a.property_id = ${propertyId} and a.kind = 'Replacement reserve' and ${isOpen}
      order by a.reserve_account_id limit 1`,
  },
  {
    title: 'Replacement reserve, $ a unit',
    place: 'chart',
    order: 30,
    maxRows: 5,
    permission,
    note: 'year end',
    columns: [
      { label: '', kind: 'text' },
      { label: '', kind: 'money' },
    ],
    floor: async ({ settings }) => {
      const value = await settings.get(accountSettings.minimumPerUnit)
      return { value, label: `floor ${formatMoney(value, { whole: true })}` }
    },
    rows: ({
      propertyId,
      day,
    }) => sql`select jsonb_build_array(y.year::text, round((select coalesce(sum(e.amount), 0)
      from reserve_entry e
          where e.reserve_account_id = a.reserve_account_id and e.entry_date <= least(make_date(y.year, 12,
          31), ${day}::date)) / p.total_units)), false
      from reserve_account a join property p using (property_id)
      cross join generate_series(extract(year from ${day}::date)::integer - ${YEARS - 1}, extract(year
      from ${day}::date)::integer) y (year)
      where a.property_id = ${propertyId} and a.kind = 'Replacement reserve' and ${isOpen}
      and p.total_units > 0
        and a.opened_on <= make_date(y.year, 12, 31) order by a.reserve_account_id, y.year limit ${YEARS}`,
  },
  {
    title: 'Reserves',
    place: 'right',
    order: 10,
    maxRows: 6,
    permission,
    columns: [
      { label: '', kind: 'text' },
      { label: '', kind: 'text' },
    ],
    rows: ({ propertyId, day }) => sql`select jsonb_build_array(f.label, f.value), false
      from reserve_account a cross join lateral (values
        (0, a.name, concat_ws(' on ', ${formatDollarsSql(getBalanceSql(day))},
        ${formatDaySql(newestEntryDaySql)})),
        (1, 'Deposits', ${formatDollarsSql(getMonthlyDepositSql(day))} || ' a month')) f (place, label, value)
      where a.property_id = ${propertyId} and ${isOpen} order by a.reserve_account_id, f.place`,
  },
]
