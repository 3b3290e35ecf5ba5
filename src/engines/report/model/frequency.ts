import { addBusinessDays, addDays, monthEnd } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'

/** How often a report is mailed. */
export const frequencies = ['Working days', 'Weekly', 'Monthly', 'Last working day'] as const
/** The label of each interval at which a report is mailed. */
export const frequencyLabels: Readonly<Record<(typeof frequencies)[number], string>> = {
  'Working days': 'Every working day',
  Weekly: 'Every week',
  Monthly: 'Every month, on a day',
  'Last working day': 'Every month, on its last working day',
}
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const

/**
 * When a report is mailed. `weekday` 1 is Monday. In a month shorter than `monthDay`, its last day counts.
 */
export type Frequency = {
  rhythm: (typeof frequencies)[number]
  weekday: number | null
  monthDay: number | null
}

/** More days than between any two mailings of a rhythm. */
const MAX_DAYS_BETWEEN = 62
const getDay = (day: string): number => Number(day.slice(8))
/** The weekday of a day: 1 is Monday, 7 Sunday. */
const getWeekday = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay() || 7

/** Whether a mail is due on a day. `holidays` and weekends are not working days. */
function isDue({ rhythm, weekday, monthDay }: Frequency, day: string, holidays: readonly string[]): boolean {
  switch (rhythm) {
    case 'Working days':
      return addBusinessDays(addDays(day, -1), 1, holidays) === day
    case 'Weekly':
      return getWeekday(day) === weekday
    case 'Monthly':
      return getDay(day) === Math.min(monthDay ?? 1, getDay(monthEnd(day)))
    case 'Last working day':
      return addBusinessDays(addDays(monthEnd(day), 1), -1, holidays) === day
  }
}

const listDays = (from: string, step: 1 | -1, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(from, step * index))

/** The first day on which a mail is due, from `day` on (inclusive). */
export const findNextDue = (rhythm: Frequency, day: string, holidays: readonly string[]): string | null =>
  listDays(day, 1, MAX_DAYS_BETWEEN).find((day) => isDue(rhythm, day, holidays)) ?? null

/**
 * The latest day on which a mail was due, up to `today` and at most `grace` days before it; null if there was
 * none.
 */
export const findLastDue = (
  rhythm: Frequency,
  today: string,
  holidays: readonly string[],
  grace: number,
): string | null => listDays(today, -1, grace + 1).find((day) => isDue(rhythm, day, holidays)) ?? null

/** Formats an ordinal number: 1st, 2nd, 3rd, 11th. */
function formatOrdinal(count: number): string {
  const [tens, ones] = [count % 100, count % 10]
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][ones] ?? 'th')
  return `${count}${ending}`
}

/** Describes a rhythm as a part of a sentence. */
export function describeRhythm({ rhythm, weekday, monthDay }: Frequency): string {
  switch (rhythm) {
    case 'Working days':
      return 'every working day'
    case 'Weekly':
      return `every ${weekdays[(weekday ?? 1) - 1]}`
    case 'Monthly':
      return `on the ${formatOrdinal(monthDay ?? 1)} of every month`
    case 'Last working day':
      return 'on the last working day of every month'
  }
}

/** Describes the recipients of a report. */
export const describeRecipients = (names: readonly string[]): string =>
  names.length <= 2 ? names.join(' and ') : `${names[0]} and ${plural(names.length - 1, 'other', 'others')}`
