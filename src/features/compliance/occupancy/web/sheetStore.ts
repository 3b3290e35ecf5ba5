import { isFiled } from '#kernel/model/status.ts'
import { draftStorage } from '#kernel/web/draftStorage.ts'
import type { MonthInput, RowResult, Sheet, SheetRow } from '../model/calls.ts'
import type { Room, RoomInput } from '../model/rooms.ts'
import { getRowState, type RowState } from '../model/worksheet.ts'

/** Fields of a month that are entered in addition to its unit types. */
export type OwnField = 'whyBelow' | 'stepsTaken' | 'inquiries' | 'applications' | 'comments'
type RoomEdits = Partial<Omit<Room, 'projectRoomTypeId'>>
type Edits = { own: Partial<Pick<SheetRow, OwnField>>; rooms: Record<string, RoomEdits> }

/**
 * A property of the worksheet: its stored row with the unsaved values applied, and its state. `typed` is true
 * if there are unsaved values.
 */
export type SheetEntry = {
  row: SheetRow
  state: RowState
  typed: boolean
  /** Why its values were not stored; null if they were not refused. */
  refused: Rejection | null
}

/** Why a property was not stored: another person changed it, or the typed values are invalid. */
export type Rejection = { words: string; kind: 'changed' | 'wrong' }

const noEdits = (): Edits => ({ own: {}, rooms: {} })
const getKey = (room: { projectRoomTypeId: number | null }): string => String(room.projectRoomTypeId ?? 'all')
const hasEdits = ({ own, rooms }: Edits): boolean => Object.keys(own).length + Object.keys(rooms).length > 0

function applyEdits(row: SheetRow, edits: Edits): SheetRow {
  if (!hasEdits(edits)) return row
  return {
    ...row,
    ...edits.own,
    rooms: row.rooms.map((room) => ({ ...room, ...edits.rooms[getKey(room)] })),
  }
}

type Drafts = Record<string, Edits & { version: number; clientKey: string }>
type Snapshot = readonly SheetRow[]
const MAX_UNDO = 200

/**
 * Stores the worksheet of a month in the browser: the rows of the server and the unsaved values by property.
 * Components listen to one row, so that a key renders only that row. Unsaved values are stored as drafts on
 * this computer until the server has them.
 */
export class SheetStore {
  readonly ids: readonly number[]
  readonly #stored = new Map<number, SheetRow>()
  readonly #edits = new Map<number, Edits>()
  readonly #entries = new Map<number, SheetEntry>()
  readonly #refused = new Map<number, Rejection>()
  readonly #clientKeys = new Map<number, string>()
  readonly #sending = new Map<number, Edits>()
  readonly #listeners = new Map<number | 'any', Set<() => void>>()
  readonly #place: string
  readonly #undo: Snapshot[] = []
  #changes = 0

