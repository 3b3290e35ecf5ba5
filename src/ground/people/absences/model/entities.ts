import { entity } from '#kernel/model/entity.ts'
import { day, flag, id, ref } from '#kernel/model/field.ts'

/** The days on which a person of the agency is out, both included, and the stand-in for their work. */
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
