import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { formatDecimals } from '../form/display.ts'
import type { CellValue, SheetColumn } from './sheet.ts'

const MINUS = '\u2212'

/**
 * Returns the text of a cell: money, percent with two decimals, or the value unchanged. It is empty for null.
 * The unit is left out if the column head shows it.
 */
export function cellText(value: CellValue, column: SheetColumn, rounding: boolean): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  const text = formatFigure(value, column, rounding)
  const bare = column.unit ? text.replace(/[$%]/g, '').replace('-', MINUS) : text
  return column.signed && value > 0 ? `+${bare}` : bare
}

function formatFigure(value: number, { kind = 'money' }: SheetColumn, rounding: boolean): string {
  if (kind === 'money') return formatMoney(value, { whole: rounding })
  return kind === 'percent' ? `${formatDecimals(Math.round(value * 100) / 100, 2)}%` : formatNumber(value)
}

/** Returns the heading of a column: `2025, $`. */
export const getColumnHead = ({ label, unit }: SheetColumn): string => (unit ? `${label}, ${unit}` : label)

/** Returns the initial text of an open cell: the unformatted number or text. */
export function editText(value: CellValue): string {
  return value === null ? '' : String(value)
}
