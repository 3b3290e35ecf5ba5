import { formatDate } from '#kernel/model/dates.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { type FieldMeta, getFieldMeta } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'

/** A stored value in words; null where there is none, or an id without a known name. */
export function valueWords(value: unknown, { kind, labels }: FieldMeta): string | null {
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
/** A field of a row, then and now; null where it was empty. */
export type Fact = { label: string; stood: string | null; now: string | null }

/** Fields that say nothing to a reader. */
const silent = ['propertyId', 'version', 'position', 'createdAt', 'createdBy']

/**
 * The fields of a row that have a value then or now, with their labels. `names` are the names of ids, by
 * column and id (`county_id 4`).
 */
export function getPropertyFacts(
  entity: AnyEntity,
  { stood, now }: { stood: Row | null; now: Row | null },
  names: Readonly<Record<string, string>>,
): Fact[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    const column = snakeCase(name)
    const meta = getFieldMeta(field)
    if (!meta || name === entity.key || silent.includes(name)) return []
    const describeValue = (row: Row | null) =>
      row && (names[`${column} ${row[column]}`] ?? valueWords(row[column], meta))
    const fact = { label: meta.label, stood: describeValue(stood), now: describeValue(now) }
    return fact.stood === null && fact.now === null ? [] : [fact]
  })
}
