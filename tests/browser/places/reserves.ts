import type { ScreenIds } from '../places.ts'

export const places: ScreenIds = {
  '/ReserveAccount/:reserveAccountId': async (owner, propertyId) => {
    const result = await owner.query<Record<string, number>>(
      `select min(reserve_account_id) as "reserveAccountId", property_id as "propertyId" from reserve_account
       where property_id = $1 group by property_id`,
      [propertyId],
    )
    return result.rows[0] ?? {}
  },
}
