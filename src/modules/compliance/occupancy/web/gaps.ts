import type { SheetEntry } from './sheetStore.ts'

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
