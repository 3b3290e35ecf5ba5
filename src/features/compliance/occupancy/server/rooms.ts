import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { getOccupancyTotals, type MonthTotals, type RoomCounts, type RoomInput } from '../model/rooms.ts'
import { newLinesSql } from './sql.ts'

type RoomLine = RoomCounts & {
  projectOccupancyRoomId: number
  projectOccupancyId: number
  projectRoomTypeId: number | null
  units: number
}

/** Inserts the unit-type lines of new months. One statement. */
export async function insertRooms({ db }: AnyContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into project_occupancy_room (project_occupancy_id, property_id, project_room_type_id,
    units, move_outs,
      special_needs_count, special_needs_details, position)
    select o.project_occupancy_id, f.property_id, f.project_room_type_id, f.units, f.move_outs,
    f.special_needs_count, f.special_needs_details, f.position
    from project_occupancy o cross
    join lateral (${newLinesSql(sql`o.property_id`, sql`o.units`, sql`o.period_date`)}) f
    where o.project_occupancy_id = any (${[...ids]}::integer[])`.execute(db)
}

/** A month with the new values of its unit types. */
export type RoomsInput = { projectOccupancyId: number; rooms: readonly RoomInput[] }

const applyInput = (line: RoomLine, payload: RoomInput): RoomLine => ({
  ...line,
  ...Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined)),
})

/**
 * Stores the new values for unit types of any number of locked months in two statements, and returns the sums
 * by month. Answers 404 for a unit type that the month does not have.
 */
export async function storeRooms(
  { db }: AnyContext,
  months: readonly RoomsInput[],
): Promise<Map<number, MonthTotals>> {
  const ids = months.map((month) => month.projectOccupancyId)
  const result =
    await sql<RoomLine>`select project_occupancy_room_id, project_occupancy_id, project_room_type_id, units,
      vacant_count,
      off_line_count, notice_count, move_ins, move_outs, waiting_list, special_needs_details
    from project_occupancy_room where project_occupancy_id = any (${ids}::integer[])`.execute(db)
  const byMonth = Map.groupBy(result.rows, (row) => row.projectOccupancyId)
  const changedLines: RoomLine[] = []
  const totals = new Map<number, MonthTotals>()
  for (const { projectOccupancyId, rooms } of months) {
    const lines = byMonth.get(projectOccupancyId) ?? []
    for (const room of rooms)
      if (!lines.some((line) => line.projectRoomTypeId === room.projectRoomTypeId))
        refuse.notFound('This unit type')
    const merged = lines.map((line) =>
      rooms
        .filter((room) => room.projectRoomTypeId === line.projectRoomTypeId)
        .reduce<RoomLine>((present, payload) => applyInput(present, payload), line),
    )
    changedLines.push(...merged.filter((line, index) => line !== lines[index]))
    totals.set(projectOccupancyId, getOccupancyTotals(merged))
  }
  await updateLines(db, changedLines)
  return totals
}

async function updateLines(db: AnyContext['db'], lines: readonly RoomLine[]): Promise<void> {
  if (lines.length === 0) return
  await sql`update project_occupancy_room l set vacant_count = d."vacantCount",
    off_line_count = d."offLineCount",
      notice_count = d."noticeCount", move_ins = d."moveIns", move_outs = d."moveOuts",
      waiting_list = d."waitingList",
      special_needs_details = d."specialNeedsDetails"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as d ("projectOccupancyRoomId" integer,
    "vacantCount" integer,
      "offLineCount" integer, "noticeCount" integer, "moveIns" integer, "moveOuts" jsonb,
      "waitingList" integer, "specialNeedsDetails" jsonb)
    where l.project_occupancy_room_id = d."projectOccupancyRoomId"`.execute(db)
}

/**
 * Stores the sums of months, which lists and reports read. It does not raise the version, because saving the
 * record did.
 */
export async function storeTotals(
  { db }: AnyContext,
  totals: ReadonlyMap<number, MonthTotals>,
): Promise<void> {
  const rows = [...totals].map(([projectOccupancyId, of]) => ({ projectOccupancyId, ...of }))
  await sql`update project_occupancy o set units = d.units, vacant_units = d."vacantUnits",
    off_line_units = d."offLineUnits",
      move_ins = d."moveIns", move_outs = d."moveOuts", waiting_list = d."waitingList"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d ("projectOccupancyId" integer, units integer,
    "vacantUnits" integer,
      "offLineUnits" integer, "moveIns" integer, "moveOuts" integer, "waitingList" integer)
    where o.project_occupancy_id = d."projectOccupancyId" and (o.units, o.vacant_units, o.off_line_units,
    o.move_ins, o.move_outs, o.waiting_list)
      is distinct from (d.units, d."vacantUnits", d."offLineUnits", d."moveIns", d."moveOuts",
      d."waitingList")`.execute(db)
}
