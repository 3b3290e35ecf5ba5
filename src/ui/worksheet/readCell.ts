import { toCents } from '#kernel/model/money.ts'
import { parseAmountText } from '#ui/model/amountText.ts'
import { computeTypedSum } from './arithmetic.ts'
import type { CellValue, SheetColumn } from './sheet.ts'

/**
 * The value of a text in a column, with the unit to which it was rounded, or the reason why it is invalid
 * (`fault`).
 */
export type Reading = { value: CellValue; rounded?: 'whole dollars' | 'cents' } | { fault: string }

const isMoney = ({ kind = 'money' }: SheetColumn) => kind === 'money'

/**
 * Reads a text that was typed or pasted into a cell: dollars (`4000` is 4,000 dollars), `(5)` as -5,
 * `=5000+120` as its sum. `rounding` rounds to whole dollars, halves away from zero like displayed amounts
 * (VAL-12, VAL-16, FMT-06).
 */
export function readCell(text: string, column: SheetColumn, rounding: boolean): Reading {
  if (column.kind === 'text') return { value: text === '' ? null : text }
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === '-') return { value: null }
  if (!isMoney(column)) return readNumber(trimmed, column)
  const amount = trimmed.startsWith('=') ? computeTypedSum(trimmed) : readAmount(trimmed)
  if (amount === null)
    return { fault: trimmed.startsWith('=') ? 'Enter a sum such as =5000+120.' : 'Enter an amount.' }
  const { dollars, exact } = amount
  if (rounding && (!exact || toCents(dollars) % 100 !== 0))
    return { value: roundToDollars(dollars), rounded: 'whole dollars' }
  return exact ? { value: dollars } : { value: dollars, rounded: 'cents' }
}

function readNumber(text: string, { kind }: SheetColumn): Reading {
  const bare = (kind === 'percent' ? text.replace(/%$/, '') : text).replace(/[,\s]/g, '')
  if (/^-?(\d+\.?\d*|\.\d+)$/.test(bare)) return { value: Number(bare) }
  return { fault: kind === 'percent' ? 'Enter a percentage.' : 'Enter a number.' }
}

function readAmount(text: string): { dollars: number; exact: boolean } | null {
  const dollars = parseAmountText(text)
  return dollars === null ? null : { dollars, exact: !/\.\d\d\d*[1-9]/.test(text) }
}

function roundToDollars(dollars: number): number {
  const size = Math.round(Math.abs(dollars))
  return dollars < 0 && size !== 0 ? -size : size
}
