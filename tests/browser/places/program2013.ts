import type { ScreenIds } from '../places.ts'

/** Finds an approved record, which its company may read, if possible at the property. */
const findRecord: ScreenIds[string] = async (owner, propertyId) => {
  const result = await owner.query<{ id: number; propertyId: number }>(
    `select program2013_id as id, property_id as "propertyId" from program2013 where status_id = 5
      order by property_id = $1 desc, program2013_id limit 1`,
    [propertyId],
  )
  return { ...result.rows[0]! }
}

export const places: ScreenIds = {
  '/2013/EditDetails/:id': findRecord,
  '/2013/List/:selectedYear/:selectedStatus/:selectedType': async () => ({
    selectedYear: 'all',
    selectedStatus: 'all',
    selectedType: 'all',
  }),
}
