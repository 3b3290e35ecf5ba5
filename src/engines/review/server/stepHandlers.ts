import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { buildNotWrittenFault } from '#kernel/server/shape.ts'
import type { ReviewPageQuery } from '../model/calls.ts'
import { isFiledByAgency } from '../model/review.ts'
import { findStepTo } from '../model/steps.ts'
import type { AnyDetail, AnyRow, Kit, Values } from './kit.ts'
import { save } from './saving.ts'
import type { StepOptions } from './steps.ts'

/** The context of the review layer's calls. The declared shapes of their inputs are already checked. */
export type ReviewCallContext = AnyContext & {
  params: { id: number; ownerId: number; propertyId: number; status: number; name: string }
  query: ReviewPageQuery & { open?: boolean; part?: string }
  body: StepOptions & {
    id: number
    step: string
    statusId: number
    userId: number | null
    agencyComments: string | null
  }
}
export type Handler = (context: ReviewCallContext) => Promise<unknown>

/** Takes a step of a record and returns the record after it. */
export type TakeStep = (
  context: AnyContext,
  id: number,
  choose: string | ((row: AnyRow) => string | undefined),
  options?: StepOptions,
) => Promise<AnyDetail>

/** Refuses a step in the name of another user: the person who acts is always the signed-in user. */
export function refuseOtherCaller({ actor }: AnyContext, userId: number | null | undefined): void {
  if (userId && userId !== actor.userId) refuse.invalid([buildNotWrittenFault('userId')])
}

/** Builds the handlers of the calls that take steps. */
export function stepHandlers(kit: Kit, takeStep: TakeStep): Record<string, Handler> {
  const { review } = kit
  const submit = (context: AnyContext, id: number, options?: StepOptions) =>
    takeStep(
      context,
      id,
      isAgency(context.actor) && !isFiledByAgency(review) ? 'submitOnBehalf' : 'submit',
      options,
    )
  const chooseStepTo = (context: AnyContext, statusId: number) => (row: AnyRow) =>
    findStepTo(review.flow, row.statusId, statusId, context.actor)
  // If the flow has no step that starts a review, a submitted record is reviewed next.
  const startsReview = (row: AnyRow) =>
    row.statusId < RequestStatus.UNDER_REVIEW && review.flow.steps.startReview !== undefined
  return {
    saveAndSubmit: async (context) =>
      submit(context, await save(context, kit, context.body as unknown as Values & { request: Values })),
    takeStep: ({ body: { id, ...options }, params: { name }, ...context }) =>
      takeStep(context, id, name, options),
    submit: (context) => submit(context, context.params.id, context.body),
    unSubmit: (context) =>
      takeStep(context, context.params.id, isAgency(context.actor) ? 'return' : 'recall', context.body),
    review: ({ body: { id, ...options }, ...context }) =>
      takeStep(
        context,
        id,
        (row) =>
          chooseStepTo(context, startsReview(row) ? RequestStatus.UNDER_REVIEW : RequestStatus.REVIEWED)(row),
        options,
      ),
    changeStatus: async ({ body: { id, statusId, userId, ...options }, ...context }) => {
      // The right to the step is checked first; a refusal after it rolls the step back with its transaction.
      const detail = await takeStep(context, id, chooseStepTo(context, statusId), options)
      refuseOtherCaller(context, userId)
      return detail
    },
    forceStatus: ({ body: { id, statusId, ...options }, ...context }) =>
      takeStep(context, id, 'adminChange', { ...options, to: statusId }),
  }
}
