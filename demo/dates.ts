import { addDays, addYears } from '#kernel/model/dates.ts'
import { FIRST_CREDIT_YEAR } from '#modules/statements/annualStatement/model/schedules/index.ts'
import { column } from './csv.ts'
import type { SourceRecord } from './sources.ts'
import type { Property } from './types.ts'

/**
 * Returns the day on which a property was placed in service. HUD's tax-credit database has only the year, of
 * which the last day is used. Null if no source has a date.
 */
export function placedInService(records: readonly SourceRecord[]): string | null {
  const credited = records.find((record) => record.source === 'Tax credit')
  if (credited) return `${column(credited.line, 'pis_year')}-12-31`
  const rural = records.find((record) => record.source === 'USDA 515')
  return (rural && column(rural.line, 'date_of_operation')) || null
}

/** Thirty years from the first day of the first credit year, less a day: 2009 → 2038-12-31. */
const extendedUseEnd = (firstCreditYear: number): string =>
  addDays(addYears(`${firstCreditYear}-01-01`, 30), -1)

type Use = Pick<Property, 'extendedUseDate' | 'extendedUseComputed'>

/**
 * When the extended use period ends: computed from the first credit year for tax-credit properties, else (or
 * when it is later) the date on which USDA's restriction expires. Null where neither is known: credits of a
 * property that is older than they are came with a rehabilitation, whose year no source says.
 */
export function inUseUntil(records: readonly SourceRecord[], serviceDate: string | null): Use {
  const rural = records.find((record) => record.source === 'USDA 515')
  const credited = records.some((record) => record.source === 'Tax credit') || rural?.line.tax_credit === 'Y'
  const firstYear = Number(serviceDate?.slice(0, 4) ?? 0)
  const computed = credited && firstYear >= FIRST_CREDIT_YEAR ? extendedUseEnd(firstYear) : null
  const restricted = rural ? column(rural.line, 'restrictive_clause_expires') || null : null
  const stated = restricted && serviceDate && restricted >= serviceDate ? restricted : null
  if (stated && (!computed || stated > computed))
    return { extendedUseDate: stated, extendedUseComputed: false }
  return { extendedUseDate: computed, extendedUseComputed: computed !== null }
}
