import { sql } from 'kysely'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { RollInputs } from '../model/rentRoll.ts'

/**
 * Loads the facts that a rent roll of a property is checked against: its units by bedrooms, and the highest
 * approved rent of each kind.
 */
export async function loadRentRollInputs(
  { db, settings }: AnyContext,
  propertyId: number,
): Promise<RollInputs> {
  const result = await sql<{
    bedrooms: number
    units: number
    rents: { type: string | null; rent: number }[] | null
  }>`
    select t.bedrooms, sum(r.count)::integer as units, (select jsonb_agg(jsonb_build_object('type',
    lower(y.name), 'rent', e.rent))
      from rent_in_force(${settings.today()}) e join room_type o on o.room_type_id = e.room_type_id left
      join rent_type y using (rent_type_id)
      where e.property_id = ${propertyId} and e.units > 0 and o.bedrooms = t.bedrooms) as rents
    from property_room_type r join room_type t using (room_type_id) where r.property_id = ${propertyId}
    group by t.bedrooms`.execute(db)
  const getRents = (rents: { type: string | null; rent: number }[]) => {
    const greatest = new Map<string, number>()
    for (const { type, rent } of rents)
      for (const key of ['', type ?? '']) greatest.set(key, Math.max(rent, greatest.get(key) ?? 0))
    return greatest
  }
  return {
    today: settings.today(),
    units: new Map(result.rows.map((row) => [row.bedrooms, row.units])),
    rents: new Map(result.rows.map((row) => [row.bedrooms, getRents(row.rents ?? [])])),
  }
}
