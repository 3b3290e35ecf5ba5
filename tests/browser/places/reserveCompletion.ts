import type { ScreenIds } from '../places.ts'

/** Finds the newest completion of an advance review, if possible at the property. */
export const places: ScreenIds = {
  '/R4rCompletion/:replacementReserveCompletionId': async (owner, propertyId) => {
    const result = await owner.query<Record<string, number>>(
      `select replacement_reserve_completion_id as "replacementReserveCompletionId", property_id as "propertyId"
       from replacement_reserve_completion
       order by property_id = $1 desc, replacement_reserve_completion_id desc limit 1`,
      [propertyId],
    )
    return result.rows[0] ?? {}
  },
}
