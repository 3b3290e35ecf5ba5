import type { Places } from '../places.ts'

/** The newest statement of the property, else the year before this one. */
const year: Places[string] = async (owner, propertyId) => {
  const result = await owner.query<{ year: number | null }>(
    'select max(year) as year from annual_statement where property_id = $1',
    [propertyId],
  )
  return { year: result.rows[0]?.year ?? new Date().getFullYear() - 1 }
}

export const places: Places = { '/afs/view/:year/:propertyId': year }
