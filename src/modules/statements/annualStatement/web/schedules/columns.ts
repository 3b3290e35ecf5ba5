import { formatMoney, fromCents } from '#kernel/model/money.ts'
import { type Origin, originWords } from '#statement/model/index.ts'
import {
  centsIn,
  formulaWords,
  getAnnualStatementLabel,
  getAnnualStatementMoney,
  getAnnualStatementSchedule,
  type Part,
  type Schedule,
  type ScheduleRow,
} from '../../model/schedules/index.ts'
import type { Detail } from '../../model/statements.ts'

/** Returns the typed columns shown in a line, and those that open below it. */
export function typedColumns(schedule: Schedule): { inLine: string[]; further: string[] } {
  const names = Object.keys(schedule.columns)
  return {
    inLine: names.slice(0, schedule.inLine),
    further: schedule.inLine ? names.slice(schedule.inLine) : [],
  }
}

/** Returns the computed columns shown in a line. */
export const computedInLine = (part: Part): string[] =>
  Object.keys(getAnnualStatementSchedule(part).computed).filter((name) =>
    part === 'taxCredits' ? name !== 'allocated' : name === 'ending',
  )

/** Each computed figure of a line with its formula. */
export const getComputedFigures = (part: Part, row: ScheduleRow) => {
  const schedule = getAnnualStatementSchedule(part)
  return Object.entries(schedule.computed).map(([name, { label }]) => ({
    label,
    value: `${formatMoney(fromCents(centsIn(schedule, row, name)))} ${formulaWords(schedule, name)}`,
  }))
}

/** Returns the origins of a line's figures that are unchanged since they were stored. */
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
      value: originWords(origins[name], people),
    }))
}