  constructor(sheet: Sheet, rows: readonly SheetRow[]) {
    this.ids = rows.map((row) => row.propertyId)
    this.#place = `occupancy/${sheet.userId}/${sheet.month}`
    const drafts = this.#drafts()
    for (const row of rows) {
      this.#stored.set(row.propertyId, row)
      const draft = drafts[row.propertyId]
      const edits = draft && row.canEdit ? editsBetween(row, applyEdits(row, draft)) : noEdits()
      this.#edits.set(row.propertyId, edits)
      this.#clientKeys.set(row.propertyId, draft?.clientKey ?? crypto.randomUUID())
      if (hasEdits(edits) && draft?.version !== row.version)
        this.#refused.set(row.propertyId, {
          words: 'This month was changed after you had typed here.',
          kind: 'changed',
        })
      this.#renew(row.propertyId)
    }
  }

  entry = (propertyId: number): SheetEntry => this.#entries.get(propertyId)!
  /** Returns the number of changes so far, as a snapshot for components that sum up all rows. */
  changes = (): number => this.#changes

  on(propertyId: number | 'any', listener: () => void): () => void {
    const set = this.#listeners.get(propertyId) ?? new Set()
    this.#listeners.set(propertyId, set.add(listener))
    return () => void set.delete(listener)
  }

  /** Enters values of unit types; all of them are one action for undo. */
  typeRooms(entries: readonly { propertyId: number; room: RoomInput }[]): void {
    this.#remember(entries.map((item) => item.propertyId))
    for (const { propertyId, room } of entries) {
      const edits = this.#edits.get(propertyId)!
      const key = getKey(room)
      const { projectRoomTypeId: _, ...values } = room
      this.#edits.set(propertyId, {
        ...edits,
        rooms: { ...edits.rooms, [key]: { ...edits.rooms[key], ...(values as RoomEdits) } },
      })
      this.#typed(propertyId)
    }
    this.#keep()
  }

  typeOwn(propertyId: number, values: Edits['own']): void {
    this.#remember([propertyId])
    const edits = this.#edits.get(propertyId)!
    this.#edits.set(propertyId, { ...edits, own: { ...edits.own, ...values } })
    this.#typed(propertyId)
    this.#keep()
  }

  /** Undoes the last action; returns false if there is none. */
  undo(): boolean {
    const last = this.#undo.pop()
    for (const row of last ?? []) {
      this.#edits.set(row.propertyId, editsBetween(this.#stored.get(row.propertyId)!, row))
      this.#typed(row.propertyId)
    }
    this.#keep()
    return last !== undefined
  }

  /**
   * Returns the unsaved values as input for the call, and marks them as being sent until they are answered.
   */
  toSend(): MonthInput[] {
    return this.ids.flatMap((propertyId) => {
      const [row, edits] = [this.#stored.get(propertyId)!, this.#edits.get(propertyId)!]
      if (!hasEdits(edits) || this.#refused.has(propertyId)) return []
      this.#sending.set(propertyId, edits)
      return [this.#sent(row, edits)]
    })
  }

  #sent(row: SheetRow, { own, rooms }: Edits): MonthInput {
    const hasRecord = row.projectOccupancyId > 0
    return {
      propertyId: row.propertyId,
      periodDate: row.periodDate,
      ...(hasRecord
        ? { projectOccupancyId: row.projectOccupancyId, version: row.version }
        : { clientKey: this.#clientKeys.get(row.propertyId) ?? null }),
      ...own,
      rooms: row.rooms.flatMap((room) => {
        const changed = rooms[getKey(room)]
        return changed ? [{ projectRoomTypeId: room.projectRoomTypeId, ...changed }] : []
      }),
    }
  }

  /** Applies the result of each property. Values entered during the request remain unsaved. */
  answered(outcomes: readonly RowResult[]): void {
    for (const { propertyId, projectOccupancyId, version, statusId, refused } of outcomes) {
      const edits = this.#sending.get(propertyId)
      if (!edits) continue
      if (refused !== null) this.#refused.set(propertyId, { words: refused, kind: 'changed' })
      else {
        const updated = applyEdits(this.#stored.get(propertyId)!, edits)
        this.#stored.set(propertyId, { ...updated, projectOccupancyId, version, statusId })
        this.#edits.set(propertyId, getUnsentEdits(edits, this.#edits.get(propertyId)!))
      }
      this.#touched(propertyId)
    }
    this.#sending.clear()
    this.#keep()
  }

  /**
   * Marks the properties whose values are invalid; the server did not process the others, so they are sent
   * again.
   */
  wrong(readonlyMap: ReadonlyMap<number, string>): void {
    this.#sending.clear()
    for (const [propertyId, why] of readonlyMap) {
      this.#refused.set(propertyId, { words: why, kind: 'wrong' })
      this.#touched(propertyId)
    }
  }

  /** Handles a failed connection: all values are still to be sent. */
  unanswered(): void {
    this.#sending.clear()
  }

  /** Applies rows read again from the server; unsaved values stay on top of them. */
  renewed(rows: readonly SheetRow[]): void {
    for (const row of rows) {
      if (!this.#stored.has(row.propertyId) || this.#sending.has(row.propertyId)) continue
      const present = this.#stored.get(row.propertyId)!
      if (present.version > row.version && present.projectOccupancyId === row.projectOccupancyId) continue
      this.#stored.set(row.propertyId, row)
      if (isFiled(row.statusId)) this.#edits.set(row.propertyId, noEdits())
      this.#touched(row.propertyId)
    }
  }

  /** Resolves a conflict: the user's own figures replace those that a colleague stored, or are dropped. */
  settle(propertyId: number, side: 'mine' | 'theirs'): void {
    this.#refused.delete(propertyId)
    if (side === 'theirs') this.#edits.set(propertyId, noEdits())
    this.#touched(propertyId)
    this.#keep()
  }

  get unsaved(): number {
    return this.ids.filter((id) => hasEdits(this.#edits.get(id)!)).length
  }

  /** Checks whether any value waits to be sent; refused ones wait for the user instead. */
  get hasToSend(): boolean {
    return this.ids.some((id) => hasEdits(this.#edits.get(id)!) && !this.#refused.has(id))
  }

  #remember(ids: readonly number[]): void {
    this.#undo.push([...new Set(ids)].map((propertyId) => this.entry(propertyId).row))
    if (this.#undo.length > MAX_UNDO) this.#undo.shift()
  }

  #renew(propertyId: number): void {
    const edits = this.#edits.get(propertyId)!
    const row = applyEdits(this.#stored.get(propertyId)!, edits)
    this.#entries.set(propertyId, {
      row,
      state: getRowState(row),
      typed: hasEdits(edits),
      refused: this.#refused.get(propertyId) ?? null,
    })
  }

  /** After new input, a property with invalid values may be stored again. */
  #typed(propertyId: number): void {
    if (this.#refused.get(propertyId)?.kind === 'wrong') this.#refused.delete(propertyId)
    this.#touched(propertyId)
  }

  #touched(propertyId: number): void {
    this.#renew(propertyId)
    this.#changes += 1
    for (const listener of [
      ...(this.#listeners.get(propertyId) ?? []),
      ...(this.#listeners.get('any') ?? []),
    ])
      listener()
  }

  #drafts(): Drafts {
    return JSON.parse(draftStorage.getItem(this.#place) ?? '{}') as Drafts
  }

  /** Stores the unsaved values as encrypted drafts on this computer. */
  #keep(): void {
    const drafts = Object.fromEntries(
      this.ids.flatMap((id) => {
        const edits = this.#edits.get(id)!
        return hasEdits(edits)
          ? [[id, { ...edits, version: this.#stored.get(id)!.version, clientKey: this.#clientKeys.get(id)! }]]
          : []
      }),
    )
    if (Object.keys(drafts).length === 0) draftStorage.removeItem(this.#place)
    else draftStorage.setItem(this.#place, JSON.stringify(drafts))
  }
}

const ownFields: readonly OwnField[] = ['whyBelow', 'stepsTaken', 'inquiries', 'applications', 'comments']

/** Returns the edits that turn a stored row into the wanted one. */
function editsBetween(saved: SheetRow, target: SheetRow): Edits {
  const fieldEdits = Object.fromEntries(
    ownFields.filter((name) => saved[name] !== target[name]).map((name) => [name, target[name]]),
  )
  const rooms = target.rooms.flatMap((room) => {
    const before = saved.rooms.find((item) => getKey(item) === getKey(room))
    const names = Object.keys(room) as (keyof Room)[]
    const changed = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(room[name]))
    return changed.length > 0
      ? [[getKey(room), Object.fromEntries(changed.map((name) => [name, room[name]]))] as const]
      : []
  })
  return { own: fieldEdits, rooms: Object.fromEntries(rooms) }
}

/** Returns the edits made after a request was sent: the fields that differ from it. */
function getUnsentEdits(payload: Edits, now: Edits): Edits {
  const differing = <T extends object>(before: T | undefined, after: T): T =>
    Object.fromEntries(
      Object.entries(after).filter(([name, value]) => before?.[name as keyof T] !== value),
    ) as T
  const rooms = Object.entries(now.rooms).flatMap(([key, edits]) => {
    const unsent = differing(payload.rooms[key], edits)
    return Object.keys(unsent).length > 0 ? [[key, unsent] as const] : []
  })
  return { own: differing(payload.own, now.own), rooms: Object.fromEntries(rooms) }
}
