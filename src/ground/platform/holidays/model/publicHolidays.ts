import { addDays } from '#kernel/model/dates.ts'

/** A day on which the agency is closed. */
export type PublicHoliday = { holidayDate: string; name: string }

/** The states whose own holidays are known here. */
export const holidayStates = { MO: 'Missouri' } as const
type State = keyof typeof holidayStates

type Rule = {
  name: string
  /** The day itself. */
  on: (year: number) => string
  /** The first year it was observed. */
  since?: number
  /** The state that alone observes it, by its two letters. */
  state?: State
}

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

const two = (figure: number): string => String(figure).padStart(2, '0')
const getWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

const fixed =
  (month: number, day: number) =>
  (year: number): string =>
    `${year}-${two(month)}-${two(day)}`

/** The so-manieth weekday of a month. */
const nth =
  (count: number, weekday: number, month: number) =>
  (year: number): string => {
    const first = fixed(month, 1)(year)
    return addDays(first, ((weekday - getWeekday(first) + 7) % 7) + 7 * (count - 1))
  }

/** The last Monday of May: a week before the first of June's. */
const lastMondayOfMay = (year: number): string => addDays(nth(1, MONDAY, 6)(year), -7)

/** 5 U.S.C. 6103, and two additional days of Missouri (section 9.010 RSMo). */
const rules: readonly Rule[] = [
  { name: "New Year's Day", on: fixed(1, 1) },
  { name: 'Birthday of Martin Luther King, Jr.', on: nth(3, MONDAY, 1), since: 1986 },
  { name: "Lincoln's Birthday", on: fixed(2, 12), state: 'MO' },
  { name: "Washington's Birthday", on: nth(3, MONDAY, 2) },
  { name: "Truman's Birthday", on: fixed(5, 8), state: 'MO' },
  { name: 'Memorial Day', on: lastMondayOfMay },
  { name: 'Juneteenth National Independence Day', on: fixed(6, 19), since: 2021 },
  { name: 'Independence Day', on: fixed(7, 4) },
  { name: 'Labor Day', on: nth(1, MONDAY, 9) },
  { name: 'Columbus Day', on: nth(2, MONDAY, 10) },
  { name: 'Veterans Day', on: fixed(11, 11) },
  { name: 'Thanksgiving Day', on: nth(4, THURSDAY, 11) },
  { name: 'Christmas Day', on: fixed(12, 25) },
]

/** The day off: a Saturday's holiday is observed on the Friday before, a Sunday's on the Monday after. */
function observed(day: string): string {
  const weekday = getWeekday(day)
  if (weekday === SATURDAY) return addDays(day, -1)
  return weekday === SUNDAY ? addDays(day, 1) : day
}

/**
 * The public holidays observed in a year, in order: the federal ones, and those of a state whose own are
 * known. The New Year's Day of the next year is among them when it is observed on December 31.
 */
export function publicHolidays(
  year: number,
  { state = null }: { state?: string | null } = {},
): PublicHoliday[] {
  const matching = rules.filter((rule) => !rule.state || rule.state === state)
  return [year, year + 1]
    .flatMap((ruleYear) =>
      matching
        .filter((rule) => ruleYear >= (rule.since ?? 0))
        .map((rule) => ({ holidayDate: observed(rule.on(ruleYear)), name: rule.name })),
    )
    .filter((holiday) => holiday.holidayDate.startsWith(`${year}-`))
    .toSorted((item, other) => item.holidayDate.localeCompare(other.holidayDate))
}
