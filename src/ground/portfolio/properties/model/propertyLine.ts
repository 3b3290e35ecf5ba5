import { z } from 'zod'

/** A property in a subject's list; a subject adds its own fields. */
export const propertyLine = z.object({
  propertyId: z.int(),
  name: z.string(),
  agencyNumber: z.string().nullable(),
  city: z.string().nullable(),
  managementCompanyName: z.string().nullable(),
  units: z.int(),
})
/** Such a line; the LIHTC number replaces a missing agency number. */
export type PropertyLine = z.infer<typeof propertyLine> & { lihtcNumber?: string | null }
