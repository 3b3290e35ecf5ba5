import { monthsIn } from '#kernel/model/years.ts'

/**
 * Counts the months of a statement's period. The months of its first and last day count as whole (domain
 * 4.14: short years).
 */
export const getAnnualStatementMonths = ({
  periodStart,
  periodEnd,
}: {
  periodStart: string
  periodEnd: string
}): number => monthsIn({ first: periodStart, last: periodEnd })
