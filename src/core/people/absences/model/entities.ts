import { entity } from '#kernel/model/entity.ts'
import { day, flag, id, ref } from '#kernel/model/field.ts'

/**
 * An absence of a person of the agency: its first and last day, both included, and the stand-in for their
 * work.
 */
export const Absence = entity('Absence', {
  table: 'absence',
  key: 'absenceId',
  label: 'Absence',
  fields: {
    absenceId: id(),
    userId: ref('Who is out', 'User').unwrap(),
    firstDay: day('First day out').unwrap(),
    lastDay: day('Last day out').unwrap(),
    standInId: ref('Stand-in', 'User').unwrap(),
    calledOff: flag('Called off'),
  },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
