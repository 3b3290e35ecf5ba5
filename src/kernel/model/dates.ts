/** The zone of the agency's office, unless the server is configured with another. */
export const AGENCY_ZONE = 'America/Chicago'
let agencyZone: string = AGENCY_ZONE
/**
 * Sets the default zone of dates and times. It is called once, when a server or a page starts.
 */
export function setAgencyZone(zone: string): void {
  agencyZone = zone
}

/** Returns the default zone of dates and times. */
export const zoneOfAgency = (): string => agencyZone

/** The four formats of a date. FMT-01. */
export type DateFormat = 'MM/DD/YYYY' | 'M/D/YYYY' | 'MM/DD/YYYY h:mm A' | 'MMMM DD, YYYY'

type Parts = { year: number; month: number; day: number; hour: number; minute: number }

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const DAY_IN_MS = 86_400_000
const YEAR_FIRST = /^(\d{4})([-/])(\d{2})\2(\d{2})$/
const MONTH_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
const MONTH_FIRST_DIGITS = /^(\d{2})(\d{2})(\d{4})$/
const WALL_CLOCK = /^(\d{4}-\d{2}-\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?)?$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:\d{2})$/

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

/** Returns the number of days of a month (1–12), with leap years. */
function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** Returns a day as `YYYY-MM-DD`, or null if it does not exist. */
function toDayText(year: number, month: number, day: number): string | null {
  const real = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return real ? `${pad(year, 4)}-${pad(month)}-${pad(day)}` : null
}

/**
 * Reads a calendar day written MM/DD/YYYY, M/D/YYYY, MMDDYYYY, YYYY-MM-DD or YYYY/MM/DD.
 * Returns 'YYYY-MM-DD', or null if the text is empty, in another format, or not a real date. DUP-03.
 */
export function parseDay(text: string | null | undefined): string | null {
  const trimmed = (text ?? '').trim()
  const yearFirst = YEAR_FIRST.exec(trimmed)
  if (yearFirst) return toDayText(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]))
  const monthFirst = MONTH_FIRST.exec(trimmed) ?? MONTH_FIRST_DIGITS.exec(trimmed)
  return monthFirst && toDayText(Number(monthFirst[3]), Number(monthFirst[1]), Number(monthFirst[2]))
}

/**
 * Formats a date. A day ('2024-01-05') and a time without zone ('2024-01-05 15:04') are shown as written, and
 * a moment with a zone ('2024-01-05T21:04:00Z') in the time of `zone`. Returns '' for an empty or unreadable
 * text. FMT-01.
 */
export function formatDate(
  value: string | null | undefined,
  format: DateFormat,
  zone: string = agencyZone,
): string {
  const parts = value ? readParts(value.trim(), zone) : null
  if (!parts) return ''
  const { year, month, day, hour, minute } = parts
  const slashes = `${pad(month)}/${pad(day)}/${pad(year, 4)}`
  if (format === 'MM/DD/YYYY') return slashes
  if (format === 'M/D/YYYY') return `${month}/${day}/${pad(year, 4)}`
  if (format === 'MMMM DD, YYYY') return `${MONTHS[month - 1]} ${pad(day)}, ${pad(year, 4)}`
  return `${slashes} ${hour % 12 || 12}:${pad(minute)} ${hour < 12 ? 'AM' : 'PM'}`
}

function readParts(text: string, zone: string): Parts | null {
  const wallClock = WALL_CLOCK.exec(text)
  const day = parseDay(wallClock?.[1] ?? text)
  if (day) return { ...splitDay(day), hour: Number(wallClock?.[2] ?? 0), minute: Number(wallClock?.[3] ?? 0) }
  const moment = MOMENT.test(text) && parseDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? null : partsIn(zone, moment)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns the date and time of a moment (in milliseconds) in a zone. Building a formatter is slow, so there
 * is one for each zone.
 */
export function partsIn(zone: string, moment: number): Parts {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    clocks.set(zone, clock)
  }
  const partsByType = new Map(clock.formatToParts(moment).map((part) => [part.type, Number(part.value)]))
  const read = (type: Intl.DateTimeFormatPartTypes) => partsByType.get(type) ?? 0
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
  }
}

/**
 * Computed days by zone and minute, because lists need those of thousands of moments again and again. The day
 * never changes within a minute.
 */
const cachedDays = new Map<string, string>()
const MOST_CACHED = 20_000

/** Returns the calendar day ('YYYY-MM-DD') of a moment in a zone, by default of now at the agency. */
export function today(zone: string = agencyZone, now: Date = new Date()): string {
  const key = `${zone} ${Math.floor(now.getTime() / 60_000)}`
  const cachedDay = cachedDays.get(key)
  if (cachedDay !== undefined) return cachedDay
  const { year, month, day } = partsIn(zone, now.getTime())
  if (cachedDays.size >= MOST_CACHED) cachedDays.clear()
  const dayText = `${pad(year, 4)}-${pad(month)}-${pad(day)}`
  cachedDays.set(key, dayText)
  return dayText
}

