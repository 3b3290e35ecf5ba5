import { z } from 'zod'

/** The agency's equity figure of a year: the beginning amount and the additions; dollars. */
export const equityFigure = z.object({
  year: z.int(),
  equity: z.number(),
  /** Null in the first year, which is set. */
  beginning: z.number().nullable(),
  principalPaid: z.number(),
  improvements: z.number(),
  principalToDate: z.number(),
  /** The remaining balance of the mortgages by the register of loans; null where unknown. */
  mortgages: z.number().nullable(),
  /** Whether it is what an accepted statement saw. */
  stored: z.boolean(),
})
