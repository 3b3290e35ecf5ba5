import { z } from 'zod'
import { type Access, signedIn } from '#kernel/model/access.ts'
import { type Call, call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'

/** The path under which the specification puts the calls for properties. */
export const path = '/api/projects'

/** The path parameters of calls for one property. */
export const byProperty = z.object({ propertyId: id('Property') })

/** Declares a GET for one property; by default everyone tied to the property may read. */
export const getPropertyRead = <A extends z.core.$ZodType>(
  action: string,
  answer: A,
  summary: string,
  access: Access = signedIn,
): Call<typeof byProperty, undefined, undefined, A> =>
  call({ method: 'GET', path: `${path}/${action}/:propertyId`, access, params: byProperty, answer, summary })

/** The id of a row to remove, in the path or the query, because the specification leaves it open (C10). */
export const idInPathOrQuery = {
  params: z.object({ id: id().optional() }),
  query: z.object({ id: id().optional() }),
  closedQuery: true,
}
