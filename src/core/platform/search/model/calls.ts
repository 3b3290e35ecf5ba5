import { z } from 'zod'
import { signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'

/** The least number of characters for which anything is searched. */
export const MIN_CHARACTERS = 2
/** The greatest number of results of one kind. */
export const MAX_OF_A_KIND = 6

const Found = z.object({
  /** The kind of the result, such as `property`. Results are grouped by kind. */
  kind: z.string(),
  id: z.int(),
  /** The property that a request or contact belongs to. */
  propertyId: z.int().nullable(),
  label: z.string(),
  /** A detail that distinguishes results with the same label. */
  detail: z.string(),
  /** The path of its screen; null if the path follows from its kind and id. */
  to: z.string().nullable(),
})
/** A result of the search. */
export type SearchResult = z.infer<typeof Found>

export const findAnything = call({
  method: 'GET',
  path: '/api/Search',
  access: signedIn,
  query: z.object({ text: z.string().max(200).meta({ label: 'Search', kind: 'text' }) }),
  answer: z.array(Found),
  summary: `Search by name or number, tolerating typing errors: the ${MAX_OF_A_KIND} best matches of each kind that the caller may see`,
})
