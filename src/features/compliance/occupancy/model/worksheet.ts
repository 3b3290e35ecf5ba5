import { findReviewFaults } from '#engines/review/model/index.ts'
import { addMonths, formatDate, monthName } from '#kernel/model/dates.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { isFiled } from '#kernel/model/status.ts'
import type { SheetRow } from './calls.ts'
import { occupancies } from './occupancies.ts'
import { describeExcess, getOccupancyTotals, isUntouched } from './rooms.ts'
import {
  computeCarryover,
  describeCarryover,
  getNotOverFault,
  type MonthContent,
  needsExplanation,
} from './rules.ts'

/** The state of a property in the worksheet. */
export type RowState = {
  kind: 'filed' | 'empty' | 'entering' | 'explain' | 'carry' | 'wrong' | 'complete' | 'ready'
  /** The label of the state, in a few words. */
  words: string
  faults: readonly Fault[]
  /** Whether the month has to be explained, even if the explanation is already written. */
  below: boolean
  late: boolean
}

const explanationFields = new Set(['whyBelow', 'stepsTaken', 'inquiries', 'applications'])

/** Returns the state of a property with its unsaved values, by running the rules of submission on the row. */
export function getRowState(row: SheetRow): RowState {
  const content: MonthContent = row
  const totals = getOccupancyTotals(row.rooms)
  const excess = row.rooms.map(describeExcess).find((text) => text !== null)
  const below = !excess && needsExplanation(totals, row)
  const late = row.missing.length > 0
  const state = { below, late, faults: [] as readonly Fault[] }
  if (isFiled(row.statusId)) return { ...state, kind: 'filed', words: row.statusLabel }
  if (isUntouched(row.rooms)) return { ...state, kind: 'empty', words: 'Empty' }
  const { 'OCC-5': _, ...rules } = occupancies.rules
  const faults = findReviewFaults(rules, content as never, row as never)
  const result = { ...state, faults }
  if (faults.length === 0) {
    if (getNotOverFault(content, row).length === 0) return { ...result, kind: 'ready', words: 'Ready' }
    const first = formatDate(addMonths(row.periodDate, 1), 'MM/DD/YYYY').slice(0, 5)
    return { ...result, kind: 'complete', words: `Complete, submit from ${first}` }
  }
  if (excess) return { ...result, kind: 'wrong', words: excess }
  const open = faults.some((fault) => fault.message.includes('required') && fault.field.startsWith('rooms'))
  if (faults.some((fault) => fault.message.includes('cannot be.')))
    return { ...result, kind: 'wrong', words: 'Cannot be' }
  if (open) return { ...result, kind: 'entering', words: 'Being entered' }
  if (faults.some((fault) => explanationFields.has(fault.field)))
    return { ...result, kind: 'explain', words: `Below ${row.explainBelow}%` }
  const over = describeCarryover(computeCarryover(content, row))
  if (over) return { ...result, kind: 'carry', words: over }
  return { ...result, kind: 'wrong', words: faults[0]?.message ?? '' }
}

/**
 * Returns `Oct 2026 missing, 2 more`: the earliest missing month and the number of others; empty if none is
 * missing.
 */
export function describeMissing({ missing }: Pick<SheetRow, 'missing'>): string {
  const [first, ...more] = missing
  if (!first) return ''
  const [month, year] = monthName(first).split(' ')
  return `${month!.slice(0, 3)} ${year} missing${more.length > 0 ? `, ${more.length} more` : ''}`
}

const stateWeights: Readonly<Record<RowState['kind'], number>> = {
  wrong: 0,
  explain: 1,
  carry: 2,
  entering: 3,
  empty: 4,
  complete: 5,
  ready: 6,
  filed: 7,
}

/**
 * Sorts late properties first, then those with problems, then by name. The order is computed when the
 * worksheet opens, so that no row moves while someone types.
 */
export function sortByUrgency(rows: readonly SheetRow[]): SheetRow[] {
  const weight = (row: SheetRow): number => {
    const state = getRowState(row)
    return (state.late && state.kind !== 'filed' ? 0 : 10) + stateWeights[state.kind]
  }
  return rows
    .map((row) => ({ row, weight: weight(row) }))
    .sort((a, b) => a.weight - b.weight || a.row.propertyName.localeCompare(b.row.propertyName))
    .map((item) => item.row)
}
