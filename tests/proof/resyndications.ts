import type { Rows } from './occupancy.ts'
import type { Tables } from './tables.ts'

/**
 * Report 16, computed independently of the product from domains 25 and 35.1: every pair of an old and a new
 * property.
 */
export function computeResyndicationRows({ tables }: { tables: Tables }): Rows {
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

/** Answers whether a date is within the bounds, which are included. A missing date never is. */
export const isDated =
  (from: string, to: string) =>
  ({ date }: Rows[number]): boolean =>
    typeof date === 'string' && from <= date && date <= to
