import type { Rows } from './occupancy.ts'
import type { Tables } from './tables.ts'

/** Report 16, worked out a second time from domain 25 and 35.1: every pair of an old and a new property. */
export function resyndications({ tables }: { tables: Tables }): Rows {
  const places = new Map(tables.places.map((one) => [one.id, one]))
  return tables.resyndications.map((one) => {
    const [old, now] = [places.get(one.old)!, places.get(one.new)!]
    return {
      ...{ resyndicationId: one.id, propertyId: one.new, oldPropertyId: one.old, type: one.type, date: one.date },
      ...{ oldNumber: old.number, oldName: old.name, newNumber: now.number, newName: now.name, units: now.units },
    }
  })
}

/** On a day within the bounds, which belong to it; without a day within none. */
export const isDated =
  (from: string, to: string) =>
  ({ date }: Rows[number]): boolean =>
    typeof date === 'string' && from <= date && date <= to
