import { z } from 'zod'
import type { FormLines } from '#engines/review/web/index.ts'
import { number } from '#kernel/model/field.ts'
import { ProjectOccupancyRoom } from '../model/entities.ts'
import { type MoveOuts, moveOutReasons, type ReasonCode } from '../model/moveOuts.ts'
import type { MonthDetail } from '../model/occupancies.ts'
import type { Room, RoomInput } from '../model/rooms.ts'

const { vacantCount, offLineCount, noticeCount, moveIns, waitingList, specialNeedsDetails } =
  ProjectOccupancyRoom.fields

/**
 * A unit type in the form: each reason of a move-out has a field of its own, empty if no household left for
 * it.
 */
const shape = z.object({
  projectRoomTypeId: z.int().nullable(),
  name: z.string(),
  units: z.int(),
  specialNeedsCount: z.int(),
  vacantCount,
  offLineCount,
  noticeCount,
  moveIns,
  waitingList,
  specialNeedsDetails,
  moveOuts: z.object(
    Object.fromEntries(moveOutReasons.map(({ code, label }) => [code, number(label, 0, 5000)])) as Record<
      ReasonCode,
      ReturnType<typeof number>
    >,
  ),
})
type FormRoom = Omit<Room, 'moveOuts'> & { moveOuts: Record<string, number | null> }

const toFormRoom = (room: Room): FormRoom => ({
  ...room,
  moveOuts: Object.fromEntries(moveOutReasons.map(({ code }) => [code, room.moveOuts[code] ?? null])),
})

const toRoomInput = ({ projectRoomTypeId, moveOuts, ...room }: FormRoom): RoomInput => ({
  projectRoomTypeId,
  vacantCount: room.vacantCount,
  offLineCount: room.offLineCount,
  noticeCount: room.noticeCount,
  moveIns: room.moveIns,
  waitingList: room.waitingList,
  specialNeedsDetails: room.specialNeedsDetails,
  moveOuts: Object.fromEntries(
    Object.entries(moveOuts).filter(([, households]) => households !== null),
  ) as MoveOuts,
})

/** Converts the unit types of a month to form values and back. */
export const formLines = {
  shape: { rooms: z.array(shape) },
  valuesOf: (detail) => ({ rooms: detail.rooms.map(toFormRoom) }),
  sent: (values) => ({ rooms: (values.rooms as FormRoom[]).map(toRoomInput) }),
} satisfies FormLines<MonthDetail>
