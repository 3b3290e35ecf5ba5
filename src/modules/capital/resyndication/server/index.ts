import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { chainRows, loadCandidates, loadProject } from './chain.ts'
import { loadResyndicationPlan, loadResyndicationSound } from './plan.ts'
import { record } from './record.ts'

type Stored = {
  resyndicationId: number
  oldPropertyId: number
  newPropertyId: number
  resyndicationType: string
  resyndicatedDate: string | null
  note: string | null
}

/** By the generic calls one is recorded like any other. */
async function create(context: AnyContext, payload: Partial<Stored>): Promise<number> {
  const {
    oldPropertyId,
    newPropertyId,
    resyndicationType = null,
    resyndicatedDate = null,
    note = null,
  } = payload
  const [id] = await record(context, {
    oldPropertyIds: oldPropertyId ? [oldPropertyId] : [],
    newPropertyIds: newPropertyId ? [newPropertyId] : [],
    resyndicationType,
    resyndicatedDate,
    note,
  })
  return id!
}

/** Its properties stay; type, day and note are put right. */
async function before(context: AnyContext, values: Partial<Stored>, present: Stored) {
  const updated = { ...present, ...values }
  if (updated.oldPropertyId !== present.oldPropertyId || updated.newPropertyId !== present.newPropertyId)
    refuse.invalid([
      {
        field: 'newPropertyId',
        message: 'New property: the link stays with its properties. Remove it and record another.',
      },
    ])
  // What stands is not judged again: a link may be sent back as it was read.
  if (
    updated.resyndicationType === present.resyndicationType &&
    updated.resyndicatedDate === present.resyndicatedDate
  )
    return values
  await loadResyndicationSound(
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

/** Everything the module answers. */
export const served: Served[] = [
  ...serveController(calls.types),
  ...serveController(calls.resyndications, {
    create: (context, values) => create(context, values as Partial<Stored>),
    before: (context, values, present) => before(context, values as Partial<Stored>, present as Stored),
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
    const chain = await chainRows(context, [propertyId])
    return {
      project,
      resyndicatedTo: Number(chain.some((item) => item.oldProject.propertyId === propertyId)),
      resyndicatedFrom: Number(chain.some((item) => item.newProject.propertyId === propertyId)),
      chain,
    }
  }),
  serve(calls.getHistory, async (context) => {
    const { propertyId, latest } = context.params
    const newestFirst = (await chainRows(context, [propertyId])).toReversed()
    return latest ? newestFirst.slice(0, 1) : newestFirst
  }),
  serve(calls.previewResyndication, (context) => loadResyndicationPlan(context, context.body)),
  serve(calls.createResyndication, async (context) => {
    await record(context, context.body)
    return chainRows(context, context.body.oldPropertyIds)
  }),
]
