import { isAgency } from '../model/access.ts'
import type { AnyEntity } from '../model/entity.ts'
import { refuse } from '../model/refusals.ts'
import type { statusCalls } from '../model/statusCalls.ts'
import { type Flow, type FlowRow, type FlowSettings, stepTo } from '../model/workflow.ts'
import { type AnyContext, type Served, serve } from './serve.ts'
import { type Effects, lockRow, type TransitionRequest, transition } from './workflow.ts'

/** What a module says of its workflow on the server. */
export type ServedFlow<R extends FlowRow> = {
  flow: Flow
  entity: AnyEntity
  effects: Effects<R>
  /** Which settings hold for a record; the two-person rule is off unless they say otherwise. */
  settings?: (context: AnyContext, row: R) => Promise<FlowSettings>
}

/** What the shared status calls answer: one record, and lists of them by status. */
export type StatusAnswers = {
  detail: (context: AnyContext, rowId: number) => Promise<unknown>
  list: (context: AnyContext, filter: { statusId: number; propertyId?: number }) => Promise<unknown[]>
}

type Wanted = Pick<TransitionRequest, 'reason' | 'version' | 'to'>

/** Takes a step of a workflow; see `transition`. `choose` names it, knowing the locked row. */
export async function takeStep<R extends FlowRow>(
  context: AnyContext,
  { flow, entity, effects, settings }: ServedFlow<R>,
  rowId: number,
  choose: string | ((row: R) => string | undefined),
  wanted: Wanted = {},
): Promise<R> {
  const row = await lockRow<R>(context, entity, rowId)
  const held = (await settings?.(context, row)) ?? { twoPerson: false }
  const step = typeof choose === 'string' ? choose : choose(row)
  if (!step) return refuse.conflict(`${flow.title}: no step leads there from the present status.`)
  return transition(context, flow, entity, effects, { rowId, step, ...wanted, ...held })
}

/** Answers the status calls of a controller. */
export function serveStatusCalls<R extends FlowRow>(
  calls: ReturnType<typeof statusCalls>,
  served: ServedFlow<R>,
  answers: StatusAnswers,
): Served[] {
  const { flow } = served
  const take = async (
    context: AnyContext,
    rowId: number,
    choose: Parameters<typeof takeStep<R>>[3],
    wanted: Wanted,
  ) => {
    await takeStep(context, served, rowId, choose, wanted)
    return answers.detail(context, rowId)
  }
  const towards = (context: AnyContext, statusId: number) => (row: R) =>
    stepTo(flow, row.statusId, statusId, context.actor)
  return [
    serve(calls.submit, (context) => take(context, context.params.id, 'submit', context.body)),
    serve(calls.unSubmit, (context) =>
      take(context, context.params.id, isAgency(context.actor) ? 'return' : 'recall', context.body),
    ),
    serve(calls.review, (context) => {
      const { id, ...wanted } = context.body as unknown as { id: number } & Wanted
      return take(context, id, (row) => towards(context, row.statusId < 3 ? 3 : 4)(row), wanted)
    }),
    serve(calls.changeStatus, (context) => {
      const { id, statusId, ...wanted } = context.body as unknown as { id: number; statusId: number } & Wanted
      return take(context, id, towards(context, statusId), wanted)
    }),
    serve(calls.byStatus, ({ params, ...context }) => answers.list(context, { statusId: params.status })),
    serve(calls.byStatusAndProperty, ({ params, ...context }) =>
      answers.list(context, { statusId: params.status, propertyId: params.propertyId }),
    ),
  ]
}
