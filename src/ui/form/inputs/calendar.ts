import { addDays, addMonths, addYears, daysBetween } from '#kernel/model/dates.ts'

/** Names of the weekdays, Sunday first. */
export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

/** Any Sunday, from which weekdays are counted. */
const SOME_SUNDAY = '2023-01-01'

/** Returns the weekday of a day, 0 for Sunday. */
export function getWeekdayIndex(day: string): number {
  return ((daysBetween(SOME_SUNDAY, day) % 7) + 7) % 7
}

/** Returns the weeks of a day's month, Sunday first, completed with days of the adjacent months. */
export function getCalendarWeeks(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`
  const last = addDays(addMonths(first, 1), -1)
  const start = addDays(first, -getWeekdayIndex(first))
  const count = Math.ceil((daysBetween(start, last) + 1) / 7)
  return Array.from({ length: count }, (_, week) =>
    WEEKDAYS.map((_name, index) => addDays(start, week * 7 + index)),
  )
}

/**
 * Returns the day to which a key moves in the month grid; null for other keys. Arrows move by day and week,
 * Home and End within the week, and Page keys by month, or with Shift by year.
 */
export function dayForKey(key: string, day: string, shift: boolean): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -getWeekdayIndex(day))
    case 'End':
      return addDays(day, 6 - getWeekdayIndex(day))
    case 'PageUp':
      return shift ? addYears(day, -1) : addMonths(day, -1)
    case 'PageDown':
      return shift ? addYears(day, 1) : addMonths(day, 1)
    default:
      return null
  }
}
