import { sql } from 'kysely'
import { getOffers, getOffersOfKind, MAX_OFFERS, type Offer } from '#core/portfolio/properties/model/index.ts'
import { loadObstaclesByProperty } from '#core/portfolio/tasks/server/index.ts'
import { inScope, mayCall, type Scope } from '#kernel/model/access.ts'
import { Refusal, type RefusalKind, refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { slot } from '#kernel/server/module.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { inSentence } from '../model/words.ts'
import type { Kit, Owner, RefusedAtProperty, Values } from './kit.ts'
import { has, loadSubject } from './records.ts'
import { getInitialValues } from './saving.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The kinds of records that are begun at a property. */
    begunKinds?: readonly Kit[]
  }
}

const begunKinds = slot('begunKinds', (kinds) => new Map(kinds.map((kit) => [kit.review.name, kit])))

/** Refusals that are due to the data, not to a wrong request. */
const refusalsByData: readonly RefusalKind[] = ['rule', 'conflict']

/** Determines whether the caller can begin a record by running the checks that would refuse it. */
export async function loadReviewOffer(
  context: AnyContext,
  kit: Kit,
  owner: Owner,
  values: Values,
): Promise<Offer> {
  const { propertyId } = owner
  await loadSubject(context, owner)
  const { flow, entity } = kit.review
  const fresh = { ...owner, statusId: RequestStatus.NOT_SUBMITTED, version: 0 }
  const writes = propertyId === null || inScope(context.actor.scope.write, propertyId)
  if (!writes || !canEdit(flow, fresh, context.actor)) {
    return {
      allowed: false,
      reason: `You may read ${inSentence(entity.label)}s, but not begin one.`,
      way: null,
    }
  }
  try {
    await getInitialValues(context, kit, owner, values)
    return { allowed: true, reason: null, way: null }
  } catch (error) {
    if (!(error instanceof Refusal) || !refusalsByData.includes(error.kind)) throw error
    const labels = error.faults.map((fault) => fault.message)
    return { allowed: false, reason: labels.length > 0 ? labels.join(' ') : error.message, way: error.way }
  }
}

/** A kind of records, and the properties where the caller writes them. */
type WritableKind = { kit: Kit; properties: Scope }

/**
 * Determines whether the caller can begin a record of a kind at a property. Null for kinds that are begun
 * from another record.
 */
async function loadOfferAtProperty(
  context: AnyContext,
  { kit, properties }: WritableKind,
  propertyId: number,
): Promise<Offer | null> {
  // This call needs no permission, so the caller's scope is replaced by that of the kind.
  const scope = { ...context.actor.scope, write: properties }
  const writer = { ...context, actor: { ...context.actor, scope } }
  try {
    return await loadReviewOffer(writer, kit, { propertyId, managementCompanyId: null }, {})
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') return null
    throw error
  }
}

/** Returns the permission needed to write records of a kind; null if it needs a role instead. */
function getWriteKey({ review: { access } }: Kit): string | null {
  if (typeof access === 'string') return access
  return access.write.kind === 'permission' ? access.write.key : null
}

/** Loads the kinds of records that the caller may write, with the properties where this is so. */
async function loadWritableKinds(context: AnyContext, kits: readonly Kit[]): Promise<WritableKind[]> {
  const ofProperties = kits.filter((kit) => has(kit.review, 'propertyId'))
  const keys = [...new Set(ofProperties.map(getWriteKey).filter((key) => key !== null))]
  const result = await sql<{ key: string; properties: Scope }>`
    select k.key, kernel.scope(${context.actor.userId}, k.key, 'write') as properties
    from unnest(${keys}::text[]) as k (key)`.execute(context.db)
  const scopes = new Map(result.rows.map(({ key, properties }) => [key, properties]))
  return ofProperties.flatMap((kit) => {
    const key = getWriteKey(kit)
    if (key !== null) return [{ kit, properties: scopes.get(key) ?? null }]
    const may = mayCall(context.actor, kit.review.calls.mayBegin.access) === 'yes'
    return may ? [{ kit, properties: context.actor.scope.write }] : []
  })
}

type OfferAtProperty = Offer & { propertyId: number }

const refuseAt = (propertyId: number, refusal: RefusedAtProperty): OfferAtProperty => ({
  propertyId,
  allowed: false,
  ...refusal,
})

/**
 * Loads the offers of a kind at every property where the caller writes it. Those that do not file it are
 * checked in one statement, the others likewise if the kind can do so, and else one by one. More than
 * `MAX_OFFERS` of the latter are left out.
 */
async function loadOffersOfKind(context: AnyContext, written: WritableKind): Promise<OfferAtProperty[]> {
  const { kit, properties } = written
  const obstacles = await loadObstaclesByProperty(context, properties, kit.review.module)
  const unfiled = [...obstacles].map(([propertyId, reasons]) =>
    refuseAt(propertyId, { reason: reasons.join(' '), way: null }),
  )
  const { refusals: loadRefusals } = kit.server
  if (loadRefusals) {
    const refusals = await loadRefusals(context, properties)
    const refused = [...refusals].filter(([propertyId]) => !obstacles.has(propertyId))
    const allowed = (properties ?? []).filter((id) => !obstacles.has(id) && !refusals.has(id))
    return [
      ...unfiled,
      ...refused.map(([propertyId, refusal]) => refuseAt(propertyId, refusal)),
      ...allowed.map((propertyId) => ({ propertyId, allowed: true, reason: null, way: null })),
    ]
  }
  const candidates = properties?.filter((propertyId) => !obstacles.has(propertyId))
  if (!candidates || candidates.length > MAX_OFFERS) return unfiled
  const offers: OfferAtProperty[] = []
  for (const propertyId of candidates) {
    const answer = await loadOfferAtProperty(context, written, propertyId)
    if (answer) offers.push({ propertyId, ...answer })
  }
  return [...unfiled, ...offers]
}

/** The calls that answer which records the caller can begin. */
export const servedOffers: Served[] = [
  serve(getOffers, async (context) => {
    const { propertyId } = context.params
    await loadSubject(context, { propertyId, managementCompanyId: null })
    const offers = []
    for (const written of await loadWritableKinds(context, [...begunKinds().values()])) {
      const answer = inScope(written.properties, propertyId)
        ? await loadOfferAtProperty(context, written, propertyId)
        : null
      if (answer) offers.push({ kind: written.kit.review.name, ...answer })
    }
    return offers
  }),

  serve(getOffersOfKind, async (context) => {
    const kit = begunKinds().get(context.params.kind) ?? refuse.notFound('This kind of record')
    const [written] = await loadWritableKinds(context, [kit])
    if (!written) return []
    const { propertyId } = context.query
    if (propertyId === undefined) return loadOffersOfKind(context, written)
    await loadSubject(context, { propertyId, managementCompanyId: null })
    if (!inScope(written.properties, propertyId)) return []
    const answer = await loadOfferAtProperty(context, written, propertyId)
    return answer ? [{ propertyId, ...answer }] : []
  }),
]
