import type { DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'

/** Loads the federal holidays. */
export default {
  load: ({ client, portfolio }) =>
    insertRows(
      client,
      'holiday',
      { holiday_date: 'date', name: 'text' },
      portfolio.holidays.map((holiday) => ({ holiday_date: holiday.day, name: holiday.name })),
    ),
} satisfies DemoPart
