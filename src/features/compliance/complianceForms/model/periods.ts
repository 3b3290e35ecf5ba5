import { getPeriodLabel } from '#core/portfolio/tasks/model/index.ts'
import { addDays, addMonths } from '#kernel/model/dates.ts'

/**
 * Returns the name of a period from its last day and its number of months: `2025`, `Quarter 3 of 2026`;
 * 'Once' for a form that is filed once.
 */
export const getPeriodName = (periodEnd: string, months: number | null): string =>
  months === null ? 'Once' : getPeriodLabel(addMonths(addDays(periodEnd, 1), -months), periodEnd)
