import { entity } from '#kernel/model/entity.ts'
import { day, id, requiredText } from '#kernel/model/field.ts'

/** A day on which the agency is closed. A due date on such a day moves to the next business day. */
export const Holiday = entity('Holiday', {
  table: 'holiday',
  key: 'holidayId',
  label: 'Holiday',
  fields: { holidayId: id(), holidayDate: day('Date').unwrap(), name: requiredText('Name', 100) },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
