import { sql } from 'kysely'
import { getOccupancyMonthsSql, getOccupancySql } from '#core/portfolio/occupancy/server/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { syncTaskStatuses } from '#core/portfolio/tasks/server/index.ts'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { addDays, addMonths, agencyDay, getMonthStart, monthName } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isFiled } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import type { getOccupancyHistory } from '../model/calls.ts'
import { occupancies as declared, type MonthDetail, type MonthRow } from '../model/occupancies.ts'
import type { Room } from '../model/rooms.ts'
import { occupancySettings } from '../model/settings.ts'
import { applyTerms, factColumnsSql, loadOccupancyTerms, type MonthFactsRow } from './facts.ts'
import { mailReceived } from './mails.ts'
import { insertRooms, storeRooms, storeTotals } from './rooms.ts'
import { lineVacantSql, missingMonthsSql, newRoomsSql, roomsSql } from './sql.ts'

/** Returns the first day of the month that is to be reported now: the last one that is over. */
export const getMonthToReport = ({ settings }: Pick<AnyContext, 'settings'>): string =>
  addMonths(getMonthStart(settings.today()), -1)

/**
 * Checks a new month: refuses one that has not begun or that the property already has. Returns its initial
 * values. Where no month is named, it is the one to be reported now, or the first missing one if the property
 * has that already.
 */
async function checkNewMonth(context: AnyContext, propertyId: number, namedMonth: string | null) {
  const periodDate = getMonthStart(namedMonth ?? getMonthToReport(context))
  const today = context.settings.today()
  if (periodDate > today) refuse.rule(`${monthName(periodDate)} has not begun.`)
  const result = await sql<{
    units: number
    known: number | null
    missing: string | null
  }>`select p.total_units as units, o.project_occupancy_id as known,
    (${missingMonthsSql(sql`p.property_id`, sql`${periodDate}::date`, today)})[1] as missing
    from property p left join project_occupancy o on o.property_id = p.property_id
    and o.period_date = ${periodDate}::date
    where p.property_id = ${propertyId}`.execute(context.db)
  const row = result.rows[0] ?? refuse.notFound('This property')
  if (row.known !== null && namedMonth === null && row.missing !== null)
    return { periodDate: row.missing, units: row.units }
  if (row.known !== null)
    refuse.rule(
      `${monthName(periodDate)} of this property is ${declared.numberOf(row.known)} already.`,
      [],
      buildRecordLink(declared, { propertyId, projectOccupancyId: row.known }),
    )
  return { periodDate, units: row.units }
}

/** Returns the day on which the nightly job accepts a month; a draft counts as submitted today. */
async function getAcceptanceDay(context: AnyContext, { statusId, submitted, reSubmitted }: MonthRow) {
  const { settings, services } = context
  const moment = isFiled(statusId) ? (reSubmitted ?? submitted) : null
  const day = moment ? agencyDay(moment, services.config.agencyZone) : settings.today()
  return addDays(day, await settings.get(occupancySettings.acceptDays))
}

/** Loads the facts that a month is checked against, and its unit types, in one statement. */
async function loadDetail(context: AnyContext, filing: MonthRow) {
  const { projectOccupancyId, propertyId, periodDate } = filing
  const month = sql`${periodDate}::date`
  const today = context.settings.today()
  const rooms =
    projectOccupancyId > 0
      ? roomsSql(sql`${projectOccupancyId}`)
      : newRoomsSql(sql`p.property_id`, sql`p.total_units`, month)
  // A company that no longer manages the property sees the month it filed, but no facts of the property.
  const result = await sql<Omit<MonthFactsRow, 'periodDate'> & { rooms: Room[] }>`
    select ${rooms} as rooms, ${factColumnsSql(month, today)}
    from (select 1) one left join property p on p.property_id = ${propertyId}`.execute(context.db)
  const { rooms: currentRooms, ...row } = result.rows[0]!
  const terms = await loadOccupancyTerms(context)
  return {
    rooms: currentRooms,
    acceptsOn: await getAcceptanceDay(context, filing),
    ...applyTerms({ ...row, totalUnits: row.totalUnits ?? terms.explainUnits, periodDate }, terms),
  }
}

