import { insertRows } from '../insertRows.ts'
import type { DemoPart } from '../part.ts'

export default {
  load: ({ client, portfolio }) =>
    insertRows(
      client,
      'holiday',
      { holiday_date: 'date', name: 'text' },
      portfolio.holidays.map((holiday) => ({ holiday_date: holiday.day, name: holiday.name })),
    ),
} satisfies DemoPart
