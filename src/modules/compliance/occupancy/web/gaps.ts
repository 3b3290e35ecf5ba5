import type { Entry } from './sheetStore.ts'

/** A missing or wrong entry: its property and its field; the first cell if nothing is typed yet. */
export type Gap = { propertyId: number; field: string }

/** Everything that is missing or wrong of the properties, in their order. */
export const getOccupancyGaps = (entries: readonly Entry[]): Gap[] =>
  entries
    .filter(({ row }) => row.canEdit)
    .flatMap(({ row: { propertyId }, state }): Gap[] => {
      if (state.kind === 'empty') return [{ propertyId, field: 'rooms.0.vacantCount' }]
      return [...new Set(state.faults.map((fault) => fault.field))].map((field) => ({ propertyId, field }))
    })

/**
 * The gap that follows the place one is at, a property and perhaps one of its gaps; the first one from
 * nowhere. Undefined after the last.
 */
export function nextGap(
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
