import { formatDate } from '#kernel/model/dates.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { metaOf } from '#kernel/model/field.ts'
import type { HistoryLine } from '#kernel/model/history.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Flow } from '#kernel/model/workflow.ts'
import type { TimelineChange, TimelineEntry } from './Timeline.tsx'

type Reading = { flow?: Flow; entities: readonly AnyEntity[]; statusLabel?: (statusId: number) => string }

/** Columns that change with every save and say nothing to a reader. */
const silent = new Set(['version', 'status_id', 'position', 'client_key'])
const verbs: Record<string, string> = { insert: 'added', update: 'changed', delete: 'removed' }

/** History lines in words: steps by the flow's names, changes with the labels of the entity's fields. */
export function timelineOf(lines: readonly HistoryLine[], reading: Reading): TimelineEntry[] {
  return lines.flatMap((line, index): TimelineEntry[] => {
    const entry = { id: index, at: line.at, person: line.userName ?? 'The system' }
    if (line.toStatusId !== null) {
      const done = line.action === 'create' ? 'Begun' : (reading.flow?.steps[line.action]?.done ?? line.action)
      const action =
        line.action === 'adminChange' && reading.statusLabel ? `${done}: ${reading.statusLabel(line.toStatusId)}` : done
      return [{ ...entry, action, reason: line.reason, color: 'blue' }]
    }
    const entity = reading.entities.find((one) => one.table === line.tableName)
    const changes = line.action === 'update' ? changesOf(line.changes ?? {}, entity) : []
    if (line.action === 'update' && changes.length === 0) return []
    return [
      {
        ...entry,
        action: `${entity?.label ?? line.tableName ?? 'Record'} ${verbs[line.action] ?? line.action}`,
        changes,
      },
    ]
  })
}

function changesOf(changes: Record<string, unknown>, entity: AnyEntity | undefined): TimelineChange[] {
  const names = new Map(Object.keys(entity?.fields ?? {}).map((name) => [snakeCase(name), name]))
  return Object.entries(changes).flatMap(([column, pair]): TimelineChange[] => {
    if (silent.has(column) || !Array.isArray(pair)) return []
    const field = entity?.fields[names.get(column) ?? '']
    const meta = field && metaOf(field)
    return [
      {
        field: meta?.label ?? column.replaceAll('_', ' '),
        from: shown(pair[0], meta?.kind),
        to: shown(pair[1], meta?.kind),
      },
    ]
  })
}

function shown(value: unknown, kind: string | undefined): string | null {
  if (value === null || value === undefined || value === '') return null
  if (kind === 'money' && typeof value === 'number') return formatMoney(value)
  if (kind === 'day' && typeof value === 'string') return formatDate(value, 'MM/DD/YYYY')
  if (kind === 'moment' && typeof value === 'string') return formatDate(value, 'MM/DD/YYYY h:mm A')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}
