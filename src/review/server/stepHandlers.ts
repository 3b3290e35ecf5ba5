import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { notWritten } from '#kernel/server/shape.ts'
import type { WantedPage } from '../model/calls.ts'
import { isOfAgency } from '../model/review.ts'
import { stepTo } from '../model/steps.ts'
import type { AnyDetail, AnyRow, Kit, Values } from './kit.ts'
import { save } from './saving.ts'
import type { Wanted } from './steps.ts'

/** The input of the review layer's calls, for any subject; their declarations have checked the shapes. */
export type Asked = AnyContext & {
  params: { id: number; ownerId: number; propertyId: number; status: number; name: string }
  query: WantedPage & { open?: boolean; part?: string }
  body: Wanted & {
    id: number
    step: string
    statusId: number
    userId: number | null
    agencyComments: string | null
  }
}
export type Handler = (context: Asked) => Promise<unknown>

/** Takes a step of a record and returns the record after it. */
export type Stepped = (
  context: AnyContext,
  id: number,
  choose: string | ((row: AnyRow) => string | undefined),
  options?: Wanted,
) => Promise<AnyDetail>

/** Refuses a step in somebody else's name: who acts is known by the sign-in. */
export function refuseOtherCaller({ actor }: AnyContext, userId: number | null | undefined): void {
  if (userId && userId !== actor.userId) refuse.invalid([notWritten('userId')])
}

/** The calls that take steps. */
export function stepHandlers(kit: Kit, stepped: Stepped): Record<string, Handler> {
  const { review } = kit
  const submit = (context: AnyContext, id: number, options?: Wanted) =>
    stepped(
      context,
      id,
      isAgency(context.actor) && !isOfAgency(review) ? 'submitOnBehalf' : 'submit',
      options,
    )
  const towards = (context: AnyContext, statusId: number) => (row: AnyRow) =>
    stepTo(review.flow, row.statusId, statusId, context.actor)
  // If the flow has no step that starts a review, a submitted record is reviewed next.
  const begins = (row: AnyRow) =>
    row.statusId < RequestStatus.UNDER_REVIEW && review.flow.steps.startReview !== undefined
  return {
    saveAndSubmit: async (context) =>
      submit(context, await save(context, kit, context.body as unknown as Values & { request: Values })),
    takeStep: ({ body: { id, ...options }, params: { name }, ...context }) =>
      stepped(context, id, name, options),
    submit: (context) => submit(context, context.params.id, context.body),
    unSubmit: (context) =>
      stepped(context, context.params.id, isAgency(context.actor) ? 'return' : 'recall', context.body),
    review: ({ body: { id, ...options }, ...context }) =>
      stepped(
        context,
        id,
        (row) => towards(context, begins(row) ? RequestStatus.UNDER_REVIEW : RequestStatus.REVIEWED)(row),
        options,
      ),
    changeStatus: async ({ body: { id, statusId, userId, ...options }, ...context }) => {
      // The right to the step is checked first; a refusal after it rolls the step back with its transaction.
      const detail = await stepped(context, id, towards(context, statusId), options)
      refuseOtherCaller(context, userId)
      return detail
    },
    forceStatus: ({ body: { id, statusId, ...options }, ...context }) =>
      stepped(context, id, 'adminChange', { ...options, to: statusId }),
  }
}
