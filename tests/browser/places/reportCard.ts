import type { ScreenIds } from '../places.ts'

/** Finds the property's newest statement that is under review or decided. */
const findStatement: ScreenIds[string] = async (owner, propertyId) => {
  const result = await owner.query<{ id: number | null }>(
    'select max(afs_id) as id from annual_statement where property_id = $1 and status_id >= 3',
    [propertyId],
  )
  return { afsId: result.rows[0]?.id ?? 0 }
}

export const places: ScreenIds = {
  '/afs/review/reportcard/:afsId': findStatement,
  '/afs/review/reportcard/of/:year/:propertyId': async (owner, propertyId) => {
    const result = await owner.query<{ year: number | null }>(
      'select max(year) as year from annual_statement where property_id = $1 and status_id >= 3',
      [propertyId],
    )
    return { year: result.rows[0]?.year ?? 2025 }
  },
  '/afs/review/budgetvsaudit/:afsId': findStatement,
}
