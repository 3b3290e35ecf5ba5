import { z } from 'zod'
import { signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'

/** A button for an alternative: its label and the path it opens. */
const alternative = z.object({ label: z.string(), to: z.string() })

/** Whether a new record may be started, and if not, the reason and the alternative. */
export const offer = z.object({
  allowed: z.boolean(),
  reason: z.string().nullable(),
  way: alternative.nullable(),
})
export type Offer = z.infer<typeof offer>

const kind = z.string().max(60).meta({ label: 'Kind of record', kind: 'text' })

export const getOffers = call({
  method: 'GET',
  path: '/api/Property/GetOffers/:propertyId',
  access: signedIn,
  params: z.object({ propertyId: id('Property') }),
  answer: z.array(offer.extend({ kind: z.string() })),
  summary: 'Which kinds of records can be begun at a property now, and of the others, why not',
})

/**
 * Offers that need statements of their own are not checked in advance for more properties than this. They are
 * checked when a property is chosen.
 */
export const MAX_OFFERS = 60

export const getOffersOfKind = call({
  method: 'GET',
  path: '/api/Property/GetOffersOfKind/:kind',
  access: signedIn,
  params: z.object({ kind }),
  query: z.object({ propertyId: id('Property').optional() }),
  answer: z.array(offer.extend({ propertyId: z.int() })),
  summary: `At which properties of the caller, or at one, a kind of record can be begun now. Where this would be dear for more than ${MAX_OFFERS} properties, it leaves out those that may be chosen`,
})
