import { monthsIn } from '#kernel/model/years.ts'

/** Months of a statement's period; those of its first and last day count (domain 4.14: short years). */
export const getAnnualStatementMonths = ({
  periodStart,
  periodEnd,
}: {
  periodStart: string
  periodEnd: string
}): number => monthsIn({ first: periodStart, last: periodEnd })
