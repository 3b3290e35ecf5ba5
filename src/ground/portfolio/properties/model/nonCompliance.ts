import { z } from 'zod'

/**
 * Why a property is not compliant (domain 27): findings that block requests are open, or it is marked by hand
 * and none blocks; null where neither holds.
 */
export const nonComplianceState = z.enum(['findings', 'mark']).nullable()
export type NonComplianceState = z.infer<typeof nonComplianceState>

/** What screens, reports and guards call the two. */
export const nonComplianceLabels = {
  findings: 'Non-compliant',
  mark: 'Marked non-compliant by hand',
} as const

/** The sentence of a guard for a property that is marked and has no blocking finding. */
export const MARKED_BY_HAND = 'The property is marked non-compliant by hand; no finding blocks requests.'
