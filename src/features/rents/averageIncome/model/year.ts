import { z } from 'zod'
import { snakeCase } from '#kernel/model/entity.ts'
import { AverageIncomeTest, type Designation } from './entities.ts'
import { getAverageIncome, type TestLimits } from './test.ts'

/** A change of a property's designations in the audit log. `on` is its day in the agency's time zone. */
export type Change = {
  rowId: number
  operation: 'insert' | 'update' | 'delete'
  on: string
  /** The values of an added or removed row, or `[old, new]` for each changed field of an update. */
  changes: Readonly<Record<string, unknown>>
}

const names = Object.keys(AverageIncomeTest.fields) as (keyof Designation)[]
const buildDesignation = (changes: Change['changes']): Designation =>
  Object.fromEntries(names.map((name) => [name, changes[snakeCase(name)] ?? null])) as Designation
/**
 * The fields that count from the day the designation takes effect. All other fields count from the day they
 * were entered.
 */
const DATED_FIELDS = ['designatedPercent', 'effectiveDate', 'reason'] as const

/** Returns the values that an update replaced. */
function getReplacedValues({ changes }: Change): Partial<Designation> {
  const before = buildDesignation(
    Object.fromEntries(Object.entries(changes).map(([name, pair]) => [name, (pair as unknown[])[0]])),
  )
  return Object.fromEntries(
    names.flatMap((name) => (snakeCase(name) in changes ? [[name, before[name]]] : [])),
  )
}

/**
 * Returns the units at the end of a day: the current ones with all later changes undone. `changes` must be
 * ordered newest first. A designation counts from the day it takes effect, even if it was entered later, and
 * not before.
 */
export function getUnitsOn(
  day: string,
  now: readonly Designation[],
  changes: readonly Change[],
): Designation[] {
  const units = new Map(now.map((unit) => [unit.averageIncomeTestId, unit]))
  for (const change of changes) {
    const { rowId, operation, on } = change
    const unit = units.get(rowId)
    const isLater = on > day
    const takesEffectLater = (unit?.effectiveDate ?? on) > day
    if (operation === 'delete' && isLater)
      units.set(rowId, { ...buildDesignation(change.changes), averageIncomeTestId: rowId })
    if (!unit || operation === 'delete') continue
    if (operation === 'insert') {
      // A unit added later was not there; one added before, but not in effect, had no designation.
      if (isLater && takesEffectLater) units.delete(rowId)
      else if (takesEffectLater) units.set(rowId, { ...unit, designatedPercent: null })
      continue
    }
    const before = Object.entries(getReplacedValues(change)).filter(([name]) =>
      (DATED_FIELDS as readonly string[]).includes(name) ? takesEffectLater : isLater,
    )
    units.set(rowId, { ...unit, ...Object.fromEntries(before) })
  }
  return [...units.values()]
}

const percent = z.number().nullable()
/** A unit in the yearly statement. */
const statedUnit = AverageIncomeTest.row.extend({ overIncome: z.boolean(), droppedOut: z.boolean() })

/** The result of the test on the last day of a year. */
const outcome = z.object({
  /** The number of designated units that the owner has not left out: the group. */
  designated: z.int(),
  /** The average designation of the group. */
  average: percent,
  /** Whether the average is within its limit and the group is large enough. */
  holds: z.boolean(),
  /** The average of the units that remain after the highest designations drop out. */
  averageLeft: percent,
  /** Whether the remaining units are enough for the minimum. */
  groupHolds: z.boolean(),
  /** The remaining units in percent of all units. */
  share: percent,
})

/**
 * The content of a yearly statement of the average income test, in addition to the year's changes (domain 34;
 * IRC 42(g)(1)(C)).
 */
export const yearShape = {
  year: z.int(),
  /** The last day of the year, or today in the current year. */
  day: z.string(),
  totalUnits: z.int().nullable(),
  ...outcome.shape,
  buildings: z.array(
    z.object({ bin: z.string().nullable(), units: z.int(), designated: z.int(), average: percent }),
  ),
  units: z.array(statedUnit),
}
export type YearStatement = z.infer<z.ZodObject<typeof yearShape>>

/** Builds the statement of a year from the units on its last day. */
export function getAverageIncomeStatement(
  year: number,
  day: string,
  units: readonly Designation[],
  totalUnits: number | null,
  limits: TestLimits,
): YearStatement {
  const { group, removed, overIncome, room: _, ...tested } = getAverageIncome(units, totalUnits, limits)
  const bins = [...new Set(units.map(({ bin }) => bin))].sort((text, other) =>
    (text ?? '').localeCompare(other ?? ''),
  )
  return {
    year,
    day,
    totalUnits,
    designated: group.length,
    ...tested,
    buildings: bins.map((bin) => {
      const matchingUnits = units.filter((unit) => unit.bin === bin)
      const tested = getAverageIncome(matchingUnits, matchingUnits.length, limits)
      return { bin, units: matchingUnits.length, designated: tested.group.length, average: tested.average }
    }),
    units: units.map((unit) => ({
      ...unit,
      overIncome: overIncome.includes(unit),
      droppedOut: removed.includes(unit),
    })),
  }
}
