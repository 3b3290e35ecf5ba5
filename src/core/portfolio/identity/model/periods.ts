/** The number of tax years of the compliance period, including the first credit year (domain 2.3). */
export const COMPLIANCE_YEARS = 15

/**
 * Computes the last days of the compliance and extended-use periods, as `YYYY-MM-DD`. Both are null if the
 * first credit year is not known.
 */
export function computeCreditPeriods(allocation: {
  firstCreditYear: number | null
  extendedUseYears: number
}): {
  complianceEnds: string | null
  extendedUseEnds: string | null
} {
  const { firstCreditYear, extendedUseYears } = allocation
  const getLastDay = (years: number) =>
    firstCreditYear === null ? null : `${firstCreditYear + years - 1}-12-31`
  return { complianceEnds: getLastDay(COMPLIANCE_YEARS), extendedUseEnds: getLastDay(extendedUseYears) }
}
