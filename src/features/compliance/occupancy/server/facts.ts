import { type RawBuilder, sql } from 'kysely'
import { countMonthsBelow, type ReportedOccupancy } from '#core/portfolio/occupancy/model/index.ts'
import { addMonths, formatDate } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { MonthDetail, OtherMonth } from '../model/occupancies.ts'
import { occupancySettings } from '../model/settings.ts'
import { dueDateSql, earlierMonthsSql, missingMonthsSql, previousMonthSql } from './sql.ts'

type Sql = RawBuilder<unknown>

/** The facts of a month as SQL returns them, before the settings are applied. */
export type MonthFactsRow = {
  periodDate: string
  dueDate: string | null
  totalUnits: number
  serviceDate: string | null
  last: OtherMonth | null
  before: readonly (ReportedOccupancy & { periodDate: string })[]
  missing: string[]
}

/** SQL: the columns of the facts for a month of property `p`. */
export const factColumnsSql = (month: Sql, today: string): Sql => sql`
  ${dueDateSql(sql`p.property_id`, month)} as due_date, p.total_units, p.service_date::text,
  ${previousMonthSql(sql`p.property_id`, month)} as last,
  ${earlierMonthsSql(sql`p.property_id`, month)} as before,
  ${missingMonthsSql(sql`p.property_id`, month, today)} as missing`

/** The settings that decide when an explanation is required. */
export type ExplanationTerms = { explainBelow: number; leaseUpMonths: number; explainUnits: number }

/** Loads the settings that decide when an explanation is required. */
export const loadOccupancyTerms = async ({
  settings,
}: Pick<AnyContext, 'settings'>): Promise<ExplanationTerms> => ({
  explainBelow: await settings.get(occupancySettings.explainBelow),
  leaseUpMonths: await settings.get(occupancySettings.leaseUpMonths),
  explainUnits: await settings.get(occupancySettings.explainUnits),
})

/**
 * Returns why a month does not have to be explained, in words: a small property, or one in lease-up (domain
 * 17.6); null if it has to be.
 */
function describeExemption(
  { periodDate, totalUnits, serviceDate }: Pick<MonthFactsRow, 'periodDate' | 'totalUnits' | 'serviceDate'>,
  terms: ExplanationTerms,
) {
  if (totalUnits < terms.explainUnits) return `Properties below ${terms.explainUnits} units explain nothing.`
  const leaseUpEnd = serviceDate === null ? null : addMonths(serviceDate, terms.leaseUpMonths)
  if (leaseUpEnd === null || periodDate >= leaseUpEnd) return null
  return `In lease-up until ${formatDate(leaseUpEnd, 'MM/DD/YYYY')}: nothing is explained.`
}

type MonthFacts = Pick<
  MonthDetail,
  'dueDate' | 'explainBelow' | 'explains' | 'exempt' | 'last' | 'belowBefore' | 'missing'
>

/**
 * Returns the facts that a month is checked against, with the settings applied. Earlier months below the
 * threshold count only in an unbroken sequence.
 */
export function applyTerms(row: MonthFactsRow, terms: ExplanationTerms): MonthFacts {
  const { periodDate, dueDate, last, before, missing } = row
  const consecutive = before.filter((item, index) => item.periodDate === addMonths(periodDate, -1 - index))
  const exempt = describeExemption(row, terms)
  return {
    dueDate,
    last,
    missing,
    exempt,
    explainBelow: terms.explainBelow,
    explains: exempt === null,
    belowBefore: countMonthsBelow(consecutive, terms.explainBelow),
  }
}
