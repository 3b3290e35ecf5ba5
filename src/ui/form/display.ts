import { formatDate } from '#kernel/model/dates.ts'
import { formatNumber, formatPhone } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { FieldFacts } from './metadata.ts'

/**
 * An option of a choice. Its value, an id or a code, is sent to the server.
 */
export interface Option {
  value: number | string
  label: string
  /** Whether it is shown but cannot be selected (a vendor no longer used). */
  disabled?: boolean
}

/** The text of an empty read-only field. */
const EMPTY_TEXT = '—'

/** Formats a number with at least `decimals` and at most four decimals. */
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
  if (value === null || value === undefined || value === '') return EMPTY_TEXT
  if (Array.isArray(value)) return value.map((item) => choiceText(item, options)).join(', ') || EMPTY_TEXT
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
