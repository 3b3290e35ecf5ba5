import { type RawBuilder, sql } from 'kysely'
import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { getStepObstacle } from '#kernel/model/workflow.ts'
import { slot } from '#kernel/server/module.ts'
import { lockRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { type Effects, transition, writeHistory } from '#kernel/server/workflow.ts'
import { changeStatus, updateDecontrolStatus } from '../model/calls.ts'
import { Property } from '../model/entities.ts'
import {
  decontrolFlow,
  decontrolStartStatuses,
  getStatusLabel,
  getStepBetween,
  statusFlow,
} from '../model/status.ts'
import { loadPropertyDetail } from './detail.ts'
import { decontrolActorsSql, type PropertyRow, readProperty } from './property.ts'

/** SQL: selects one text for each open record of a module at a property, such as "Rent increase RI-12". */
export type OpenRecordsSql = (propertyId: number) => RawBuilder<unknown>

/** A module's part in the steps of a property's decontrol. */
export type DecontrolFollower = {
  /** Loads the faults that prevent a step. */
  getFaults: (context: AnyContext, propertyId: number, step: string) => Promise<Fault[]>
  /** Called after a step was taken, also after a status step that begins or undoes the decontrol. */
  afterStep: (context: AnyContext, propertyId: number, step: string) => Promise<void>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The module's parts in the steps of a property's decontrol. */
    decontrolFollowers?: readonly DecontrolFollower[]
    /** The open records of the module that prevent deleting a property. */
    propertyHolds?: readonly OpenRecordsSql[]
  }
}

const getPropertyHolds = slot('propertyHolds')
const getDecontrolFollowers = slot('decontrolFollowers')
const callFollowers = async (...step: Parameters<DecontrolFollower['afterStep']>) => {
  for (const { afterStep: followStep } of getDecontrolFollowers()) await followStep(...step)
}

/** Loads the open records of a property in one statement for all modules. */
export async function loadOpenWork({ db }: AnyContext, propertyId: number): Promise<string[]> {
  if (getPropertyHolds().length === 0) return []
  const parts = getPropertyHolds().map((hold) => sql`(${hold(propertyId)})`)
  const result = await sql<{
    words: string
  }>`select words from (${sql.join(parts, sql` union all `)}) as open (words)`.execute(db)
  return result.rows.map((row) => row.words)
}

const effects: Effects<PropertyRow> = {
  activate: {
    needs: async (_, property) =>
      property.serviceDate
        ? []
        : [
            {
              field: 'serviceDate',
              message: 'Placed in service: enter the date before the property becomes active.',
            },
          ],
  },
  decontrol: { stamp: () => ({ decontrolStatus: RequestStatus.NOT_SUBMITTED }) },
  undoDecontrol: { stamp: () => ({ decontrolStatus: null }) },
  delete: {
    needs: async (context, property) =>
      (await loadOpenWork(context, property.propertyId)).map((text) => ({
        field: '',
        message: `Still open: ${text}.`,
      })),
  },
}

type StepRequest = { propertyId: number; statusId: number; reason?: string | null; version?: number | null }

/** Returns the step to a status. The present status is accepted only to repeat the step that led to it. */
async function findStepTo(context: AnyContext, { propertyId, statusId }: StepRequest): Promise<string> {
  const property = await readProperty(context, propertyId)
  if (property.statusId !== statusId) return getStepBetween(property.statusId, statusId)
  const last = await context.db
    .selectFrom('statusHistory')
    .select('action')
    .where('entity', '=', statusFlow.entity)
    .where('rowId', '=', propertyId)
    .orderBy('statusHistoryId', 'desc')
    .limit(1)
    .executeTakeFirst()
  const step = statusFlow.steps[last?.action ?? '']
  return step?.to === statusId
    ? step.name
    : refuse.conflict(`${property.name} is ${getStatusLabel(statusId)} already.`)
}

