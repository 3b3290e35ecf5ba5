import { z } from 'zod'
import { computePhysicalOccupancy } from '#core/portfolio/occupancy/model/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { ProjectOccupancyRoom } from './entities.ts'
import { computeMoveOutTotal } from './moveOuts.ts'

const { fields } = ProjectOccupancyRoom

/** A unit type of a month with its counts, as screens show it. */
export const room = z.object({
  projectRoomTypeId: z.int().nullable(),
  /** For example `Two bedrooms`; `All units` if the unit types of the property are not known. */
  name: z.string(),
  bedrooms: z.int().nullable(),
  units: z.int(),
  vacantCount: z.int().nullable(),
  offLineCount: z.int().nullable(),
  noticeCount: z.int().nullable(),
  moveIns: z.int().nullable(),
  moveOuts: fields.moveOuts,
  waitingList: z.int().nullable(),
  specialNeedsCount: z.int(),
  specialNeedsDetails: fields.specialNeedsDetails,
})
export type Room = z.infer<typeof room>

/** The entered values of a unit type. */
export type RoomCounts = Pick<
  Room,
  | 'vacantCount'
  | 'offLineCount'
  | 'noticeCount'
  | 'moveIns'
  | 'moveOuts'
  | 'waitingList'
  | 'specialNeedsDetails'
>

/** The values sent for a unit type: only the changed ones. */
export const roomInput = z.object({
  projectRoomTypeId: fields.projectRoomTypeId,
  vacantCount: fields.vacantCount.optional(),
  offLineCount: fields.offLineCount.optional(),
  noticeCount: fields.noticeCount.optional(),
  moveIns: fields.moveIns.optional(),
  moveOuts: fields.moveOuts.optional(),
  waitingList: fields.waitingList.optional(),
  specialNeedsDetails: fields.specialNeedsDetails.optional(),
})
export type RoomInput = z.infer<typeof roomInput>

/** The sums of a month for lists and reports. A sum is null while a unit type lacks the figure. */
export type MonthTotals = {
  units: number
  vacantUnits: number | null
  offLineUnits: number | null
  moveIns: number | null
  moveOuts: number | null
  waitingList: number | null
}

const sum = (values: readonly (number | null)[]): number | null =>
  values.length === 0 || values.includes(null)
    ? null
    : values.reduce<number>((total, number) => total + (number ?? 0), 0)

/** Returns the number of empty units of a unit type, ready to rent or not. */
export const getVacantCount = ({
  vacantCount,
  offLineCount,
}: Pick<Room, 'vacantCount' | 'offLineCount'>): number | null => sum([vacantCount, offLineCount])

/** Returns a month's sums; once any figure is entered, missing reasons mean that no household left. */
export function getOccupancyTotals(rooms: readonly (RoomCounts & Pick<Room, 'units'>)[]): MonthTotals {
  const moveIns = sum(rooms.map((room) => room.moveIns))
  const remaining = rooms.reduce((total, item) => total + computeMoveOutTotal(item.moveOuts), 0)
  return {
    units: rooms.reduce((total, item) => total + item.units, 0),
    vacantUnits: sum(rooms.map(getVacantCount)),
    offLineUnits: sum(rooms.map((room) => room.offLineCount)),
    moveIns,
    moveOuts: remaining > 0 || moveIns !== null ? remaining : null,
    waitingList: sum(rooms.map((room) => room.waitingList)),
  }
}

/** Returns `99 vacant of 24 units` if more units are entered as vacant than exist; null otherwise. */
export function describeExcess(room: RoomCounts & Pick<Room, 'units'>): string | null {
  const vacant = (room.vacantCount ?? 0) + (room.offLineCount ?? 0)
  return vacant > room.units ? `${vacant} vacant of ${plural(room.units, 'unit', 'units')}` : null
}

/** Returns the number of occupied units; null if vacant units are not entered or exceed the units. */
export const computeOccupied = ({
  units,
  vacantUnits,
}: Pick<MonthTotals, 'units' | 'vacantUnits'>): number | null =>
  vacantUnits === null || vacantUnits > units ? null : units - vacantUnits

/**
 * Returns the occupancy of a month or unit type in percent points; null if vacant units are not entered or
 * exceed the units.
 */
export const computeOccupancyPercent = ({
  units,
  vacantUnits,
}: Pick<MonthTotals, 'units' | 'vacantUnits'>): number | null =>
  vacantUnits !== null && vacantUnits > units
    ? null
    : computePhysicalOccupancy({ units, vacant: vacantUnits })

/** Checks whether no count of any unit type was entered yet. */
export const isUntouched = (rooms: readonly RoomCounts[]): boolean =>
  rooms.every(
    (room) =>
      room.vacantCount === null &&
      room.offLineCount === null &&
      room.noticeCount === null &&
      room.moveIns === null &&
      room.waitingList === null &&
      computeMoveOutTotal(room.moveOuts) === 0,
  )

/**
 * Returns last month's values of a unit type for copying. Move-ins and move-outs remain empty, so that no one
 * files a copy without reading it.
 */
export const copyLastMonth = (
  before: Pick<Room, 'vacantCount' | 'offLineCount' | 'noticeCount' | 'waitingList'>,
): Omit<RoomInput, 'projectRoomTypeId'> => ({
  vacantCount: before.vacantCount,
  offLineCount: before.offLineCount,
  noticeCount: before.noticeCount,
  waitingList: before.waitingList,
})
