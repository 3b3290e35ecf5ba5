import type { Reckoned } from '#statement/server/index.ts'
import { formulaWords, getAnnualStatementSchedule, parts, tieRules } from '../../model/schedules/index.ts'

/**
 * For the list of computation rules: the tie-outs of annual statements, and the formulas of schedule
 * columns and total lines.
 */
export const reckoned: readonly Reckoned[] = [
  ...Object.entries(tieRules).map(
    ([id, { title, says, source, stops = true }]): Reckoned => ({
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
      ([name, { label }]): Reckoned => ({
        id: `${schedule.name}.${name}`,
        title: label,
        source: schedule.source,
        kind: 'formula',
        says: formulaWords(schedule, name) ?? '',
      }),
    )
  }),
  ...parts.flatMap((part) =>
    (getAnnualStatementSchedule(part).lines ?? []).flatMap(({ code, label, formula }): Reckoned[] =>
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
