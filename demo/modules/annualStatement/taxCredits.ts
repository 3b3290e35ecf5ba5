import { FIRST_CREDIT_YEAR } from '#features/statements/annualStatement/model/schedules/index.ts'
import { drawBetween, drawChance } from '../../chance.ts'
import { floorToMultiple } from './rounding.ts'
import type { BooksInput, Credits } from './types.ts'

/**
 * Invents the tax credits of a property, building by building. If the property is older than tax credits, it
 * got them for a rehabilitation in a year that no source has. The first possible year is used.
 */
export function inventTaxCredits(input: BooksInput, developmentCost: number): Credits[] {
  if (!input.hasTaxCredits || !input.serviceDate) return []
  const buildings = Math.max(1, Math.min(12, Math.round(input.units / 16)))
  const fraction =
    input.lowIncomeUnits === null ? 100 : Math.round((input.lowIncomeUnits / input.units) * 10_000) / 100
  const firstYear = Math.max(FIRST_CREDIT_YEAR, Number(input.serviceDate.slice(0, 4)))
  return Array.from({ length: buildings }, (_, index) => ({
    bin: `MO-${String(firstYear).slice(2)}-${String(drawBetween(`bin ${input.key}`, 10_000, 99_000) + index)}`,
    eligibleBasis: floorToMultiple((developmentCost * 0.85) / buildings),
    fraction,
    percentage: drawChance(`nine ${input.key}`, 60) ? 9 : 4,
    firstYear,
  }))
}
