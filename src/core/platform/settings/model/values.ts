import { parseDay } from '#kernel/model/dates.ts'
import { parseMoney } from '#kernel/model/money.ts'
import type { Setting, SettingKind } from '#kernel/model/setting.ts'
import type { SettingContent } from './entities.ts'

type ReadResult = { value: SettingContent } | { fault: string }

const MAX_TEXT = 500
const MAX_DAYS = 3650
const MAX_NUMBER = 1_000_000_000

const toNumber = (value: unknown): number => {
  if (typeof value === 'number') return value
  const text = typeof value === 'string' ? value.trim().replace(/%$/, '') : ''
  return text === '' ? Number.NaN : Number(text)
}

function readNumber(value: unknown, maximum: number, fault: string, isWhole = false): ReadResult {
  const number = toNumber(value)
  return number >= 0 && number <= maximum && (!isWhole || Number.isInteger(number))
    ? { value: number }
    : { fault }
}

const readers: Record<SettingKind, (value: unknown) => ReadResult> = {
  money: (value) => {
    const amount = typeof value === 'string' || typeof value === 'number' ? parseMoney(value) : null
    return amount !== null && amount >= 0 && amount <= MAX_NUMBER
      ? { value: amount }
      : { fault: 'Enter an amount of 0 or more, such as 1,000.00.' }
  },
  percent: (value) => readNumber(value, 100, 'Enter a percentage from 0 to 100.'),
  number: (value) => readNumber(value, MAX_NUMBER, 'Enter a number of 0 or more.'),
  days: (value) => readNumber(value, MAX_DAYS, `Enter whole days from 0 to ${MAX_DAYS}.`, true),
  dayOfYear: (value) => {
    const [, month = '', day = ''] = /^(\d{1,2})[-/](\d{1,2})$/.exec(String(value).trim()) ?? []
    const written = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    // The year 2001 has no February 29, because a day that exists only every fourth year cannot be a
    // deadline.
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
    return text.length > 0 && text.length <= MAX_TEXT
      ? { value: text }
      : { fault: `Enter a text of 1 to ${MAX_TEXT} characters.` }
  },
}

/** Reads a value according to the kind of its setting, or returns its fault. */
export const readSettingValue = (setting: Pick<Setting, 'kind'>, value: unknown): ReadResult =>
  readers[setting.kind](value)
