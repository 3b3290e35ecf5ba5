import type { ScreenIds } from '../places.ts'

export const places: ScreenIds = {
  '/WatchList/:id': async (owner, propertyId) => {
    const result = await owner.query<{ id: number }>(
      `insert into watch_list (property_id, year, month, watch_list_type_id, entry_date) values ($1, 2031, 1, 1, '2031-01-05')
        on conflict (property_id, year, month) do update set comment = excluded.comment returning watch_list_id as id`,
      [propertyId],
    )
    return { ...result.rows[0]!, propertyId }
  },
}
