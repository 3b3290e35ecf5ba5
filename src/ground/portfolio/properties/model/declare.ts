import { z } from 'zod'
import { type Access, signedIn } from '#kernel/model/access.ts'
import { type Call, call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'

/** Where the specification's calls on properties begin. */
export const path = '/api/projects'

/** The parameter of every call on one property. */
export const byProperty = z.object({ propertyId: id('Property') })

/** Declares a GET on one property; by default all people with a tie to it may read. */
export const getPropertyRead = <A extends z.core.$ZodType>(
  action: string,
  answer: A,
  summary: string,
  access: Access = signedIn,
): Call<typeof byProperty, undefined, undefined, A> =>
  call({ method: 'GET', path: `${path}/${action}/:propertyId`, access, params: byProperty, answer, summary })

/** The id of a row to remove, in the path or in the query: the specification does not say which (C10). */
export const eitherId = {
  params: z.object({ id: id().optional() }),
  query: z.object({ id: id().optional() }),
  closedQuery: true,
}
