import { type RawBuilder, sql } from 'kysely'
import { monthEnd } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { WatchLine } from '../model/calls.ts'
import { EntryStatus } from '../model/entities.ts'
import { getTriggers } from '../model/figures.ts'
import { loadThresholds, loadWatchListFigures } from './figures.ts'

/** A calendar month; `month` is from 1 to 12. */
export type Month = { year: number; month: number }

/** SQL: whether entry `w` belongs to this month. */
export const isOfMonth = ({ year, month }: Month) => sql<boolean>`(w.year = ${year} and w.month = ${month})`
/** Returns the prior month. */
export const getPriorMonth = ({ year, month }: Month): Month =>
  month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }
/** Returns the first day of a month, `YYYY-MM-DD`. */
export const getFirstDay = ({ year, month }: Month): string => `${year}-${String(month).padStart(2, '0')}-01`
/** Returns the day as of which figures of a month are loaded: its last day, or today if that is earlier. */
export const getFiguresDay = (month: Month, today: string): string => {
  const end = monthEnd(getFirstDay(month))
  return today < end ? today : end
}
/** Returns the month of a day. */
export const getMonth = (day: string): Month => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)),
})

type EntryRow = Omit<WatchLine, 'cleared'> & { closed: boolean }

const tables = sql`watch_list w join property p on p.property_id = w.property_id
  join watch_list_type t using (watch_list_type_id)
  left join watch_list_program_type g using (watch_list_program_type_id) left
  join watch_list_responsibility_type b using (watch_list_responsibility_type_id)
  left join watch_list_weakness_type k using (watch_list_weakness_type_id) left
  join watch_list_month m on m.year = w.year and m.month = w.month and m.closed_at is not null`

/**
 * Loads the entries `w` that match the condition, by month (latest first) and severity, with their figures:
 * the stored ones, or current ones for the open present month. Two statements besides the settings.
 */
export async function loadWatchLines(
  context: AnyContext,
  condition: RawBuilder<unknown>,
): Promise<WatchLine[]> {
  const { db, settings } = context
  const result = await sql<EntryRow>`select w.*, p.name as property_name, p.city, t.name as type_name,
      g.name as program_name, b.name as responsibility_name,
      k.name as weakness_name, o.comment as previous_comment, m.closed_at is not null as closed
    from ${tables} left join watch_list o on o.property_id = w.property_id
    and o.year * 12 + o.month = w.year * 12 + w.month - 1
    where ${condition} order by w.year desc, w.month desc, w.status_id, w.watch_list_type_id desc,
    p.name`.execute(db)
  const today = settings.today()
  const { year, month } = getMonth(today)
  const isOpen = (row: EntryRow): boolean => !row.closed && row.year === year && row.month === month
  const ids = result.rows.filter(isOpen).map((row) => row.propertyId)
  const present =
    ids.length > 0
      ? await loadWatchListFigures(context, sql`p.property_id = any (${ids}::integer[])`, today)
      : new Map()
  const limits = await loadThresholds(settings)
  return result.rows.map((entry) => {
    const { closed: _, ...row } = entry
    const figures = isOpen(entry) ? (present.get(row.propertyId) ?? []) : row.figures
    const cleared = row.statusId === EntryStatus.ACTIVE && getTriggers(figures, limits).length === 0
    return { ...row, figures, cleared }
  })
}
