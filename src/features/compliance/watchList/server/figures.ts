import { type RawBuilder, sql } from 'kysely'
import { accountSettings } from '#core/money/reserves/model/index.ts'
import { getBalanceSql } from '#core/money/reserves/server/index.ts'
import { isOpenSql } from '#core/portfolio/findings/server/index.ts'
import { getOccupancyMonthsSql, getOccupancySql } from '#core/portfolio/occupancy/server/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { isOverdueSql } from '#core/portfolio/tasks/server/index.ts'
import { addMonths } from '#kernel/model/dates.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Settings } from '#kernel/server/settings.ts'
import type { Figure, FigureKey, Thresholds } from '../model/figures.ts'
import { watchSettings } from '../model/settings.ts'

/** The context for loading figures. The nightly job, which has no caller, provides it, too. */
type FigureContext = Pick<AnyContext, 'db' | 'settings'>
type Rows = (
  day: string,
  context: FigureContext,
  properties: RawBuilder<unknown>,
) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>

/**
 * Figures that the watch list uses, provided by the module that owns them: one SELECT of exactly the columns
 * `property_id integer, day date, value numeric, path text`, up to the given day, for at least the properties
 * `p` that match the condition. `path` is the screen of the portal that shows the figure. A source of several
 * kinds of figures has `key text` as its first column.
 */
export type WatchFigures = { key: FigureKey; rows: Rows } | { keys: readonly FigureKey[]; rows: Rows }

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    watchFigures?: readonly WatchFigures[]
  }
}

const moduleSources = slot('watchFigures')

/** Returns the first day of the month twelve months before a day: figures go back that far. */
const getFirstMonth = (day: string): string => addMonths(`${day.slice(0, 7)}-01`, -12)

/** The figures from `core`, which every module may read. */
const coreSources: readonly WatchFigures[] = [
  {
    key: 'occupancy',
    rows: (
      day,
    ) => sql`select o.property_id, o.period_date, ${getOccupancySql(sql`o.units`, sql`o.vacant`)}::numeric,
      '/occupancy/list/project/' || o.property_id
      from ${getOccupancyMonthsSql()} o where o.period_date between ${getFirstMonth(day)}::date
      and ${day}::date
      and o.units > 0 and o.vacant is not null`,
  },
  {
    key: 'findings',
    rows: (day) => sql`select n.property_id, ${day}::date, count(*), '/NonComplianceList/' || n.property_id
      from non_compliance n where ${isOpenSql} and n.opened_on <= ${day}::date group by n.property_id`,
  },
  {
    key: 'statement',
    rows: (day) => sql`select i.property_id, ${day}::date, max(${day}::date - i.due_date),
      '/afs/list/single/' || i.property_id
      from task_instance i where i.task_type_id = ${sql.lit(TaskType.AFS)} and ${isOverdueSql(day)}
      group by i.property_id`,
  },
  {
    key: 'reserve',
    rows: (day) => sql`select a.property_id, ${day}::date, round(${getBalanceSql(day)} / p.total_units, 2),
      '/ReplacementReserveList/' || a.property_id
      from reserve_account a join property p using (property_id) where a.kind = 'Replacement reserve'
      and a.closed_on is null and p.total_units > 0`,
  },
]

/** SQL: all figures of properties, as `f (key, property_id, day, value, path)`. */
async function buildFiguresSql(context: FigureContext, day: string, properties: RawBuilder<unknown>) {
  const figures: RawBuilder<unknown>[] = []
  for (const source of [...coreSources, ...moduleSources()]) {
    const rows = await source.rows(day, context, properties)
    const keyed = 'key' in source ? sql`select ${source.key}::text, r.* from (${rows}) r` : rows
    figures.push(sql`select f.* from (${keyed}) f (key, property_id, day, value, path)`)
  }
  return sql.join(figures, sql` union all `)
}

/**
 * Loads the figures of the properties `p` that match the condition, as of a day, by property id. One
 * statement.
 */
export async function loadWatchListFigures(
  context: FigureContext,
  condition: RawBuilder<unknown>,
  day: string,
): Promise<ReadonlyMap<number, Figure[]>> {
  const result = await sql<{ propertyId: number; figures: Figure[] }>`select f.property_id,
      jsonb_agg(jsonb_build_object('key', f.key, 'value', f.value, 'day', f.day, 'path', f.path)
      order by f.key, f.day) as figures
    from (${await buildFiguresSql(context, day, condition)}) f
    join property p on p.property_id = f.property_id
    where ${condition} group by f.property_id`.execute(context.db)
  return new Map(result.rows.map((row) => [row.propertyId, row.figures]))
}

/** Loads the current thresholds of the rules from the settings. */
export const loadThresholds = async (settings: Settings): Promise<Thresholds> => ({
  coverageFloor: await settings.get(watchSettings.coverageFloor),
  coverageWatch: await settings.get(watchSettings.coverageWatch),
  occupancy: await settings.get(watchSettings.occupancy),
  economicOccupancy: await settings.get(watchSettings.economicOccupancy),
  months: await settings.get(watchSettings.months),
  inspection: await settings.get(watchSettings.inspection),
  statementDays: await settings.get(watchSettings.statementDays),
  reserve: await settings.get(accountSettings.minimumPerUnit),
  findings: await settings.get(watchSettings.findings),
})
