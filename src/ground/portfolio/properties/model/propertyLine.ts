import { z } from 'zod'

/** What a subject's list of properties tells of each; a subject adds its own. */
export const propertyLine = z.object({
  propertyId: z.int(),
  name: z.string(),
  agencyNumber: z.string().nullable(),
  city: z.string().nullable(),
  managementCompanyName: z.string().nullable(),
  units: z.int(),
})
/** Such a line; its second number stands where the first is missing. */
export type PropertyLine = z.infer<typeof propertyLine> & { lihtcNumber?: string | null }
