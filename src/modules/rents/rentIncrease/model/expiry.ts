import { addDays, addYears } from '#kernel/model/dates.ts'
import type { Detail } from './increases.ts'

/** The last day on which an approval can be used: what the reviewer entered, else a year from the new rents on. */
export const expiryOf = ({
  expiresOn,
  rentEffectiveDate,
}: Pick<Detail, 'expiresOn' | 'rentEffectiveDate'>): string | null =>
  expiresOn ?? (rentEffectiveDate && addDays(addYears(rentEffectiveDate, 1), -1))