/** Updates the occupancy tasks to the state of the months, of one property or of all. */
export const refreshOccupancyTasks = ({ db }: AnyContext, propertyId?: number): Promise<void> =>
  syncTaskStatuses(db, {
    taskTypeId: TaskType.Occupancy,
    ...(propertyId === undefined ? {} : { propertyId }),
  })

/**
 * The contexts of requests that submit several months. They send one mail and refresh tasks once, at the end.
 */
export const contextsSubmittingMany = new WeakSet<AnyContext>()

/**
 * Copies the vacant units of these months to the unit types of the properties, unless a later month is filed.
 * One statement.
 */
export async function copyVacanciesToProperties({ db }: AnyContext, ids: readonly number[]): Promise<void> {
  await sql`update property_room_type k set vacant_count = ${lineVacantSql}
    from project_occupancy o join project_occupancy_room l using (project_occupancy_id)
    where o.project_occupancy_id = any (${[...ids]}::integer[]) and k.property_id = o.property_id
    and k.project_room_type_id = l.project_room_type_id
      and k.vacant_count is distinct from ${lineVacantSql}
      and not exists (select from project_occupancy n where n.property_id = o.property_id
      and n.period_date > o.period_date and ${statusIs.filed('n')})`.execute(db)
}

/** The server side of the review of occupancy months. */
export const occupancies = serveReview(declared, {
  detail: loadDetail,
  line: {
    select: sql`r.period_date::text, r.units, r.vacant_units, r.off_line_units, r.move_ins, r.move_outs,
      r.waiting_list,
      ${getOccupancySql(sql`r.units`, sql`r.vacant_units`)} as occupancy`,
  },
  parts: async ({ settings }) => ({
    below: sql`(r.units - r.vacant_units) * 100 < r.units *
      ${await settings.get(occupancySettings.explainBelow)}::numeric`,
  }),
  begin: (context, { propertyId }, values) => {
    const { periodDate } = values as { periodDate?: string | null }
    return checkNewMonth(context, propertyId ?? 0, periodDate ?? null)
  },
  saved: async (context, row, { rooms = [] }) => {
    const isBegun = row.version === 1
    if (isBegun) await insertRooms(context, [row.projectOccupancyId])
    await storeTotals(
      context,
      await storeRooms(context, [{ projectOccupancyId: row.projectOccupancyId, rooms }]),
    )
    // The task refers to the month from its creation, so later saves need no refresh.
    if (isBegun) await refreshOccupancyTasks(context, row.propertyId)
  },
  steps: {
    submit: {
      after: async (context, row) => {
        if (contextsSubmittingMany.has(context)) return
        await copyVacanciesToProperties(context, [row.projectOccupancyId])
        await mailReceived(context, [row])
      },
    },
    // Returning an accepted month removes its decision.
    return: { stamp: () => ({ decided: null, decidedById: null }) },
  },
  followed: async (context, row) => {
    if (!contextsSubmittingMany.has(context)) await refreshOccupancyTasks(context, row.propertyId)
  },
  toDo: sql`to_char(r.period_date, 'FMMonth YYYY')`,
})

/**
 * Loads a month of a property; for id 0, the empty one of a month. Answers 404 if the month belongs to
 * another property.
 */
export async function loadMonth(
  context: AnyContext,
  propertyId: number,
  id: number,
  month?: string | null,
): Promise<MonthDetail> {
  if (id === 0)
    return occupancies.empty(
      context,
      { propertyId, managementCompanyId: null },
      month ? { periodDate: getMonthStart(month) } : {},
    )
  const detail = await occupancies.detail(context, id)
  return detail.propertyId === propertyId ? detail : refuse.notFound('This month')
}

type Month = Answer<typeof getOccupancyHistory>[number]

/**
 * Loads the filed months of a property among the last `months` completed ones, newest first, in one
 * statement.
 */
export async function loadMonthHistory(
  context: AnyContext,
  propertyId: number,
  months: number,
): Promise<Month[]> {
  const last = getMonthToReport(context)
  const result = await sql<Month>`select m.period_date, m.project_occupancy_id, m.units, m.vacant, m.off_line,
      ${getOccupancySql(sql`m.units`, sql`m.vacant`)} as occupancy
    from ${getOccupancyMonthsSql()} m where m.property_id = ${propertyId}
      and m.period_date between ${addMonths(last, 1 - months)}::date and ${last}::date
    order by m.period_date desc`.execute(context.db)
  return result.rows
}
