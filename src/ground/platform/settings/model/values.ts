import { parseDay } from '#kernel/model/dates.ts'
import { parseMoney } from '#kernel/model/money.ts'
import type { Setting, SettingKind } from '#kernel/model/setting.ts'
import type { SettingContent } from './entities.ts'

type Read = { value: SettingContent } | { fault: string }

const LONGEST_TEXT = 500
const MOST_DAYS = 3650
const MOST = 1_000_000_000

const asNumber = (value: unknown): number => {
  if (typeof value === 'number') return value
  const text = typeof value === 'string' ? value.trim().replace(/%$/, '') : ''
  return text === '' ? Number.NaN : Number(text)
}

function within(value: unknown, maximum: number, fault: string, isWhole = false): Read {
  const number = asNumber(value)
  return number >= 0 && number <= maximum && (!isWhole || Number.isInteger(number))
    ? { value: number }
    : { fault }
}

const readers: Record<SettingKind, (value: unknown) => Read> = {
  money: (value) => {
    const amount = typeof value === 'string' || typeof value === 'number' ? parseMoney(value) : null
    return amount !== null && amount >= 0 && amount <= MOST
      ? { value: amount }
      : { fault: 'Enter an amount of 0 or more, such as 1,000.00.' }
  },
  percent: (value) => within(value, 100, 'Enter a percentage from 0 to 100.'),
  number: (value) => within(value, MOST, 'Enter a number of 0 or more.'),
  days: (value) => within(value, MOST_DAYS, `Enter whole days from 0 to ${MOST_DAYS}.`, true),
  dayOfYear: (value) => {
    const [, month = '', day = ''] = /^(\d{1,2})[-/](\d{1,2})$/.exec(String(value).trim()) ?? []
    const written = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    // A year without February 29: a day that comes only every fourth year is no deadline.
    return parseDay(`2001-${written}`)
      ? { value: written }
      : { fault: 'Enter a month and day, such as 11/15.' }
  },
  flag: (value) => {
    const text = String(value).toLowerCase()
    return text === 'true' || text === 'false' ? { value: text === 'true' } : { fault: 'Choose yes or no.' }
  },
  text: (value) => {
    const text = typeof value === 'string' ? value.trim() : ''
    return text.length > 0 && text.length <= LONGEST_TEXT
      ? { value: text }
      : { fault: `Enter a text of 1 to ${LONGEST_TEXT} characters.` }
  },
}

/** Reads a value by the kind of its setting, or returns its fault. */
export const readSettingValue = (setting: Pick<Setting, 'kind'>, value: unknown): Read =>
  readers[setting.kind](value)
