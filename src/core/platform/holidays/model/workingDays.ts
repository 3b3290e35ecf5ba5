import { addBusinessDays, addDays } from '#kernel/model/dates.ts'

/** Returns the day, or the next business day if it is on a weekend or a holiday. */
export const moveToBusinessDay = (day: string, holidays: ReadonlySet<string>): string =>
  addBusinessDays(addDays(day, -1), 1, holidays)
