import { addDays } from '#kernel/model/dates.ts'

/** A day off. */
export type PublicHoliday = { holidayDate: string; name: string }

/** The states whose own holidays this module knows. */
export const holidayStates = { MO: 'Missouri' } as const
type State = keyof typeof holidayStates

type Rule = {
  name: string
  /** Returns the date of the holiday in a year. */
  on: (year: number) => string
  /** The first year in which it was observed. */
  since?: number
  /** The only state that observes it; without it the holiday is federal. */
  state?: State
}

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

const pad = (figure: number): string => String(figure).padStart(2, '0')
const getWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

const onDate =
  (month: number, day: number) =>
  (year: number): string =>
    `${year}-${pad(month)}-${pad(day)}`

/** Returns the date of the nth weekday of a month, for a year. */
const onNthWeekday =
  (count: number, weekday: number, month: number) =>
  (year: number): string => {
    const first = onDate(month, 1)(year)
    return addDays(first, ((weekday - getWeekday(first) + 7) % 7) + 7 * (count - 1))
  }

/** The last Monday of May, a week before the first Monday of June. */
const lastMondayOfMay = (year: number): string => addDays(onNthWeekday(1, MONDAY, 6)(year), -7)

/** 5 U.S.C. 6103, and two additional days of Missouri (section 9.010 RSMo). */
const rules: readonly Rule[] = [
  { name: "New Year's Day", on: onDate(1, 1) },
  { name: 'Birthday of Martin Luther King, Jr.', on: onNthWeekday(3, MONDAY, 1), since: 1986 },
  { name: "Lincoln's Birthday", on: onDate(2, 12), state: 'MO' },
  { name: "Washington's Birthday", on: onNthWeekday(3, MONDAY, 2) },
  { name: "Truman's Birthday", on: onDate(5, 8), state: 'MO' },
  { name: 'Memorial Day', on: lastMondayOfMay },
  { name: 'Juneteenth National Independence Day', on: onDate(6, 19), since: 2021 },
  { name: 'Independence Day', on: onDate(7, 4) },
  { name: 'Labor Day', on: onNthWeekday(1, MONDAY, 9) },
  { name: 'Columbus Day', on: onNthWeekday(2, MONDAY, 10) },
  { name: 'Veterans Day', on: onDate(11, 11) },
  { name: 'Thanksgiving Day', on: onNthWeekday(4, THURSDAY, 11) },
  { name: 'Christmas Day', on: onDate(12, 25) },
]

/** The day off for a holiday: one on a Saturday is observed on Friday, one on a Sunday on Monday. */
function getObservedDay(day: string): string {
  const weekday = getWeekday(day)
  if (weekday === SATURDAY) return addDays(day, -1)
  return weekday === SUNDAY ? addDays(day, 1) : day
}

/**
 * The public holidays observed in a year, in order: the federal ones, and those of the state if they are
 * known. New Year's Day of the next year is included if it is observed on December 31.
 */
export function getPublicHolidays(
  year: number,
  { state = null }: { state?: string | null } = {},
): PublicHoliday[] {
  const matching = rules.filter((rule) => !rule.state || rule.state === state)
  return [year, year + 1]
    .flatMap((ruleYear) =>
      matching
        .filter((rule) => ruleYear >= (rule.since ?? 0))
        .map((rule) => ({ holidayDate: getObservedDay(rule.on(ruleYear)), name: rule.name })),
    )
    .filter((holiday) => holiday.holidayDate.startsWith(`${year}-`))
    .toSorted((item, other) => item.holidayDate.localeCompare(other.holidayDate))
}
