import { formatOccupancy } from '#core/portfolio/occupancy/model/index.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import {
  computeGroupTotal,
  computeMoveOutTotal,
  groupLabels,
  isDetailed,
  reasonGroups,
  setGroupTotal,
} from '../model/moveOuts.ts'
import type { CountField } from '../model/paste.ts'
import {
  computeOccupancyPercent,
  computeOccupied,
  getVacantCount,
  type Room,
  type RoomInput,
} from '../model/rooms.ts'
import { CountCell } from './CountCell.tsx'
import css from './occupancy.module.css'

type Props = {
  propertyId: number
  name: string
  room: Room
  /** The index of the unit type in its month, which the fields of faults contain. */
  index: number
  faults: readonly Fault[]
  onType: ((room: RoomInput) => void) | null
}

const labels: Readonly<Record<CountField, string>> = {
  vacantCount: 'vacant, ready',
  offLineCount: 'vacant, not ready',
  noticeCount: 'on notice',
  moveIns: 'moved in',
  waitingList: 'waiting list',
}

/**
 * The cells of a unit type from vacant units to the waiting list; `special` is shown before the waiting list.
 */
export function RoomCells({ special, ...props }: Props & { special: React.ReactNode }) {
  const { room } = props
  const sums = { units: room.units, vacantUnits: getVacantCount(room) }
  return (
    <>
      <CountTableCell {...props} field="vacantCount" edge />
      <CountTableCell {...props} field="offLineCount" />
      <td className={css.computed}>{computeOccupied(sums) ?? '–'}</td>
      <td className={css.computed}>{formatOccupancy(computeOccupancyPercent(sums))}</td>
      <CountTableCell {...props} field="moveIns" edge />
      <MoveOutCells {...props} />
      <td className={css.edge}>{special}</td>
      <CountTableCell {...props} field="waitingList" />
    </>
  )
}

function CountTableCell({
  propertyId,
  name,
  room,
  index,
  faults,
  onType,
  field,
  edge,
}: Props & { field: CountField; edge?: boolean }) {
  const { projectRoomTypeId } = room
  return (
    <td className={edge ? css.edge : undefined}>
      <CountCell
        at={{ propertyId, room: projectRoomTypeId, column: field }}
        label={`${name}, ${labels[field]}`}
        value={room[field]}
        fault={
          room[field] === null
            ? undefined
            : faults.find((fault) => fault.field === `rooms.${index}.${field}`)?.message
        }
        onType={onType && ((value) => onType({ projectRoomTypeId, [field]: value }))}
      />
    </td>
  )
}

/**
 * The cells of move-outs: the total and each column of reasons. A column that was entered in more detail is
 * read-only here.
 */
function MoveOutCells({ propertyId, name, room, onType }: Props) {
  const { projectRoomTypeId, moveOuts } = room
  return (
    <>
      <td className={css.computed}>
        {room.moveIns === null && computeMoveOutTotal(moveOuts) === 0 ? '–' : computeMoveOutTotal(moveOuts)}
      </td>
      {reasonGroups.map((group) => (
        <td key={group}>
          <CountCell
            at={{ propertyId, room: projectRoomTypeId, column: group }}
            label={`${name}, moved out: ${groupLabels[group].label}`}
            value={computeGroupTotal(moveOuts, group)}
            blank="·"
            onType={
              onType && !isDetailed(moveOuts, group)
                ? (value) => onType({ projectRoomTypeId, moveOuts: setGroupTotal(moveOuts, group, value) })
                : null
            }
          />
        </td>
      ))}
    </>
  )
}

/** The sums of several unit types in the property's row; their dotted style marks them as computed. */
export function SumCells({ rooms, special }: { rooms: readonly Room[]; special: React.ReactNode }) {
  const sum = (readValue: (room: Room) => number | null): number | null =>
    rooms.reduce<number | null>((total, room) => {
      const value = readValue(room)
      return total === null || value === null ? null : total + value
    }, 0)
  const sums = { units: sum((room) => room.units) ?? 0, vacantUnits: sum(getVacantCount) }
  const out = rooms.reduce((total, room) => total + computeMoveOutTotal(room.moveOuts), 0)
  const cell = (value: number | null) => value ?? '–'
  return (
    <>
      <td className={`${css.edge} ${css.computed}`}>{cell(sum((room) => room.vacantCount))}</td>
      <td className={css.computed}>{cell(sum((room) => room.offLineCount))}</td>
      <td className={css.computed}>{cell(computeOccupied(sums))}</td>
      <td className={css.computed}>{formatOccupancy(computeOccupancyPercent(sums))}</td>
      <td className={`${css.edge} ${css.computed}`}>{cell(sum((room) => room.moveIns))}</td>
      <td className={css.computed}>{out === 0 && sum((room) => room.moveIns) === null ? '–' : out}</td>
      {reasonGroups.map((group) => (
        <td key={group} className={css.computed}>
          {rooms.reduce((total, room) => total + (computeGroupTotal(room.moveOuts, group) ?? 0), 0) || '·'}
        </td>
      ))}
      <td className={css.edge}>{special}</td>
      <td className={css.computed}>{cell(sum((room) => room.waitingList))}</td>
    </>
  )
}
