import { addDays, addYears } from '#kernel/model/dates.ts'
import type { Detail } from './increases.ts'

/**
 * Returns the last day on which an approval can be used: the reviewer's entry, else a year after the new
 * rents begin.
 */
export const getExpiry = ({
  expiresOn,
  rentEffectiveDate,
}: Pick<Detail, 'expiresOn' | 'rentEffectiveDate'>): string | null =>
  expiresOn ?? (rentEffectiveDate && addDays(addYears(rentEffectiveDate, 1), -1))
