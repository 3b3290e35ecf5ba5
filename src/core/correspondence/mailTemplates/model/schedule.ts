import { addBusinessDays, addDays, addMonths, daysBetween } from '#kernel/model/dates.ts'
import { repeats, scheduleTypes } from './entities.ts'

/** The date, repetition and kind of day that decide when a mail is due. */
export type Rhythm = {
  date: string
  repeat: (typeof repeats)[number]
  type: (typeof scheduleTypes)[number]
}

/** Repeat and type as they may be sent: in the portal's form or in that of the specification (ENT-18). */
export type RhythmInput = { repeat?: string | boolean | undefined; type?: string | number | undefined }

const findIgnoringCase = <T extends string>(list: readonly T[], text: unknown): T | undefined =>
  list.find((item) => item.toLowerCase() === String(text).trim().toLowerCase())

/** The repetitions by their number in the specification (ST-03), which may be sent as the type. */
const numberedRepeats = ['Monthly', 'Quarterly', 'Yearly'] as const

/**
 * Reads repeat and type as sent. In the specification's form `type` is the number or name of a repetition,
 * and `repeat` says whether it repeats at all. A value that cannot be read is undefined.
 */
export function readRhythm({ repeat, type }: RhythmInput): {
  repeat: Rhythm['repeat'] | undefined
  type: Rhythm['type'] | undefined
} {
  const typeRepeat =
    typeof type === 'number' || /^\d+$/.test(String(type))
      ? numberedRepeats[Number(type)]
      : findIgnoringCase(numberedRepeats, type)
  const matchedRepeat = findIgnoringCase(repeats, repeat)
  if (!typeRepeat)
    return { repeat: matchedRepeat, type: findIgnoringCase(scheduleTypes, type ?? 'Calendar day') }
  const never = repeat === false || matchedRepeat === 'Once'
  return { repeat: never ? 'Once' : typeRepeat, type: 'Calendar day' }
}

const getMonths = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/**
 * Returns the day after `count` repetitions. It is always counted from the date itself, so that a mail of the
 * 31st or of a leap day returns to that day after shorter months or years.
 */
function getCountedDay({ date, repeat }: Rhythm, count: number): string {
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

/** Returns the day of sending after `count` repetitions, shifted to a business day or the month's end. */
function getDueDay(rhythm: Rhythm, count: number, holidays: Iterable<string>): string {
  const day = getCountedDay(rhythm, count)
  if (rhythm.type === 'Business day') return addBusinessDays(addDays(day, -1), 1, holidays)
  if (rhythm.type === 'Last day of the month') return addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1)
  return day
}

/** Returns the number of repetitions between the date and a day, before any shift; at least 0. */
function countRepetitions({ date, repeat }: Rhythm, day: string): number {
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

/** Returns the last day on or before `today` on which the mail was due; null if it was not due yet. */
export function getLastDue(rhythm: Rhythm, today: string, holidays: readonly string[] = []): string | null {
  const from = rhythm.repeat === 'Once' ? 0 : countRepetitions(rhythm, today) + 1
  for (let count = from; count >= 0; count -= 1) {
    const day = getDueDay(rhythm, count, holidays)
    if (day <= today) return day
  }
  return null
}

/** Returns the first day after `today` on which the mail is due; null if it is never due again. */
export function getNextDue(rhythm: Rhythm, today: string, holidays: readonly string[] = []): string | null {
  const last = rhythm.repeat === 'Once' ? 0 : countRepetitions(rhythm, today) + MAX_SHIFT
  const first = rhythm.repeat === 'Once' ? 0 : Math.max(0, countRepetitions(rhythm, today) - MAX_SHIFT)
  for (let count = first; count <= last; count += 1) {
    const day = getDueDay(rhythm, count, holidays)
    if (day > today) return day
  }
  return null
}

/**
 * The maximum number of repetitions by which weekends, holidays and month ends can shift a day: those of a
 * daily mail within a month.
 */
const MAX_SHIFT = 32