/** Takes the step of a property to another status. Refuses with 403, 409 or 422, like `transition`. */
export async function takeStep(context: AnyContext, request: StepRequest): Promise<void> {
  const { propertyId, statusId, reason, version } = request
  const step = await findStepTo(context, request)
  const property = await lockRow(context, Property, propertyId)
  const stepRequest = { rowId: propertyId, step, to: statusId, reason, version, twoPerson: false }
  await transition(context, statusFlow, Property, effects, property, stepRequest, undefined)
  // A property that leaves the status Decontrol, even by a forced change, ends its decontrol.
  const leavesDecontrol =
    property.statusId === PropertyStatus.Decontrol && statusId !== PropertyStatus.Decontrol
  if (leavesDecontrol) await callFollowers(context, propertyId, 'undoDecontrol')
}

/** Returns the step of the property's status that a decontrol step causes; null if it causes none. */
function getStatusStep(step: string, property: PropertyRow): { name: string; to: number } | null {
  if (step === 'start' && property.statusId !== PropertyStatus.Decontrol)
    return { name: 'decontrol', to: PropertyStatus.Decontrol }
  return step === 'reject' ? { name: 'undoDecontrol', to: PropertyStatus.Active } : null
}

/** Takes the decontrol step that leads to a status. Repeating the last step changes nothing. */
export async function takeDecontrolStep(context: AnyContext, request: StepRequest): Promise<void> {
  const { propertyId, statusId, reason, version } = request
  const property = await lockRow(context, Property, propertyId)
  const present = property.decontrolStatus ?? RequestStatus.NOT_STARTED
  const step =
    Object.values(decontrolFlow.steps).find((step) => step.to === statusId) ?? refuse.notFound('This step')
  // The people who took part earlier are needed only if another person must take this step.
  const result =
    step.notBy &&
    (await sql<{ by: number[] }>`select ${decontrolActorsSql(propertyId)} as by`.execute(context.db))
  const row = { ...property, statusId: present, seenBy: result?.rows[0]?.by ?? [] }
  const blocker = getStepObstacle(step, row, context.actor, { twoPerson: true })
  if (blocker?.kind === 'rank') refuse.forbidden(blocker.message)
  if (present === statusId) return
  await refuseStaleVersion(context, Property, propertyId, version, property.version)
  if (blocker?.kind === 'two-person') refuse.forbidden(blocker.message)
  if (blocker) refuse.conflict(blocker.message)
  if (!decontrolStartStatuses.includes(property.statusId))
    refuse.conflict(
      `${property.name} is ${getStatusLabel(property.statusId)}; only a property under control is released.`,
    )
  const faults = await Promise.all(
    getDecontrolFollowers().map(({ getFaults: needs }) => needs(context, propertyId, step.name)),
  )
  if (faults.flat().length > 0) refuse.rule('There is a problem', faults.flat())
  const text = reason?.trim() || null
  const statusStep = getStatusStep(step.name, property)
  await updateRow(context, Property, propertyId, {
    decontrolStatus: statusId,
    ...(statusStep ? { statusId: statusStep.to } : {}),
  })
  const record = (entity: string, from: number, to: number, action: string) =>
    writeHistory(context, entity, propertyId, propertyId, from, to, action, text)
  await record(decontrolFlow.entity, present, statusId, step.name)
  if (statusStep) await record(statusFlow.entity, property.statusId, statusStep.to, statusStep.name)
  await callFollowers(context, propertyId, step.name)
}

/** The handlers of the calls that change the status and the decontrol status of a property. */
export const statusHandlers = [
  serve(changeStatus, async (context) => {
    await takeStep(context, context.body)
    return loadPropertyDetail(context, context.body.propertyId)
  }),
  serve(updateDecontrolStatus, async (context) => {
    const { propertyId, decontrolStatus } = context.params
    await takeDecontrolStep(context, { propertyId, statusId: decontrolStatus, ...context.body })
    return loadPropertyDetail(context, propertyId)
  }),
]
