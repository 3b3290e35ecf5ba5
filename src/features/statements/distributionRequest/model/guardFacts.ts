import { z } from 'zod'
import { nonComplianceState } from '#core/portfolio/properties/model/index.ts'
import type { InterimLine } from '#features/statements/surplusCash/model/index.ts'

/**
 * A requirement of an approval (domain 7.3): whether it is met, its proof, and the path of the screen that
 * shows the proof. `passes` is null until the reviewer answers a requirement that the portal cannot check.
 * A `waivable` one can be waived with a reason.
 */
export const guard = z.object({
  id: z.string().max(10),
  title: z.string().max(100),
  passes: z.boolean().nullable(),
  proof: z.string().max(500),
  to: z.string().max(100).nullable(),
  waivable: z.boolean(),
  /** The field in which the reviewer answers it. Null if the portal does. */
  field: z.string().max(40).nullable(),
})
export type Guard = z.infer<typeof guard>

/** The facts about a request's statement and property for its checks. Amounts are in dollars. */
export const guardFacts = z.object({
  distributionRequestId: z.int(),
  afsId: z.int(),
  propertyId: z.int(),
  year: z.int(),
  statusId: z.int(),
  statusLabel: z.string(),
  surplus: z.number(),
  b4: z.number(),
  approved: z.number(),
  /** The amount requested in other open requests on the statement. */
  pending: z.number(),
  available: z.number(),
  /**
   * Lines A5, A6 and A9 of surplus cash: delinquent mortgage payments, reserve deposits and escrow
   * deposits.
   */
  mortgage: z.number(),
  deposits: z.number(),
  escrow: z.number(),
  reserve: z.number().nullable(),
  units: z.int(),
  minimumPerUnit: z.number(),
  /** Reserve deposits that are past due, in dollars. */
  lateDeposits: z.number(),
  /** Other years whose statement was closed in non-compliance. */
  nonCompliantYears: z.array(z.int()),
  /** Findings of the property that block requests. */
  nonComplianceState,
  obstacles: z.array(z.object({ nonComplianceId: z.int(), title: z.string(), path: z.string() })),
  /**
   * Open physical deficiencies, and why the property is on the watch list for its finances. Only the agency
   * reads the second.
   */
  deficiencies: z.array(z.object({ words: z.string(), path: z.string() })),
  watched: z.array(z.object({ words: z.string(), path: z.string() })),
  /** Loans that are not paid off, each with the last year for which it is booked. */
  loans: z.array(z.object({ words: z.string(), path: z.string(), bookedThrough: z.int().nullable() })),
  /** Uncured findings of report cards, by statement. */
  openFindings: z.array(z.object({ afsId: z.int(), year: z.int(), count: z.int() })),
  /** Annual statements that are past due, and their due days. */
  overdue: z.array(z.object({ year: z.int(), dueDate: z.string() })),
  /** Open requests on other statements of the property. */
  openElsewhere: z.array(z.object({ distributionRequestId: z.int(), year: z.int() })),
  /**
   * Physical inspection scores of three years, newest first, as far as the caller may read them: from
   * visits, or from report cards.
   */
  scores: z.array(z.object({ year: z.int(), score: z.int(), path: z.string() })),
  /** The interim day whose entered figures count. Null for the figures of the statement. */
  asOf: z.string().nullable(),
  /** The end of the statement's year, and today. */
  periodEnd: z.string(),
  today: z.string(),
  /**
   * A later year whose statement was submitted. If there is one, this request can no longer be submitted.
   */
  laterYear: z.int().nullable(),
  interimAllowed: z.boolean(),
  /** Whether the facts are loaded for the agency, which sees all inspections, findings and watch lists. */
  forAgency: z.boolean(),
})
export type GuardFacts = z.infer<typeof guardFacts>

/** The fields of a request that its guards check. */
export type GuardedRequest = {
  periodType: string
  interimDate: string | null
  interimLines: readonly InterimLine[]
  amountRequested: number | null
  approvedAmount: number | null
  freeOfNonCompliance: boolean | null
  freeOfDeficiencies: boolean | null
  offWatchList: boolean | null
  meetsInterimRule: boolean | null
}

/** Builds a requirement that the portal answers. */
export const buildGuard = (
  id: string,
  title: string,
  passes: boolean,
  proof: string,
  to: string,
  waivable = false,
): Guard => ({
  id,
  title,
  passes,
  proof,
  to,
  waivable,
  field: null,
})
