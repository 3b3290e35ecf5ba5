import { formatDate } from '#kernel/model/dates.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { SettingLine } from './calls.ts'
import type { SettingContent } from './entities.ts'

/**
 * Formats a value of a setting with its unit: `$1,000.00 per unit`, `8.25%`, `20% of the average`, `30
 * days`, `Yes`.
 */
export function formatSetting(
  { kind, unit }: Pick<SettingLine, 'kind' | 'unit'>,
  value: SettingContent,
): string {
  // The percent sign already says percent, so the unit need not.
  const unitText = kind === 'percent' ? unit?.replace(/^percent( points)? ?/, '') : unit
  return [getFigure(kind, value), unitText].filter(Boolean).join(' ')
}

function getFigure(kind: SettingLine['kind'], value: SettingContent): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (kind === 'dayOfYear') return formatDate(`2001-${value}`, 'MM/DD/YYYY').slice(0, 5)
  if (typeof value === 'string') return value
  if (kind === 'money') return formatMoney(value)
  return kind === 'percent' ? `${formatNumber(value)}%` : formatNumber(value)
}
