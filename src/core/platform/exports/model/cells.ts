import { formatDate, monthName } from '#kernel/model/dates.ts'
import type { FieldMeta } from '#kernel/model/field.ts'
import type { OutCell } from '#ui/model/xlsxWrite.ts'

/** The part of a field's declaration that decides how its value is written to a file. */
export type CellMeta = Partial<Pick<FieldMeta, 'labels'>> & {
  kind?: FieldMeta['kind'] | 'month' | undefined
  /** The prefix of the value, before a hyphen. */
  prefix?: string | undefined
}

/**
 * A value as a cell of a file, by the declaration of its field: numbers as numbers, everything else as
 * formatted text.
 */
export function getExportCell(meta: CellMeta | undefined, value: unknown): OutCell {
  if (value === null || value === undefined) return { value: null }
  if (typeof value === 'boolean') return { value: value ? 'Yes' : 'No' }
  if (meta?.labels && typeof value === 'number') return { value: meta.labels[value] ?? value }
  if (meta?.prefix) return { value: `${meta.prefix}-${value}` }
  if (meta?.kind === 'month') return { value: monthName(String(value)) }
  if (meta?.kind === 'day') return { value: formatDate(String(value), 'MM/DD/YYYY') }
  if (meta?.kind === 'moment') return { value: formatDate(String(value), 'MM/DD/YYYY h:mm A') }
  if (typeof value === 'number') return meta?.kind === 'money' ? { value, look: 'money' } : { value }
  return { value: String(value) }
}
