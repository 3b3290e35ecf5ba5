import { sql } from 'kysely'
import type { z } from 'zod'
import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { addMonths } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { ApplicationRow } from '../model/rules.ts'
import { computeScore, getMarks, type PortfolioPerformance, type Score } from '../model/score.ts'
import { certificationSettings as rules } from '../model/settings.ts'
import type { propertyOptionSchema } from '../model/shapes.ts'

/**
 * Loads the portal's data about a company's operating properties: their number, and the average of their
 * latest inspection scores, to a tenth. Inspections older than the setting are ignored. All its properties
 * count, also those that the caller may not see.
 */
export async function loadPerformance(
  context: AnyContext,
  managementCompanyId: number,
): Promise<PortfolioPerformance> {
  const since = addMonths(context.settings.today(), -(await context.settings.get(rules.inspectionMonths)))
  const result = await sql<PortfolioPerformance>`
    select * from kernel.known_performance(${managementCompanyId}::integer, ${since}::date)`.execute(
    context.db,
  )
  return result.rows[0]!
}

/** Computes the score of an application from its current marks. */
export async function computeCurrentScore(
  context: AnyContext,
  row: ApplicationRow,
  knownPerformance: PortfolioPerformance,
): Promise<Score> {
  const { settings } = context
  return computeScore(getMarks(row, knownPerformance), {
    occupancy: await settings.get(rules.occupancyWeight),
    inspections: await settings.get(rules.inspectionWeight),
    timeliness: await settings.get(rules.timelinessWeight),
    financial: await settings.get(rules.financialWeight),
    training: await settings.get(rules.trainingWeight),
  })
}

/** Loads the properties that a company manages and that the caller may see. */
export async function loadPropertyOptions(
  context: AnyContext,
  managementCompanyId: number,
): Promise<z.infer<typeof propertyOptionSchema>[]> {
  return context.db
    .selectFrom('property')
    .select(['propertyId', 'name', 'agencyNumber', 'totalUnits as units'])
    .where('managementCompanyId', '=', managementCompanyId)
    .where('statusId', 'not in', [PropertyStatus.Inactive, PropertyStatus.Deleted])
    .orderBy('name')
    .execute()
}
