import { getOffers, getOffersOfKind, MOST_OFFERS, type Offer } from '#ground/portfolio/properties/model/index.ts'
import { inScope } from '#kernel/model/access.ts'
import { Refusal, type RefusalKind, refuse } from '#kernel/model/refusals.ts'
import { slot } from '#kernel/server/module.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { inSentence } from '../model/words.ts'
import type { Kit, Owner, Values } from './kit.ts'
import { has, subjectOf } from './records.ts'
import { beginWith } from './saving.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The kinds of records that are begun at a property. */
    begunKinds?: readonly Kit[]
  }
}

const begunKinds = slot('begunKinds', (kinds) => new Map(kinds.map((kit) => [kit.review.name, kit])))

/** Refusals that tell of the record as it stands, not of what was asked wrongly. */
const telling: readonly RefusalKind[] = ['rule', 'conflict']

/** The answer to whether a record can be begun, by what would refuse it. */
export async function offerOf(context: AnyContext, kit: Kit, owner: Owner, sent: Values): Promise<Offer> {
  const { propertyId } = owner
  await subjectOf(context, owner)
  if (propertyId !== null && !inScope(context.actor.scope.write, propertyId)) {
    const label = inSentence(kit.review.entity.label)
    return { allowed: false, reason: `You may read ${label}s of this property, but not begin one.`, way: null }
  }
  try {
    await beginWith(context, kit, owner, sent)
    return { allowed: true, reason: null, way: null }
  } catch (error) {
    if (!(error instanceof Refusal) || !telling.includes(error.kind)) throw error
    const words = error.faults.map((fault) => fault.message)
    return { allowed: false, reason: words.length > 0 ? words.join(' ') : error.message, way: error.way }
  }
}

/** The same for what is begun at a property as such; null for what is begun from another record. */
async function offerAt(context: AnyContext, kit: Kit, propertyId: number): Promise<Offer | null> {
  try {
    return await offerOf(context, kit, { propertyId, managementCompanyId: null }, {})
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') return null
    throw error
  }
}

const ofProperty = (kit: Kit): boolean => has(kit.review, 'propertyId')

export const servedOffers: Served[] = [
  serve(getOffers, async (context) => {
    const { propertyId } = context.params
    await subjectOf(context, { propertyId, managementCompanyId: null })
    const offers = []
    for (const [kind, kit] of begunKinds()) {
      const answer = ofProperty(kit) ? await offerAt(context, kit, propertyId) : null
      if (answer) offers.push({ kind, ...answer })
    }
    return offers
  }),

  serve(getOffersOfKind, async (context) => {
    const kit = begunKinds().get(context.params.kind) ?? refuse.notFound('This kind of record')
    const written = context.actor.scope.write
    if (written === null || written.length > MOST_OFFERS || !ofProperty(kit)) return []
    const offers = []
    for (const propertyId of written) {
      const answer = await offerAt(context, kit, propertyId)
      if (answer) offers.push({ propertyId, ...answer })
    }
    return offers
  }),
]
