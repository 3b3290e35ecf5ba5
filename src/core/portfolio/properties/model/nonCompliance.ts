import { z } from 'zod'

/**
 * Why a property is non-compliant (domain 27): `findings` if open findings block requests, `mark` if it is
 * only marked by hand, null if it is compliant.
 */
export const nonComplianceState = z.enum(['findings', 'mark']).nullable()
export type NonComplianceState = z.infer<typeof nonComplianceState>

/** The labels of the two states on screens, in reports and in messages. */
export const nonComplianceLabels = {
  findings: 'Non-compliant',
  mark: 'Marked non-compliant by hand',
} as const

/** The message for a property that is marked by hand and has no finding that blocks requests. */
export const MARKED_BY_HAND = 'The property is marked non-compliant by hand; no finding blocks requests.'
