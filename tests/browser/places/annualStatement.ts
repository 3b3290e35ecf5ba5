import type { ScreenIds } from '../places.ts'

/** The year of the property's newest statement. Without one, it is last year. */
const findYear: ScreenIds[string] = async (owner, propertyId) => {
  const result = await owner.query<{ year: number | null }>(
    'select max(year) as year from annual_statement where property_id = $1',
    [propertyId],
  )
  return { year: result.rows[0]?.year ?? new Date().getFullYear() - 1 }
}

export const places: ScreenIds = { '/afs/view/:year/:propertyId': findYear }
