import { sql } from 'kysely'
import { getMonthStart } from '#kernel/model/dates.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { MonthInput, RowInput } from '../model/calls.ts'
import { getMonthToReport } from './occupancies.ts'

/** A month to be saved. `isFlat` is true if it was gathered from rows of one unit type each. */
export type MonthToSave = MonthInput & { isFlat: boolean }

type ReferencedRecords = {
  months: Map<number, { propertyId: number; periodDate: string }>
  properties: Map<number, number>
}

/** Checks whether a row has one unit type in its own fields, instead of several in `rooms`. */
const isFlat = (row: RowInput): boolean =>
  row.projectRoomTypeId !== undefined ||
  row.vacantCount !== undefined ||
  row.specialNeedsDetails !== undefined

/** Loads the months and unit types that rows refer to, if the caller may see them, in one statement. */
async function loadReferenced({ db }: AnyContext, rows: readonly RowInput[]): Promise<ReferencedRecords> {
  const months = rows.map((row) => row.projectOccupancyId ?? 0)
  const types = rows.map((row) => row.projectRoomTypeId ?? 0)
  const result = await sql<{ kind: string; id: number; propertyId: number; periodDate: string | null }>`
    select 'month' as kind, project_occupancy_id as id, property_id, period_date::text
    from project_occupancy where project_occupancy_id = any (${months}::integer[])
    union all select 'type', project_room_type_id, property_id, null
    from property_room_type where project_room_type_id = any (${types}::integer[])`.execute(db)
  return {
    months: new Map(
      result.rows.flatMap(({ id, propertyId, periodDate }) =>
        periodDate === null ? [] : [[id, { propertyId, periodDate }]],
      ),
    ),
    properties: new Map(
      result.rows.flatMap(({ kind, id, propertyId }) => (kind === 'type' ? [[id, propertyId]] : [])),
    ),
  }
}

/**
 * Determines the property and month of a row, and adds a fault if they are missing or contradict each other.
 */
function resolveRow(
  context: AnyContext,
  row: RowInput,
  known: ReferencedRecords,
  addFault: (field: string, message: string) => void,
) {
  const month = known.months.get(row.projectOccupancyId ?? 0)
  const typePropertyId = known.properties.get(row.projectRoomTypeId ?? 0)
  const propertyId = row.propertyId ?? month?.propertyId ?? typePropertyId ?? 0
  const reported = isFlat(row) ? getMonthToReport(context) : ''
  const periodDate = getMonthStart(
    row.periodDate ?? month?.periodDate ?? (reported || context.settings.today()),
  )
  if (isFlat(row) && row.rooms) addFault('rooms', 'Send the unit types either as rows or as “rooms”.')
  else if (row.projectOccupancyId && !month) addFault('projectOccupancyId', 'This month was not found.')
  else if (row.projectRoomTypeId && typePropertyId === undefined)
    addFault('projectRoomTypeId', 'This unit type was not found.')
  else if (propertyId === 0 && isFlat(row))
    addFault('projectRoomTypeId', 'Name the unit type, or the property and month.')
  else if (propertyId === 0) addFault('propertyId', 'Property: *Field is required')
  else if (!row.periodDate && !month && !reported) addFault('periodDate', 'Month: *Field is required')
  else if (month && month.propertyId !== propertyId)
    addFault('propertyId', 'The month is another property’s.')
  else if (typePropertyId !== undefined && typePropertyId !== propertyId)
    addFault('projectRoomTypeId', 'The unit type is another property’s.')
  else if (month && month.periodDate !== periodDate) addFault('periodDate', 'The record is of another month.')
  return { propertyId, periodDate }
}

function toMonth(row: RowInput, place: { propertyId: number; periodDate: string }): MonthToSave {
  const { projectRoomTypeId, vacantCount, specialNeedsDetails, ...month } = row
  if (!isFlat(row)) return { ...month, ...place, isFlat: false }
  const room = { projectRoomTypeId: projectRoomTypeId ?? null, vacantCount, specialNeedsDetails }
  return { ...month, ...place, rooms: [room], isFlat: true }
}

/**
 * Combines rows into months. Flat rows with one unit type each are gathered by property and month; without a
 * month they belong to the last one that is over. `indexes` gives the index of each row's month. Refuses rows
 * that name no month the caller may see.
 */
export async function gatherMonths(
  context: AnyContext,
  rows: readonly RowInput[],
): Promise<{ months: MonthToSave[]; indexes: number[] }> {
  const isNamed = rows.some((row) => isFlat(row) || !row.propertyId || !row.periodDate)
  if (!isNamed) {
    const months = rows.map((row) => toMonth(row, row as { propertyId: number; periodDate: string }))
    return { months, indexes: months.map((_, index) => index) }
  }
  const known = await loadReferenced(context, rows)
  const faults: Fault[] = []
  const months: MonthToSave[] = []
  const indexes = rows.map((row, index) => {
    const addFault = (field: string, message: string) => faults.push({ field: `${index}.${field}`, message })
    const month = toMonth(row, resolveRow(context, row, known, addFault))
    const earlier = months.findIndex(
      (item) => item.isFlat && item.propertyId === month.propertyId && item.periodDate === month.periodDate,
    )
    if (earlier < 0 || !month.isFlat) return months.push(month) - 1
    const { rooms = [] } = months[earlier]!
    const [room] = month.rooms ?? []
    if (rooms.some((item) => item.projectRoomTypeId === room?.projectRoomTypeId))
      addFault('projectRoomTypeId', 'This unit type of the month is sent twice.')
    months[earlier] = { ...months[earlier]!, ...month, rooms: [...rooms, ...(month.rooms ?? [])] }
    return earlier
  })
  if (faults.length > 0) refuse.invalid(faults)
  return { months, indexes }
}
