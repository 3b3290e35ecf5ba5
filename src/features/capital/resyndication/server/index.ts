import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { loadCandidates, loadChain, loadProject } from './chain.ts'
import { loadResyndicationPlan, loadValidResyndication } from './plan.ts'
import { recordResyndication } from './record.ts'

type StoredLink = {
  resyndicationId: number
  oldPropertyId: number
  newPropertyId: number
  resyndicationType: string
  resyndicatedDate: string | null
  note: string | null
}

/** Records a resyndication of one old and one new property, for the generic call that creates one. */
async function createLink(context: AnyContext, payload: Partial<StoredLink>): Promise<number> {
  const {
    oldPropertyId,
    newPropertyId,
    resyndicationType = null,
    resyndicatedDate = null,
    note = null,
  } = payload
  const [id] = await recordResyndication(context, {
    oldPropertyIds: oldPropertyId ? [oldPropertyId] : [],
    newPropertyIds: newPropertyId ? [newPropertyId] : [],
    resyndicationType,
    resyndicatedDate,
    note,
  })
  return id!
}

/** Checks a change of a resyndication. Type, day and note may change, but not the properties. */
async function checkChange(context: AnyContext, values: Partial<StoredLink>, present: StoredLink) {
  const updated = { ...present, ...values }
  if (updated.oldPropertyId !== present.oldPropertyId || updated.newPropertyId !== present.newPropertyId)
    refuse.invalid([
      {
        field: 'newPropertyId',
        message: 'New property: the link stays with its properties. Remove it and record another.',
      },
    ])
  // Unchanged type and day are not checked again, so that an old link can be saved as it is.
  if (
    updated.resyndicationType === present.resyndicationType &&
    updated.resyndicatedDate === present.resyndicatedDate
  )
    return values
  await loadValidResyndication(
    context,
    {
      oldPropertyIds: [present.oldPropertyId],
      newPropertyIds: [present.newPropertyId],
      ...updated,
    },
    present.resyndicationId,
  )
  return values
}

/** The handlers of the calls about resyndications. */
export const served: Served[] = [
  ...serveController(calls.types),
  ...serveController(calls.resyndications, {
    create: (context, values) => createLink(context, values as Partial<StoredLink>),
    before: (context, values, present) =>
      checkChange(context, values as Partial<StoredLink>, present as StoredLink),
  }),
  serve(calls.createModel, async () => ({
    oldPropertyIds: [],
    newPropertyIds: [],
    resyndicationType: null,
    resyndicatedDate: null,
    note: null,
    carryRents: true,
  })),
  serve(calls.createRow, async (context) => {
    const { propertyId } = context.params
    const oldProject = await loadProject(context, propertyId)
    const candidates = await loadCandidates(context, propertyId)
    const newProject = candidates.length === 1 ? candidates[0]! : null
    return {
      oldProject,
      newProject,
      resyndicationType: null,
      resyndicatedDate: context.settings.today(),
      candidates,
    }
  }),
  serve(calls.getInfo, async (context) => {
    const { propertyId } = context.params
    const project = await loadProject(context, propertyId)
    const chain = await loadChain(context, [propertyId])
    return {
      project,
      resyndicatedTo: Number(chain.some((item) => item.oldProject.propertyId === propertyId)),
      resyndicatedFrom: Number(chain.some((item) => item.newProject.propertyId === propertyId)),
      chain,
    }
  }),
  serve(calls.getHistory, async (context) => {
    const { propertyId, latest } = context.params
    const newestFirst = (await loadChain(context, [propertyId])).toReversed()
    return latest ? newestFirst.slice(0, 1) : newestFirst
  }),
  serve(calls.previewResyndication, (context) => loadResyndicationPlan(context, context.body)),
  serve(calls.createResyndication, async (context) => {
    await recordResyndication(context, context.body)
    return loadChain(context, context.body.oldPropertyIds)
  }),
]
