import type { Rows } from './occupancy.ts'
import type { Tables } from './tables.ts'

/** Report 16, worked out a second time from domain 25 and 35.1: every pair of an old and a new property. */
export function resyndications({ tables }: { tables: Tables }): Rows {
  const places = new Map(tables.places.map((place) => [place.id, place]))
  return tables.resyndications.map((resyndication) => {
    const [old, now] = [places.get(resyndication.old)!, places.get(resyndication.new)!]
    return {
      resyndicationId: resyndication.id,
      propertyId: resyndication.new,
      oldPropertyId: resyndication.old,
      type: resyndication.type,
      date: resyndication.date,
      oldNumber: old.number,
      oldName: old.name,
      newNumber: now.number,
      newName: now.name,
      units: now.units,
    }
  })
}

/** On a day within the bounds, which belong to it; without a day within none. */
export const isDated =
  (from: string, to: string) =>
  ({ date }: Rows[number]): boolean =>
    typeof date === 'string' && from <= date && date <= to
