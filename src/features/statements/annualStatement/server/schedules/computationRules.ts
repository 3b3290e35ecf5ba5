import type { RuleEntry } from '#engines/worksheet/server/index.ts'
import { describeFormula, getAnnualStatementSchedule, parts, tieRules } from '../../model/schedules/index.ts'

/**
 * For the list of computation rules: the tie-outs of annual statements, and the formulas of schedule
 * columns and total lines.
 */
export const scheduleRules: readonly RuleEntry[] = [
  ...Object.entries(tieRules).map(
    ([id, { title, says, source, stops = true }]): RuleEntry => ({
      id,
      title,
      says,
      source,
      kind: stops ? 'stops the submission' : 'warns',
    }),
  ),
  ...parts.flatMap((part) => {
    const schedule = getAnnualStatementSchedule(part)
    return Object.entries(schedule.computed).map(
      ([name, { label }]): RuleEntry => ({
        id: `${schedule.name}.${name}`,
        title: label,
        source: schedule.source,
        kind: 'formula',
        says: describeFormula(schedule, name) ?? '',
      }),
    )
  }),
  ...parts.flatMap((part) =>
    (getAnnualStatementSchedule(part).lines ?? []).flatMap(({ code, label, formula }): RuleEntry[] =>
      formula
        ? [
            {
              id: code,
              title: label,
              says: `= ${formula}`,
              source: getAnnualStatementSchedule(part).source,
              kind: 'formula',
            },
          ]
        : [],
    ),
  ),
]