/**
 * Returns the agency's day of a moment ('2026-05-01T02:30:00Z' is April 30 in Chicago). Always use this to
 * get the day of a moment, because the day in its text is that of UTC. Domain 48.5.
 */
export function agencyDay(moment: string | Date, zone: string = agencyZone): string {
  if (typeof moment === 'string' && !MOMENT.test(moment)) throw new RangeError(`Not a moment: ${moment}`)
  return today(zone, new Date(moment))
}

/** Returns the moment `count` days of 24 hours later. */
export const momentAfter = (moment: string, count: number): string =>
  new Date(Date.parse(moment) + count * DAY_IN_MS).toISOString()

/** Formats the agency's time of day at a moment: `9:30 PM`. */
export const formatClockTime = (moment: string | Date, zone: string = agencyZone): string =>
  formatDate(new Date(moment).toISOString(), 'MM/DD/YYYY h:mm A', zone).slice('MM/DD/YYYY '.length)

/**
 * Formats a moment by which something is due, in the agency's time with the zone: `06/02/2026 9:30 PM CDT`.
 */
export function formatDueMoment(moment: string, zone: string = agencyZone): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    new Date(moment),
  )
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${formatDate(moment, 'MM/DD/YYYY h:mm A', zone)} ${name}`
}

/** Returns the calendar year of a day. */
export const getYearNumber = (day: string): number => splitDay(day).year

function splitDay(day: string): { year: number; month: number; day: number } {
  const read = YEAR_FIRST.exec(day)
  const parts = { year: Number(read?.[1]), month: Number(read?.[3]), day: Number(read?.[4]) }
  if (toDayText(parts.year, parts.month, parts.day) === null)
    throw new RangeError(`Not a calendar day: ${day}`)
  return parts
}

/**
 * Returns the days since 1970-01-01. It uses `setUTCFullYear` because `Date.UTC` takes the years 0 to 99 for
 * 1900 to 1999.
 */
function toDayNumber(day: string): number {
  const parts = splitDay(day)
  return new Date(0).setUTCFullYear(parts.year, parts.month - 1, parts.day) / DAY_IN_MS
}

function fromDayNumber(number: number): string {
  const date = new Date(number * DAY_IN_MS)
  return requireDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}

/** Returns a day as text. Throws RangeError if it does not exist or is after 9999. */
function requireDay(year: number, month: number, day: number): string {
  const result = year <= 9999 ? toDayText(year, month, day) : null
  if (!result) throw new RangeError(`Not a calendar day: ${year}-${month}-${day}`)
  return result
}

/**
 * Returns the day `count` days later (earlier if negative). Throws RangeError for a text that is not a day.
 */
export function addDays(day: string, count: number): string {
  return fromDayNumber(toDayNumber(day) + count)
}

/**
 * Returns the same day `count` months later, or the last day of that month if it is shorter (Jan 31 + 1 → Feb
 * 28 or 29).
 */
export function addMonths(day: string, count: number): string {
  const parts = splitDay(day)
  const months = parts.year * 12 + parts.month - 1 + count
  const year = Math.floor(months / 12)
  const month = months - year * 12 + 1
  return requireDay(year, month, Math.min(parts.day, daysInMonth(year, month)))
}

/** Returns the first day of a day's month. Months are stored as this day. */
export const getMonthStart = (day: string): string => `${day.slice(0, 7)}-01`

/** Returns the last day of a day's month. */
export const monthEnd = (day: string): string => addDays(addMonths(getMonthStart(day), 1), -1)

/** Formats a month: `March 2026`. */
export const monthName = (month: string): string => formatDate(month, 'MMMM DD, YYYY').replace(/ \d\d,/, '')

/** Returns the same day `count` years later; Feb 29 becomes Feb 28 in a common year. */
export function addYears(day: string, count: number): string {
  return addMonths(day, count * 12)
}

/** Returns the days from the first day to the second; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return toDayNumber(to) - toDayNumber(from)
}

/**
 * Returns the day `count` business days later (earlier if negative); 0 returns the same day. Saturdays,
 * Sundays and the given holidays ('YYYY-MM-DD', none by default) do not count. FMT-02.
 */
export function addBusinessDays(day: string, count: number, holidays: Iterable<string> = []): string {
  const holidaySet = new Set(holidays)
  const step = count < 0 ? -1 : 1
  let current = toDayNumber(day)
  for (let remaining = Math.abs(count); remaining > 0; ) {
    current += step
    if (!isWeekend(current) && !holidaySet.has(fromDayNumber(current))) remaining -= 1
  }
  return fromDayNumber(current)
}

/** Whether a day number is a Saturday or Sunday. Day 0, 1970-01-01, was a Thursday. */
function isWeekend(number: number): boolean {
  const weekday = (((number + 4) % 7) + 7) % 7
  return weekday === 0 || weekday === 6
}
