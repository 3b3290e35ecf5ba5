import { FIRST_CREDIT_YEAR } from '#features/statements/annualStatement/model/schedules/index.ts'
import { addDays, addYears } from '#kernel/model/dates.ts'
import { readColumn } from './csv.ts'
import type { SourceRecord } from './sources.ts'
import type { Property } from './types.ts'

/**
 * Returns the day on which a property was placed in service. HUD's tax-credit database has only the year, so
 * its last day is used. Null if no source has a date.
 */
export function getServiceDate(records: readonly SourceRecord[]): string | null {
  const creditRecord = records.find((record) => record.source === 'Tax credit')
  if (creditRecord) return `${readColumn(creditRecord.line, 'pis_year')}-12-31`
  const rural = records.find((record) => record.source === 'USDA 515')
  return (rural && readColumn(rural.line, 'date_of_operation')) || null
}

/**
 * Computes the last day of the extended use period: 30 years after the first day of the first credit year,
 * less a day. 2009 → 2038-12-31.
 */
const computeExtendedUseEnd = (firstCreditYear: number): string =>
  addDays(addYears(`${firstCreditYear}-01-01`, 30), -1)

type ExtendedUse = Pick<Property, 'extendedUseDate' | 'extendedUseComputed'>

/**
 * Returns the end of the extended use period. For tax-credit properties it is computed from the first credit
 * year; for others, or if it is later, it is the day on which USDA's restriction expires. Null if neither is
 * known. A property that is older than tax credits got them for a rehabilitation, and no source has the year
 * of that.
 */
export function getExtendedUse(records: readonly SourceRecord[], serviceDate: string | null): ExtendedUse {
  const ruralRecord = records.find((record) => record.source === 'USDA 515')
  const hasTaxCredit =
    records.some((record) => record.source === 'Tax credit') || ruralRecord?.line.tax_credit === 'Y'
  const firstYear = Number(serviceDate?.slice(0, 4) ?? 0)
  const computedEnd = hasTaxCredit && firstYear >= FIRST_CREDIT_YEAR ? computeExtendedUseEnd(firstYear) : null
  const restrictionEnd = ruralRecord
    ? readColumn(ruralRecord.line, 'restrictive_clause_expires') || null
    : null
  const usdaEnd = restrictionEnd && serviceDate && restrictionEnd >= serviceDate ? restrictionEnd : null
  if (usdaEnd && (!computedEnd || usdaEnd > computedEnd))
    return { extendedUseDate: usdaEnd, extendedUseComputed: false }
  return { extendedUseDate: computedEnd, extendedUseComputed: computedEnd !== null }
}
