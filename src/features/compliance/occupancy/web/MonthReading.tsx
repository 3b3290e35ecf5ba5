import { formatOccupancy } from '#core/portfolio/occupancy/model/index.ts'
import type { PartProps } from '#engines/review/web/index.ts'
import { countSpecialNeedsUnits } from '#features/compliance/specialNeeds/model/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { PlainTable } from '#ui/table/PlainTable.tsx'
import { computeMoveOutTotal, describeMoveOuts } from '../model/moveOuts.ts'
import type { MonthDetail } from '../model/occupancies.ts'
import { computeOccupancyPercent, computeOccupied, getVacantCount, type Room } from '../model/rooms.ts'

const col = columns<Room>()
const toTotals = (room: Room) => ({ units: room.units, vacantUnits: getVacantCount(room) })
const describeSpecialNeeds = (room: Room): string => {
  const { count, referred, others } = countSpecialNeedsUnits(room.specialNeedsCount, room.specialNeedsDetails)
  return count === 0 ? '' : `${referred + others} of ${count}`
}
const roomColumns = [
  col.text('Unit type', (room) => room.name, { width: 150 }),
  col.number('Units', (room) => room.units, { width: 75, total: true }),
  col.number('Vacant, ready', (room) => room.vacantCount, { width: 115, total: true }),
  col.number('Not ready', (room) => room.offLineCount, { width: 95, total: true }),
  col.number('Occupied', (room) => computeOccupied(toTotals(room)), { width: 90, total: true }),
  col.text('Occupancy', (room) => formatOccupancy(computeOccupancyPercent(toTotals(room))), { width: 95 }),
  col.number('On notice', (room) => room.noticeCount, { width: 90, total: true }),
  col.number('Moved in', (room) => room.moveIns, { width: 90, total: true }),
  col.number('Moved out', (room) => computeMoveOutTotal(room.moveOuts), { width: 95, total: true }),
  col.text('Why', (room) => describeMoveOuts(room.moveOuts), { width: 180 }),
  col.text('Special needs', describeSpecialNeeds, { width: 110 }),
  col.number('Waiting list', (room) => room.waitingList, { width: 100, total: true }),
]

/** The unit types of a filed month as a table. */
export function MonthReading({ detail }: PartProps<MonthDetail>) {
  return (
    <PlainTable
      caption="Unit types"
      rows={detail.rooms}
      columns={roomColumns}
      rowKey={(room) => room.projectRoomTypeId ?? 0}
      height={60 + 40 * (detail.rooms.length + 2)}
    />
  )
}
