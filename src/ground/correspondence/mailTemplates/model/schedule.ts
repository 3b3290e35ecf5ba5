import { addBusinessDays, addDays, addMonths, daysBetween } from '#kernel/model/dates.ts'
import { repeats, scheduleTypes } from './entities.ts'

/** The facts that decide when a mail is due. */
export type Rhythm = {
  date: string
  repeat: (typeof repeats)[number]
  type: (typeof scheduleTypes)[number]
}

/** How a schedule may come: repeat and type as ours, or as the specification has them (ENT-18). */
export type SentRhythm = { repeat?: string | boolean | undefined; type?: string | number | undefined }

const alike = <T extends string>(list: readonly T[], text: unknown): T | undefined =>
  list.find((item) => item.toLowerCase() === String(text).trim().toLowerCase())

/** The schedules of the specification by their numbers (ST-03), which also come as a schedule's type. */
const numbered = ['Monthly', 'Quarterly', 'Yearly'] as const

/**
 * Repeat and type of a schedule as it came: `type` may be a number of the specification's schedules or its
 * name, in any case, and `repeat` then says whether it repeats at all. What cannot be read is undefined.
 */
export function readRhythm({ repeat, type }: SentRhythm): {
  repeat: Rhythm['repeat'] | undefined
  type: Rhythm['type'] | undefined
} {
  const typeRepeat =
    typeof type === 'number' || /^\d+$/.test(String(type)) ? numbered[Number(type)] : alike(numbered, type)
  const matchedRepeat = alike(repeats, repeat)
  if (!typeRepeat) return { repeat: matchedRepeat, type: alike(scheduleTypes, type ?? 'Calendar day') }
  const never = repeat === false || matchedRepeat === 'Once'
  return { repeat: never ? 'Once' : typeRepeat, type: 'Calendar day' }
}

const getMonths = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/**
 * The day counted `count` times on from the date; always from the date itself, so that month ends and leap
 * days come back.
 */
function counted({ date, repeat }: Rhythm, count: number): string {
  switch (repeat) {
    case 'Daily':
      return addDays(date, count)
    case 'Weekly':
      return addDays(date, 7 * count)
    case 'Monthly':
      return addMonths(date, count)
    case 'Quarterly':
      return addMonths(date, 3 * count)
    case 'Yearly':
      return addMonths(date, 12 * count)
    case 'Once':
      return date
  }
}

function occurrence(rhythm: Rhythm, count: number, holidays: Iterable<string>): string {
  const day = counted(rhythm, count)
  if (rhythm.type === 'Business day') return addBusinessDays(addDays(day, -1), 1, holidays)
  if (rhythm.type === 'Last day of the month') return addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1)
  return day
}

/** How many times the rhythm has come round between its date and a day, before any shift; at least 0. */
function rounds({ date, repeat }: Rhythm, day: string): number {
  const days = daysBetween(date, day)
  const months = getMonths(day) - getMonths(date)
  const countsByRepeat: Record<Rhythm['repeat'], number> = {
    Once: 0,
    Daily: days,
    Weekly: Math.floor(days / 7),
    Monthly: months,
    Quarterly: Math.floor(months / 3),
    Yearly: Math.floor(months / 12),
  }
  return Math.max(0, countsByRepeat[repeat])
}

/** The last day on or before `today` on which the mail was due; null when it has not been due yet. */
export function lastDue(rhythm: Rhythm, today: string, holidays: readonly string[] = []): string | null {
  const from = rhythm.repeat === 'Once' ? 0 : rounds(rhythm, today) + 1
  for (let count = from; count >= 0; count -= 1) {
    const day = occurrence(rhythm, count, holidays)
    if (day <= today) return day
  }
  return null
}

/** The first day after `today` on which the mail is due; null when it is not due any more. */
export function nextDue(rhythm: Rhythm, today: string, holidays: readonly string[] = []): string | null {
  const last = rhythm.repeat === 'Once' ? 0 : rounds(rhythm, today) + LONGEST_SHIFT
  const first = rhythm.repeat === 'Once' ? 0 : Math.max(0, rounds(rhythm, today) - LONGEST_SHIFT)
  for (let count = first; count <= last; count += 1) {
    const day = occurrence(rhythm, count, holidays)
    if (day > today) return day
  }
  return null
}

/**
 * Rounds by which weekends, holidays and month ends can shift a day: those of a daily rhythm within a month.
 */
const LONGEST_SHIFT = 32
