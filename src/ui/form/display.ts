import { formatDate } from '#kernel/model/dates.ts'
import { formatNumber, formatPhone } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { FieldFacts } from './metadata.ts'

/**
 * One entry of a choice. The value is sent to the server: an id, a code, or an entry `{ id, label }` for
 * lists that grow.
 */
export interface Option {
  value: number | string
  label: string
  /** Shown, but cannot be selected again (a vendor no longer used). */
  disabled?: boolean
}

/** Shown where a read-only field holds nothing. */
const NOTHING = '—'

/** Digits after the point without grouping: points of percent, or a plain number. */
export function formatDecimals(value: number, decimals: number): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, 4),
  })
}

const isEntry = (value: unknown): value is { id: number; label: string } =>
  typeof value === 'object' && value !== null && 'label' in value

function choiceText(value: unknown, options: readonly Option[]): string {
  if (isEntry(value)) return value.label
  return options.find((option) => option.value === value)?.label ?? String(value)
}

/**
 * Returns the text that a read-only form shows for a value: money, dates, percents and choices written out, —
 * for an empty value. A text that could not be read as its kind is shown unchanged.
 */
export function displayValue(facts: FieldFacts, value: unknown, options: readonly Option[] = []): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (Array.isArray(value)) return value.map((item) => choiceText(item, options)).join(', ') || NOTHING
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (facts.kind === 'choice') return choiceText(value, options)
  if (typeof value === 'number') {
    if (facts.kind === 'money') return formatMoney(value, { whole: facts.rounding ?? true })
    if (facts.kind === 'percent') return `${formatDecimals(value, facts.decimals ?? 2)}%`
    return facts.plain ? String(value) : formatNumber(value)
  }
  const text = isEntry(value) ? value.label : String(value)
  if (facts.kind === 'day') return formatDate(text, 'MM/DD/YYYY') || text
  if (facts.kind === 'moment') return formatDate(text, 'MM/DD/YYYY h:mm A') || text
  return facts.kind === 'phone' ? formatPhone(text) : text
}
