import { groupLabels, type ReasonGroup, reasonGroups, setGroupTotal } from './moveOuts.ts'
import type { Room, RoomInput } from './rooms.ts'

/** The counts of a unit type that have their own column in the worksheet. */
export const countFields = ['vacantCount', 'offLineCount', 'noticeCount', 'moveIns', 'waitingList'] as const
export type CountField = (typeof countFields)[number]

type Column = { field: CountField } | { group: ReasonGroup } | { is: 'property' | 'room' } | null

/**
 * The field of a column by the words of its heading. The first match counts: "not ready" must be tested
 * before "ready".
 */
const columnPatterns: readonly (readonly [RegExp, Column])[] = [
  [/not ready|off.?line|down/i, { field: 'offLineCount' }],
  [/vacan|^ready/i, { field: 'vacantCount' }],
  [/notice/i, { field: 'noticeCount' }],
  [/move.?in|moved in|^in$/i, { field: 'moveIns' }],
  [/wait/i, { field: 'waitingList' }],
  [/bedroom|unit type|^type$|^br$/i, { is: 'room' }],
  [/number|project|property|^name|^no\.?$/i, { is: 'property' }],
  ...reasonGroups.map((group): readonly [RegExp, Column] => [
    new RegExp(`^${groupLabels[group].short}|${groupLabels[group].label}`, 'i'),
    { group },
  ]),
]

const getColumn = (head: string): Column =>
  columnPatterns.find(([words]) => words.test(head.trim()))?.[1] ?? null

/** A property with the values by which a pasted row finds it. */
export type PasteTarget = {
  propertyId: number
  propertyName: string
  agencyNumber: string | null
  canEdit: boolean
  rooms: readonly Room[]
}

/**
 * The result of reading a pasted table: the entries by property, and the parts that were not understood, in
 * words.
 */
export type PasteResult = {
  entries: { propertyId: number; room: RoomInput }[]
  cells: number
  unread: string[]
}

const normalize = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const WHOLE_NUMBER = /^\d{1,5}$/

/** Finds a unit type by its name, or by the number of bedrooms at the start of the text. */
function findRoom(rooms: readonly Room[], text: string): Room | undefined {
  const plainText = normalize(text)
  const bedrooms = /^\s*(\d)/.exec(text)?.[1]
  return (
    rooms.find((room) => normalize(room.name) === plainText) ??
    rooms.find((room) => bedrooms !== undefined && room.bedrooms === Number(bedrooms))
  )
}

/** Returns the unit type that a line of the table is about, or a message if it cannot be determined. */
function getRoom({ rooms, propertyName }: PasteTarget, text: string | undefined): Room | string {
  const room = text?.trim() ? findRoom(rooms, text) : undefined
  if (room) return room
  if (text?.trim()) return `${propertyName}: no unit type “${text.trim()}”`
  return rooms.length === 1
    ? rooms[0]!
    : `${propertyName}: several unit types; paste a column “Bedrooms”, too`
}

/** Reads the cells of a line, and lists those that are not whole numbers. */
function readCells(
  columns: readonly Column[],
  cells: readonly string[],
  room: Room,
  unread: string[],
  name: string,
): RoomInput {
  const payload: Record<string, unknown> & RoomInput = { projectRoomTypeId: room.projectRoomTypeId }
  columns.forEach((column, index) => {
    const text = (cells[index] ?? '').trim().replaceAll(',', '')
    if (!column || 'is' in column || text === '') return
    if (!WHOLE_NUMBER.test(text)) {
      unread.push(`${name}: “${text}”`)
      return
    }
    if ('field' in column) payload[column.field] = Number(text)
    else payload.moveOuts = setGroupTotal(payload.moveOuts ?? room.moveOuts, column.group, Number(text))
  })
  return payload
}

/**
 * Reads a table copied from a spreadsheet: columns by their headings, rows by project number or name. It
 * guesses nothing: parts that are not understood are reported and left as they were.
 */
export function readPastedTable(
  table: readonly (readonly string[])[],
  targets: readonly PasteTarget[],
): PasteResult {
  const [head = [], ...lines] = table
  const columns = head.map(getColumn)
  const findColumn = (is: 'property' | 'room') =>
    columns.findIndex((column) => column && 'is' in column && column.is === is)
  const [propertyAt, roomAt] = [findColumn('property'), findColumn('room')]
  const result: PasteResult = { entries: [], cells: 0, unread: [] }
  if (propertyAt < 0 || !columns.some((column) => column && !('is' in column)))
    return {
      ...result,
      unread: [
        'The first line must name the columns: one with project numbers or names, and those of the figures.',
      ],
    }
  const byWord = new Map(
    targets.flatMap((target) =>
      [target.agencyNumber ?? '', target.propertyName].map((word) => [normalize(word), target]),
    ),
  )
  for (const cells of lines) {
    const word = (cells[propertyAt] ?? '').trim()
    if (word === '') continue
    const target = byWord.get(normalize(word))
    if (!target?.canEdit) {
      result.unread.push(target ? `${target.propertyName}: submitted already` : `“${word}”: no property here`)
      continue
    }
    const room = getRoom(target, roomAt < 0 ? undefined : cells[roomAt])
    if (typeof room === 'string') {
      result.unread.push(room)
      continue
    }
    const payload = readCells(columns, cells, room, result.unread, target.propertyName)
    const count = Object.keys(payload).length - 1
    result.cells += count
    if (count > 0) result.entries.push({ propertyId: target.propertyId, room: payload })
  }
  return result
}
