import { describeOrigin, type Origin } from '#engines/worksheet/model/index.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import {
  describeFormula,
  getAnnualStatementLabel,
  getAnnualStatementMoney,
  getAnnualStatementSchedule,
  getCents,
  type Part,
  type Schedule,
  type ScheduleRow,
} from '../../model/schedules/index.ts'
import type { Detail } from '../../model/statements.ts'

/**
 * Splits the columns that people fill in into those shown in the row and those shown when it is expanded.
 * Without `columnsInRow`, all are shown in the row.
 */
export function getEntryColumns(schedule: Schedule): { inRow: string[]; expanded: string[] } {
  const columnNames = Object.keys(schedule.columns)
  return {
    inRow: columnNames.slice(0, schedule.columnsInRow),
    expanded: schedule.columnsInRow ? columnNames.slice(schedule.columnsInRow) : [],
  }
}

/**
 * Returns the computed columns shown in the row. Tax credits show all but `allocated`; other schedules show
 * only `ending`.
 */
export const getComputedColumnsInRow = (part: Part): string[] =>
  Object.keys(getAnnualStatementSchedule(part).computed).filter((name) =>
    part === 'taxCredits' ? name !== 'allocated' : name === 'ending',
  )

/** Returns each computed figure of a row, formatted, followed by its formula. */
export const getComputedFigures = (part: Part, row: ScheduleRow) => {
  const schedule = getAnnualStatementSchedule(part)
  return Object.entries(schedule.computed).map(([name, { label }]) => ({
    label,
    value: `${formatMoney(fromCents(getCents(schedule, row, name)))} ${describeFormula(schedule, name)}`,
  }))
}

/** Describes the origins of those figures of a row that are unchanged since they were stored. */
export const getOrigins = (
  part: Part,
  row: ScheduleRow,
  storedRow: ScheduleRow | undefined,
  { people }: Detail,
) => {
  const schedule = getAnnualStatementSchedule(part)
  const origins = (storedRow?.origins ?? {}) as Record<string, Origin>
  return getAnnualStatementMoney(schedule)
    .filter((name) => origins[name] && storedRow?.[name] === row[name])
    .map((name) => ({
      label: getAnnualStatementLabel(schedule, name),
      value: describeOrigin(origins[name], people),
    }))
}
