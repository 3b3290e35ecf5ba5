import { z } from 'zod'
import { addDays, formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { endsWith, fiscalYear, getFiscalYear, yearEndIn } from '#kernel/model/years.ts'
import { getAnnualStatementMonths } from './months.ts'

type Span = { periodStart: string; periodEnd: string }
/** The period of another statement of the same property. */
export const neighborShape = z.object({
  year: z.int(),
  requestNumber: z.string(),
  periodStart: z.string(),
  periodEnd: z.string(),
})
type Neighbor = z.infer<typeof neighborShape>
/**
 * The last month of a property's fiscal year (1 to 12) and, if the month was changed, the earlier month and
 * the day of the change.
 */
export const fiscalYearEnds = z.object({
  endMonth: z.int(),
  earlierEndMonth: z.int().nullable(),
  changedOn: z.string().nullable(),
})
type YearEnds = z.infer<typeof fiscalYearEnds>
type Period = Span & {
  periodReason: string | null
  approvedMonths: number | null
  auditReportDate: string | null
}

/** The longest period in months; more than twelve need the agency's approval (domain 47.2). */
export const LONGEST_PERIOD = 18

/**
 * Whether a period ends with the property's fiscal year. The earlier last month counts for periods that
 * ended before the month was changed.
 */
export function endsWithYear(
  { periodStart, periodEnd }: Span,
  { endMonth, earlierEndMonth, changedOn }: YearEnds,
): boolean {
  const span = { first: periodStart, last: periodEnd }
  if (endsWith(span, endMonth)) return true
  return (
    earlierEndMonth !== null &&
    endsWith(span, earlierEndMonth) &&
    (changedOn === null || periodEnd < changedOn)
  )
}

const formatDay = (day: string) => formatDate(day, 'MM/DD/YYYY')

/**
 * Returns faults for an overlap with any other statement, and for a gap after the previous year's or before
 * the next year's.
 */
function findOverlapsAndGaps(
  { periodStart, periodEnd }: Span,
  year: number,
  neighbors: readonly Neighbor[],
): Fault[] {
  return neighbors.flatMap((neighbor): Fault[] => {
    const neighborText = `${neighbor.requestNumber} of ${neighbor.year} (${formatDay(neighbor.periodStart)} to ${formatDay(neighbor.periodEnd)})`
    if (periodStart <= neighbor.periodEnd && neighbor.periodStart <= periodEnd) {
      const field = neighbor.year < year ? 'periodStart' : 'periodEnd'
      return [{ field, message: `It overlaps ${neighborText}.` }]
    }
    if (neighbor.year === year - 1 && periodStart > addDays(neighbor.periodEnd, 1))
      return [
        {
          field: 'periodStart',
          message: `It begins on ${formatDay(addDays(neighbor.periodEnd, 1))}, the day after ${neighborText} ends.`,
        },
      ]
    if (neighbor.year === year + 1 && addDays(periodEnd, 1) < neighbor.periodStart)
      return [
        {
          field: 'periodEnd',
          message: `It ends on ${formatDay(addDays(neighbor.periodStart, -1))}, the day before ${neighborText} begins.`,
        },
      ]
    return []
  })
}

/**
 * Returns a fault if a period is longer than allowed, or longer than a year without an approval of exactly
 * that length.
 */
function findLengthFaults(period: Period): Fault[] {
  const months = getAnnualStatementMonths(period)
  if (period.periodStart > period.periodEnd || months > LONGEST_PERIOD)
    return [
      {
        field: 'periodStart',
        message: 'A period has one to twelve months, with the agency’s approval up to eighteen.',
      },
    ]
  if (months > 12 && period.approvedMonths !== months)
    return [
      {
        field: 'periodEnd',
        message: `A period of ${months} months needs the agency’s approval. Ask the agency for it.`,
      },
    ]
  return []
}

/**
 * AFS-6: checks the period of a statement (domain 4.2, 47.2). `year` is the year in which the period must
 * end.
 */
export function findPeriodFaults(
  period: Period,
  {
    year,
    fiscalYear: ends,
    neighbors,
  }: { year: number; fiscalYear: YearEnds | null; neighbors: readonly Neighbor[] },
): Fault[] {
  const { periodEnd, periodReason, auditReportDate } = period
  const otherEnd = ends !== null && !endsWithYear(period, ends)
  const computedYear = getFiscalYear({ first: period.periodStart, last: periodEnd })
  return [
    ...findLengthFaults(period),
    ...(computedYear === year ? [] : [{ field: 'periodEnd', message: `It ends in ${year}.` }]),
    ...(otherEnd && !periodReason?.trim()
      ? [
          {
            field: 'periodReason',
            message: `${REQUIRED}: the fiscal year of the property ends on ${formatDay(yearEndIn(fiscalYear(year), ends.endMonth))}. Say why this period ends on ${formatDay(periodEnd)}.`,
          },
        ]
      : []),
    ...findOverlapsAndGaps(period, year, neighbors),
    ...(auditReportDate && auditReportDate <= periodEnd
      ? [{ field: 'auditReportDate', message: 'The report is written after the period has ended.' }]
      : []),
  ]
}
