import { formatFieldValue } from '#core/portfolio/properties/model/index.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { getFieldMeta } from '#kernel/model/field.ts'

/**
 * An audited change of a row. `changes` is the whole row for an insert or delete, and `[old, new]` for each
 * changed column for an update.
 */
export type AuditedChange = { operation: string; changes: Readonly<Record<string, unknown>> }

const verbs: Readonly<Record<string, string>> = { insert: 'added', update: 'changed', delete: 'removed' }
/** Columns that are not shown because they mean nothing to a reader or have a history of their own. */
const hiddenColumns = ['version', 'status_id', 'decontrol_status', 'position', 'client_key']

/**
 * Describes a change in one sentence, such as `Rent changed: Monthly rent $600.00 → $625.00`. `names` maps
 * a column and id, such as `vendor_id 12`, to a name; an id without a name is left out. Null for an update
 * with nothing to show.
 */
export function describeChange(
  entity: AnyEntity,
  { operation, changes }: AuditedChange,
  names: Readonly<Record<string, string>>,
): string | null {
  const omittedColumns = [entity.key, 'propertyId', ...entity.serverOnly].map(snakeCase)
  const fields = Object.entries(entity.fields).filter(([name]) => !omittedColumns.includes(snakeCase(name)))
  const phrases = fields.flatMap(([name, field]) => {
    const column = snakeCase(name)
    const meta = getFieldMeta(field)
    if (!meta || hiddenColumns.includes(column) || !(column in changes)) return []
    const describeValue = (value: unknown) => names[`${column} ${value}`] ?? formatFieldValue(value, meta)
    if (operation !== 'update') {
      const value = describeValue(changes[column])
      return value === null || value === 'No' ? [] : [`${meta.label} ${value}`]
    }
    const [from, to] = (changes[column] as [unknown, unknown]).map(describeValue)
    return from || to ? [`${meta.label} ${from ?? '–'} → ${to ?? '–'}`] : []
  })
  const verb = verbs[operation] ?? operation
  if (phrases.length === 0) return operation === 'update' ? null : `${entity.label} ${verb}`
  return `${entity.label} ${verb}: ${phrases.join('; ')}`
}
