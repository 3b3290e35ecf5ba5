import { addBusinessDays, addDays } from '#kernel/model/dates.ts'

/**
 * The day itself, or the next working day when it falls on a weekend or one of the agency's given holidays.
 */
export const rollForward = (day: string, holidays: ReadonlySet<string>): string =>
  addBusinessDays(addDays(day, -1), 1, holidays)
