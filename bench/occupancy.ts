import type pg from 'pg'
import { z } from 'zod'
import { permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { type Served, serve } from '#kernel/server/serve.ts'

/**
 * Monthly occupancy, for which no module stands yet: the benchmark makes the table in its own database, with the shape
 * the module will need (`domain` 17: a row per property, month and unit type), month partitions and property scope,
 * and asks two of the reports it will have through calls that only the benchmark serves.
 */

const MONTHS = 120
const UNIT_TYPES = 6
const FIRST_MONTH = '2016-01-01'

const table = `
create table bench_occupancy (
  property_id integer not null,
  month date not null,
  room_type_id integer not null,
  units integer not null,
  vacant_count integer not null,
  special_needs_count integer not null,
  special_needs_vacant_count integer not null,
  off_line_units integer not null,
  notice_units integer not null,
  waiting_list integer not null
) partition by range (month)`

/** Numbers that look like a portfolio's: the same each time, four vacant units in a hundred. */
const monthRows = `
insert into %I select p.property_id, %L::date, t, 4 + (p.property_id * 7 + t * 13) %% 24,
  (p.property_id * 31 + t * 17 + %s * 11) %% 25 / 20, (p.property_id + t) %% 5 / 4, 0, (p.property_id * 3 + %s + t) %% 97 / 96,
  (p.property_id + %s * 5 + t) %% 30 / 29, (p.property_id * 11 + %s) %% 12
from property p, generate_series(1, ${UNIT_TYPES}) t order by 1, 3`

/** Fills the table; answers how many rows it holds. */
export async function makeOccupancy(owner: pg.Client): Promise<number> {
  await owner.query(table)
  await owner.query(`do $do$ declare first_day date; name text; begin
    for step in 0..${MONTHS - 1} loop
      first_day := date '${FIRST_MONTH}' + make_interval(months => step);
      name := 'bench_occupancy_' || to_char(first_day, 'YYYY_MM');
      execute format('create table %I partition of bench_occupancy for values from (%L) to (%L)', name, first_day, first_day + interval '1 month');
      execute format($rows$${monthRows}$rows$, name, first_day, step, step, step, step);
    end loop;
  end $do$`)
  await owner.query('alter table bench_occupancy add primary key (property_id, month, room_type_id)')
  await owner.query(`select kernel.property_scoped('bench_occupancy')`)
  await owner.query('vacuum analyze bench_occupancy')
  return (await owner.query<{ count: number }>('select count(*)::integer as count from bench_occupancy')).rows[0]!.count
}

/** The reports: over all rows into few lines, and the trend of each property over two years. */
export const reports = {
  'by county and year': `
    select c.name as "county", extract(year from o.month)::integer as "year", sum(o.units)::integer as "unitMonths",
       sum(o.vacant_count)::integer as "vacant",
      round((sum(o.units) - sum(o.vacant_count))::numeric * 100 / sum(o.units), 2) as "occupancy"
    from bench_occupancy o join property p on p.property_id = o.property_id left join county c on c.county_id = p.county_id
    group by c.name, extract(year from o.month) order by 1, 2`,
  'by property and month, two years': `
    select p.name as "propertyName", o.month, sum(o.units)::integer as "units", sum(o.vacant_count)::integer as "vacant",
      round((sum(o.units) - sum(o.vacant_count))::numeric * 100 / sum(o.units), 2) as "occupancy"
    from bench_occupancy o join property p on p.property_id = o.property_id
    where o.month >= date '${FIRST_MONTH}' + make_interval(months => ${MONTHS - 24})
    group by p.property_id, p.name, o.month order by p.name, p.property_id, o.month`,
} as const

export type ReportName = keyof typeof reports
export const reportPath = (name: ReportName): string => `/api/bench/${name.replaceAll(/\W+/g, '-')}`

/** The calls only the benchmark serves. */
export const served: Served[] = (Object.keys(reports) as ReportName[]).map((name) =>
  serve(
    call({
      method: 'GET',
      path: reportPath(name),
      access: permission('Occupancy', 'read'),
      answer: z.array(z.unknown()),
      summary: `Occupancy ${name}`,
    }),
    async ({ transaction }) => (await transaction.query(reports[name])).rows,
  ),
)
