import type { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import type { HistoryLine } from '#kernel/model/history.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Flow } from '#kernel/model/workflow.ts'
import { displayValue } from '../form/display.ts'
import { getChildren } from '../form/metadata.ts'
import type { TimelineChange, TimelineEntry } from './Timeline.tsx'

/** The flow, the entities and the names with which a history is described. */
type Reading = {
  flow?: Flow
  entities: readonly AnyEntity[]
  statusLabel?: (statusId: number) => string
  /**
   * Returns the name of the id in a field if neither the line nor the field has it, by the entity it refers
   * to or otherwise by the field's label: `('Unit type', 7)`. An id without a name has no meaning to the
   * reader and is left out.
   */
  nameOf?: (subject: string, value: number) => string | undefined
  /** Also shows the content of rows that were added or removed. */
  whole?: boolean
}

/** Technical columns that are not shown to readers. */
const hiddenColumnNames = new Set(['version', 'status_id', 'position', 'client_key'])
const verbs: Record<string, string> = { insert: 'added', update: 'changed', delete: 'removed' }

/**
 * Converts history lines to entries: steps with the labels of the flow, changes with the labels of the
 * fields.
 */
export function buildTimeline(lines: readonly HistoryLine[], reading: Reading): TimelineEntry[] {
  return lines.flatMap((line, index): TimelineEntry[] => {
    const entry = { id: index, at: line.at, person: line.userName ?? 'The system' }
    if (line.toStatusId !== null) {
      const stepLabel =
        line.action === 'create' ? 'Begun' : (reading.flow?.steps[line.action]?.done ?? line.action)
      const action =
        line.action === 'adminChange' && reading.statusLabel
          ? `${stepLabel}: ${reading.statusLabel(line.toStatusId)}`
          : stepLabel
      return [{ ...entry, action, reason: line.reason, color: 'blue' }]
    }
    const entity = reading.entities.find((entity) => entity.table === line.tableName)
    const changes = getChanges(getPairs(line, entity, reading), entity, line.names ?? {}, reading.nameOf)
    if (line.action === 'update' && changes.length === 0) return []
    return [
      {
        ...entry,
        action: [
          entity?.label ?? line.tableName ?? 'Record',
          line.names?.[''],
          verbs[line.action] ?? line.action,
        ]
          .filter(Boolean)
          .join(' '),
        changes,
      },
    ]
  })
}

/**
 * Returns the changes of a line, each column with its old and new value; for an added or removed row, its
 * content only if wanted.
 */
function getPairs(
  line: HistoryLine,
  entity: AnyEntity | undefined,
  reading: Reading,
): Record<string, unknown> {
  if (line.action === 'update') return line.changes ?? {}
  if (!reading.whole || !entity) return {}
  const hiddenColumns = [entity.key, 'propertyId', ...entity.serverOnly].map(snakeCase)
  const content = Object.entries(line.changes ?? {}).filter(
    ([column, value]) => value !== null && value !== false && !hiddenColumns.includes(column),
  )
  const added = line.action === 'insert'
  return Object.fromEntries(
    content.map(([column, value]) => [column, added ? [undefined, value] : [value, undefined]]),
  )
}

function getChanges(
  changes: Record<string, unknown>,
  entity: AnyEntity | undefined,
  namesByValue: Readonly<Record<string, string>>,
  nameByKey: Reading['nameOf'],
): TimelineChange[] {
  const names = new Map(Object.keys(entity?.fields ?? {}).map((name) => [snakeCase(name), name]))
  return Object.entries(changes).flatMap(([column, pair]): TimelineChange[] => {
    if (hiddenColumnNames.has(column) || !Array.isArray(pair)) return []
    const field = entity?.fields[names.get(column) ?? '']
    const meta = field && getFieldMeta(field)
    // Fields that the portal sets for itself, such as the document of a decision, have no label and are not
    // shown.
    if (field && !meta && !getChildren(field).fields) return []
    const describeValue = (value: unknown): string | null | undefined => {
      if (value === undefined) return undefined
      if (Array.isArray(value)) return value.map(describeValue).filter(Boolean).join(', ') || null
      if (typeof value !== 'number') return formatValue(value, meta?.kind)
      const name = namesByValue[`${column} ${value}`] ?? meta?.labels?.[value]
      const text = name ?? (meta && nameByKey?.(meta.refersTo ?? meta.label, value))
      const refers = meta
        ? meta.kind === 'id' || meta.kind === 'choice' || Array.isArray(pair[0] ?? pair[1])
        : /_ids?$/.test(column)
      return text ?? (refers ? null : formatValue(value, meta?.kind))
    }
    const cells = field && getCells(field)
    const [from, to] = cells
      ? describeListChange(cells, pair)
      : [describeValue(pair[0]), describeValue(pair[1])]
    // Ids of other rows without a name are left out, because they have no meaning to the reader.
    if (!from && !to) return []
    return [
      {
        field: meta?.label ?? column.replaceAll('_', ' '),
        from,
        to,
      },
    ]
  })
}

type Cells = Readonly<Record<string, z.core.$ZodType>>

/** Returns the fields of the lines of a list that is stored in one field; undefined for other fields. */
function getCells(field: z.core.$ZodType): Cells | undefined {
  const { line } = getChildren(field)
  return line && getChildren(line).fields
}

/**
 * Describes the change of such a list: the removed lines and the added lines.
 */
function describeListChange(cells: Cells, pair: readonly unknown[]): [string | null, string | null] {
  const labeledCells = Object.entries(cells).filter(([name]) => name !== 'clientKey')
  const describeLine = (line: Record<string, unknown>) =>
    labeledCells
      .map(([name, cell]) => displayValue({ ...getFieldMeta(cell), rounding: false }, line[name]))
      .join(', ')
  const [before = [], after = []] = pair.map((lines) => (Array.isArray(lines) ? lines.map(describeLine) : []))
  const only = (some: string[], others: string[]) =>
    some.filter((text) => !others.includes(text)).join('; ') || null
  return [only(before, after), only(after, before)]
}

/** Formats a value by its kind; null if it is empty. */
function formatValue(value: unknown, kind: string | undefined): string | null {
  if (value === null || value === undefined || value === '') return null
  if (kind === 'money' && typeof value === 'number') return formatMoney(value)
  if (kind === 'day' && typeof value === 'string') return formatDate(value, 'MM/DD/YYYY')
  if (kind === 'moment' && typeof value === 'string') return formatDate(value, 'MM/DD/YYYY h:mm A')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  // A record within a field is shown as its values.
  if (typeof value === 'object')
    return formatValue(Object.values(value).filter(Boolean).join(', '), undefined)
  return String(value)
}
