import { memo, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { formatOccupancy } from '#core/portfolio/occupancy/model/index.ts'
import { countSpecialNeedsUnits } from '#features/compliance/specialNeeds/model/index.ts'
import { monthName } from '#kernel/model/dates.ts'
import { isFiled } from '#kernel/model/status.ts'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { getMonthListPath, getMonthPath } from '../model/facts.ts'
import { computeOccupancyPercent, copyLastMonth, type Room, type RoomInput } from '../model/rooms.ts'
import { describeMissing } from '../model/worksheet.ts'
import { Comment, Explain } from './Explain.tsx'
import css from './occupancy.module.css'
import { RoomCells, SumCells } from './RoomCells.tsx'
import type { SheetEntry, SheetStore } from './sheetStore.ts'

/** The number of columns of the table: property, units, last month, the cells of a unit type, and state. */
const SPAN = 19

/** The households with special needs in units for them, as in `4 of 5`. */
function SpecialNeedsCell({ rooms }: { rooms: readonly Room[] }) {
  const all = rooms.map((room) => countSpecialNeedsUnits(room.specialNeedsCount, room.specialNeedsDetails))
  const count = all.reduce((sum, item) => sum + item.count, 0)
  if (count === 0) return <span className={css.hint}>none</span>
  const occupied = all.reduce((sum, item) => sum + item.referred + item.others, 0)
  return (
    <span data-open={occupied < count || undefined} className={css.special}>{`${occupied} of ${count}`}</span>
  )
}

function LastMonth({ last, room }: { last: SheetEntry['row']['last']; room?: Room | undefined }) {
  if (!last)
    return (
      <td colSpan={2} className={css.missing}>
        {room ? '' : 'not reported'}
      </td>
    )
  const before = room
    ? last.rooms.find((item) => item.projectRoomTypeId === room.projectRoomTypeId)
    : undefined
  const sums = room
    ? {
        units: before?.units ?? 0,
        vacantUnits: before ? (before.vacantCount ?? 0) + (before.offLineCount ?? 0) : null,
      }
    : last
  return (
    <>
      <td className={css.last}>{sums.vacantUnits ?? '–'}</td>
      <td className={css.last}>{formatOccupancy(computeOccupancyPercent(sums))}</td>
    </>
  )
}

type Props = {
  store: SheetStore
  propertyId: number
  open: boolean
  onOpen: (propertyId: number, open: boolean) => void
}

/**
 * A property of the worksheet with its unit types, explanation and state. Typing in other rows does not
 * render it again.
 */
export const SheetRow = memo(function SheetRow({ store, propertyId, open, onOpen }: Props) {
  const entry = useSyncExternalStore(
    (listener) => store.on(propertyId, listener),
    () => store.entry(propertyId),
  )
  const { row, state } = entry
  const several = row.rooms.length > 1
  const units = row.rooms.reduce((sum, room) => sum + room.units, 0)
  const type = row.canEdit ? (room: RoomInput) => store.typeRooms([{ propertyId, room }]) : null
  const cells = { propertyId, name: row.propertyName, faults: state.faults, onType: type }
  const special = <SpecialNeedsCell rooms={row.rooms} />
  const explained = state.below && !isFiled(row.statusId)
  return (
    <>
      <tr data-kind={state.kind} data-property={propertyId}>
        <th scope="row">
          <Opener row={row} open={open} several={several} onOpen={onOpen} />
        </th>
        <td>{units}</td>
        <LastMonth last={row.last} />
        {several ? (
          <SumCells rooms={row.rooms} special={special} />
        ) : (
          <RoomCells {...cells} room={row.rooms[0]!} index={0} special={special} />
        )}
        <td className={css.state}>
          <State entry={entry} store={store} />
        </td>
      </tr>
      {explained && <Explain entry={entry} store={store} span={SPAN} />}
      {!explained && !isFiled(row.statusId) && (state.kind === 'carry' || row.comments) && (
        <Comment entry={entry} store={store} span={SPAN} />
      )}
      {several && open && <Rooms row={row} cells={cells} />}
    </>
  )
})

type Cells = Omit<Parameters<typeof RoomCells>[0], 'room' | 'index' | 'special'>

/** The rows of a property's unit types. */
const Rooms = ({ row, cells }: { row: SheetEntry['row']; cells: Cells }) =>
  row.rooms.map((room, index) => (
    <tr key={room.projectRoomTypeId} className={css.room}>
      <th scope="row">{room.name}</th>
      <td>{room.units}</td>
      <LastMonth last={row.last} room={room} />
      <RoomCells
        {...cells}
        name={`${row.propertyName}, ${room.name}`}
        room={room}
        index={index}
        special={<SpecialNeedsCell rooms={[room]} />}
      />
      <td />
    </tr>
  ))

function Opener({
  row,
  open,
  several,
  onOpen,
}: Pick<Props, 'open' | 'onOpen'> & { row: SheetEntry['row']; several: boolean }) {
  const { propertyId, propertyName, projectOccupancyId, city } = row
  const to =
    projectOccupancyId > 0 ? getMonthPath(propertyId, projectOccupancyId) : getMonthListPath({ propertyId })
  return (
    <span className={css.name}>
      {several ? (
        <button
          type="button"
          aria-expanded={open}
          aria-label={`Unit types of ${propertyName}`}
          data-opener={propertyId}
          onClick={() => onOpen(propertyId, !open)}
        >
          {open ? '▾' : '▸'}
        </button>
      ) : (
        <span className={css.noOpener} />
      )}
      <Link to={to}>{propertyName}</Link> <span className={css.hint}>{city}</span>
    </span>
  )
}

const tones = { wrong: 'red', explain: 'red', carry: 'yellow', entering: 'blue' } as const

/**
 * The state of a property. For a refused change, the reason, with buttons to save one's own values or to take
 * the stored ones.
 */
function State({ entry: { row, state, refused }, store }: { entry: SheetEntry; store: SheetStore }) {
  const { propertyId } = row
  if (refused !== null)
    return (
      <span role="alert" className={css.refused}>
        {refused.words}{' '}
        {refused.kind === 'changed' && (
          <>
            <button type="button" onClick={() => store.settle(propertyId, 'mine')}>
              Save mine
            </button>{' '}
            <button type="button" onClick={() => store.settle(propertyId, 'theirs')}>
              Take theirs
            </button>
          </>
        )}
      </span>
    )
  const missing = state.late && <Chip color="red">{describeMissing(row)}</Chip>
  if (state.kind === 'ready') return <span className={css.ready}>✓ Ready {missing}</span>
  if (state.kind === 'complete')
    return (
      <span className={css.ready}>
        ✓ {state.words} {missing}
      </span>
    )
  if (state.kind === 'empty')
    return (
      <>
        {missing || 'Empty'} {row.last && row.canEdit && <FillFromLastMonth row={row} store={store} />}
      </>
    )
  if (state.kind === 'filed') return <span>{state.words}</span>
  return (
    <>
      <Chip color={tones[state.kind]}>{state.words}</Chip> {missing}
    </>
  )
}

/** Returns the input that fills the empty cells of a property with last month's figures. */
export const fillFromLastMonth = (row: SheetEntry['row']): { propertyId: number; room: RoomInput }[] =>
  row.rooms.flatMap((room) => {
    const before = row.last?.rooms.find((item) => item.projectRoomTypeId === room.projectRoomTypeId)
    if (!before) return []
    const empty = Object.entries(copyLastMonth(before)).filter(([name]) => room[name as keyof Room] === null)
    return empty.length === 0
      ? []
      : [
          {
            propertyId: row.propertyId,
            room: { projectRoomTypeId: room.projectRoomTypeId, ...Object.fromEntries(empty) } as RoomInput,
          },
        ]
  })

function FillFromLastMonth({ row, store }: { row: SheetEntry['row']; store: SheetStore }) {
  const month = monthName(row.last?.periodDate ?? row.periodDate).split(' ')[0]
  return (
    <button type="button" className={css.asBefore} onClick={() => store.typeRooms(fillFromLastMonth(row))}>
      As {month}
    </button>
  )
}
