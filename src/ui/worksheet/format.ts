import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { formatDecimals } from '../form/display.ts'
import type { CellValue, SheetColumn } from './sheet.ts'

/** A cell as it is shown: money, percent with two decimals, or as it stands; empty for nothing. */
export function cellText(value: CellValue, column: SheetColumn, rounding: boolean): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  const kind = column.kind ?? 'money'
  if (kind === 'money') return formatMoney(value, { whole: rounding })
  return kind === 'percent' ? `${formatDecimals(Math.round(value * 100) / 100, 2)}%` : formatNumber(value)
}

/** A cell as its box shows it for editing: the bare number or text. */
export function editText(value: CellValue): string {
  return value === null ? '' : String(value)
}
