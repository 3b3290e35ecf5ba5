import { z } from 'zod'

/** A property in a list. Modules extend it with their own fields. */
export const propertyLine = z.object({
  propertyId: z.int(),
  name: z.string(),
  agencyNumber: z.string().nullable(),
  city: z.string().nullable(),
  managementCompanyName: z.string().nullable(),
  units: z.int(),
})
/** A property in a list. The LIHTC number is shown if there is no agency number. */
export type PropertyLine = z.infer<typeof propertyLine> & { lihtcNumber?: string | null }
