import type { ScreenIds } from '../places.ts'

/** Finds the newest suspension and extension requests, if possible at the property. */
export const places: ScreenIds = {
  '/R4rSuspensionRequest/edit/:replacementReserveSuspensionId': async (owner, propertyId) => {
    const result = await owner.query<Record<string, number>>(
      `select replacement_reserve_suspension_id as "replacementReserveSuspensionId", property_id as "propertyId"
       from replacement_reserve_suspension
       order by property_id = $1 desc, replacement_reserve_suspension_id desc limit 1`,
      [propertyId],
    )
    return result.rows[0] ?? {}
  },
  '/R4rSuspensionExtension/:replacementReserveExtensionId': async (owner, propertyId) => {
    const result = await owner.query<Record<string, number>>(
      `select replacement_reserve_extension_id as "replacementReserveExtensionId", property_id as "propertyId"
       from replacement_reserve_extension order by property_id = $1 desc, 1 desc limit 1`,
      [propertyId],
    )
    return result.rows[0] ?? {}
  },
}
