import { z } from 'zod'
import { signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'

/** Nothing is searched for fewer characters. */
export const LEAST_CHARACTERS = 2
/** The most results of one kind. */
export const MOST_OF_A_KIND = 6

const Found = z.object({
  /** The kind of the result: `property`; results are grouped by kind. */
  kind: z.string(),
  id: z.int(),
  /** The property a request or contact belongs to. */
  propertyId: z.int().nullable(),
  label: z.string(),
  /** A detail that distinguishes results of the same name. */
  detail: z.string(),
  /** Its screen, a path of the app; null where its kind alone says where it leads. */
  to: z.string().nullable(),
})
/** One thing found. */
export type Found = z.infer<typeof Found>

export const findAnything = call({
  method: 'GET',
  path: '/api/Search',
  access: signedIn,
  query: z.object({ text: z.string().max(200).meta({ label: 'Search', kind: 'text' }) }),
  answer: z.array(Found),
  summary: `Search by name or number, tolerating typing errors: the ${MOST_OF_A_KIND} best matches of each kind that the caller may see`,
})
