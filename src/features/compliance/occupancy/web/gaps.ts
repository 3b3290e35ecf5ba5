import { isFiled } from '#kernel/model/status.ts'
import type { SheetEntry } from './sheetStore.ts'

/** Returns why nothing on the worksheet can be entered, as a sentence; null if something can. */
export function whyReadOnly(entries: readonly SheetEntry[]): string | null {
  if (entries.some(({ row }) => row.canEdit)) return null
  return entries.every(({ row }) => isFiled(row.statusId))
    ? 'All months shown are filed.'
    : 'You may read these months, but not enter them.'
}

/** The cells that are filled from the month before. Who moved is always entered. */
const filledFields = ['vacantCount', 'offLineCount', 'waitingList'] as const

/** Returns why no cell can be filled from the month before. */
export function whyNothingToFill(entries: readonly SheetEntry[]): string {
  const rooms = entries.flatMap(({ row }) => (row.canEdit ? row.rooms : []))
  const hasEmptyCell = rooms.some((room) => filledFields.some((field) => room[field] === null))
  return hasEmptyCell
    ? 'Nothing to fill: last month has no figure for an empty cell.'
    : 'Nothing to fill: no cell that last month has is empty.'
}

/** A missing or wrong entry, by its property and field. */
export type Gap = { propertyId: number; field: string }

/**
 * Returns all missing or wrong entries of the editable properties, in their order. A property without any
 * entry has its first cell as gap.
 */
export const getGaps = (entries: readonly SheetEntry[]): Gap[] =>
  entries
    .filter(({ row }) => row.canEdit)
    .flatMap(({ row: { propertyId }, state }): Gap[] => {
      if (state.kind === 'empty') return [{ propertyId, field: 'rooms.0.vacantCount' }]
      return [...new Set(state.faults.map((fault) => fault.field))].map((field) => ({ propertyId, field }))
    })

/**
 * Returns the gap after a position, which is a property and perhaps one of its gaps. Without a position it is
 * the first gap, after the last it is undefined.
 */
export function findNextGap(
  gaps: readonly Gap[],
  order: readonly number[],
  position: Partial<Gap>,
): Gap | undefined {
  const { propertyId, field } = position
  if (propertyId === undefined) return gaps[0]
  const index = gaps.findIndex((gap) => gap.propertyId === propertyId && gap.field === field)
  if (index >= 0) return gaps[index + 1]
  const row = order.indexOf(propertyId)
  return gaps.find((gap) => order.indexOf(gap.propertyId) >= row)
}
