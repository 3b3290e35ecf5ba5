import { z } from 'zod'

/** The agency's equity figure of a year: the beginning amount and the additions, in dollars. */
export const equityFigure = z.object({
  year: z.int(),
  equity: z.number(),
  /** Null in the first year, whose equity is entered. */
  beginning: z.number().nullable(),
  principalPaid: z.number(),
  improvements: z.number(),
  principalToDate: z.number(),
  /** The remaining balance of the mortgages in the loan register. Null if unknown. */
  mortgages: z.number().nullable(),
  /** Whether it is the figure stored with an accepted statement. */
  stored: z.boolean(),
})
