import { formatDate } from '#kernel/model/dates.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { type FieldMeta, getFieldMeta } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'

/** Formats a stored value as text; null if there is no value, or if it is an id without a label. */
export function formatFieldValue(value: unknown, { kind, labels }: FieldMeta): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number' && labels?.[value] !== undefined) return labels[value] ?? null
  if (kind === 'id' || (kind === 'choice' && typeof value === 'number')) return null
  if (kind === 'money' && typeof value === 'number') return formatMoney(value)
  if (kind === 'day') return formatDate(String(value), 'MM/DD/YYYY')
  if (kind === 'moment') return formatDate(String(value), 'MM/DD/YYYY h:mm A')
  return typeof value === 'object' ? null : String(value)
}

type Row = Readonly<Record<string, unknown>>
/** A field of a row as text, on an earlier day (`stood`) and now; null if it was or is empty. */
export type FieldComparison = { label: string; stood: string | null; now: string | null }

/** Fields that are not shown because they mean nothing to a reader. */
const hiddenFields = ['propertyId', 'version', 'position', 'createdAt', 'createdBy']

/**
 * Lists the fields of a row that have a value on the earlier day or now. `names` maps a column and id, such
 * as `county_id 4`, to a name.
 */
export function getPropertyFacts(
  entity: AnyEntity,
  { stood, now }: { stood: Row | null; now: Row | null },
  names: Readonly<Record<string, string>>,
): FieldComparison[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    const column = snakeCase(name)
    const meta = getFieldMeta(field)
    if (!meta || name === entity.key || hiddenFields.includes(name)) return []
    const describeValue = (row: Row | null) =>
      row && (names[`${column} ${row[column]}`] ?? formatFieldValue(row[column], meta))
    const fact = { label: meta.label, stood: describeValue(stood), now: describeValue(now) }
    return fact.stood === null && fact.now === null ? [] : [fact]
  })
}
