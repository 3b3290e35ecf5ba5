import { addDays } from '#kernel/model/dates.ts'
import type { DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'

/**
 * The absences: the absent user, the user who stands in, the first day relative to the current day of the
 * demonstration, the number of days, and whether the absence was called off.
 */
const absences = [
  ['agency.manager', 'agency.admin', -40, 5, false],
  ['agency.write', 'agency.manager', -12, 2, true],
  ['agency.manager', 'agency.admin', 26, 10, false],
] as const

/** Loads absences of the agency's users: a past one, one that was called off, and a future one. */
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
      absences.map(([absentUser, standIn, daysFromToday, days, calledOff]) => ({
        user_id: users.get(absentUser),
        stand_in_id: users.get(standIn),
        called_off: calledOff,
        first_day: addDays(day, daysFromToday),
        last_day: addDays(day, daysFromToday + days - 1),
      })),
    ),
} satisfies DemoPart
