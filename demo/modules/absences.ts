import { addDays } from '#kernel/model/dates.ts'
import { insertRows } from '../insertRows.ts'
import type { DemoPart } from '../part.ts'

/**
 * The absences: the absent user, the deputy, the first day relative to the current day of the demonstration,
 * and the number of days.
 */
const absences = [
  ['agency.manager', 'agency.admin', -40, 5, false],
  ['agency.write', 'agency.manager', -12, 2, true],
  ['agency.manager', 'agency.admin', 26, 10, false],
] as const

/** Absences of the agency's people: one that is over, one that was called off, one to come. */
export default {
  after: ['people'],
  load: ({ client, users, day }) =>
    insertRows(
      client,
      'absence',
      {
        user_id: 'integer',
        stand_in_id: 'integer',
        first_day: 'date',
        last_day: 'date',
        called_off: 'boolean',
      },
      absences.map(([who, standIn, from, days, calledOff]) => ({
        user_id: users.get(who),
        stand_in_id: users.get(standIn),
        called_off: calledOff,
        first_day: addDays(day, from),
        last_day: addDays(day, from + days - 1),
      })),
    ),
} satisfies DemoPart
