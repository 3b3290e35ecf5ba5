import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { SettingLine } from '../model/calls.ts'
import type { SettingContent } from '../model/entities.ts'

/** A value of a setting as people read it: `$1,000.00`, `8.25%`, `Yes`. The unit stands beside it. */
export function settingText({ kind }: Pick<SettingLine, 'kind'>, value: SettingContent): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value
  if (kind === 'money') return formatMoney(value)
  return kind === 'percent' ? `${formatNumber(value)}%` : formatNumber(value)
}
