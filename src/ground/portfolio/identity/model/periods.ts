/** How many tax years the compliance of credits lasts, the first credit year among them (domain 2.3). */
export const COMPLIANCE_YEARS = 15

/**
 * The last days of compliance and of extended use, `YYYY-MM-DD`; null before the first credit year is known.
 */
export function creditPeriods(allocation: { firstCreditYear: number | null; extendedUseYears: number }): {
  complianceEnds: string | null
  extendedUseEnds: string | null
} {
  const { firstCreditYear, extendedUseYears } = allocation
  const getLast = (years: number) =>
    firstCreditYear === null ? null : `${firstCreditYear + years - 1}-12-31`
  return { complianceEnds: getLast(COMPLIANCE_YEARS), extendedUseEnds: getLast(extendedUseYears) }
}
