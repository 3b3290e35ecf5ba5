import { taskTypeLabel } from '#ground/tasks/model/index.ts'
import { moveDueDate, type Task, taskOf, taskToExtend } from '#ground/tasks/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { type ServedFlow, serveStatusCalls } from '#kernel/server/statusCalls.ts'
import { lockRow } from '#kernel/server/workflow.ts'
import {
  emailReviewComplete,
  extensionRequests,
  extensionStatus,
  extensionsByProject,
  extensionWithActions,
} from '../model/calls.ts'
import { ExtensionRequest } from '../model/entities.ts'
import { extensionFlow } from '../model/flow.ts'
import { extensionFaults } from '../model/rules.ts'
import { extensionSettings } from '../model/settings.ts'
import { extensionDetails, oneExtension } from './detail.ts'
import { mailDecision, mailExtension } from './mails.ts'
import './tables.ts'

type ExtensionRow = Row<typeof ExtensionRequest>

const RESEND_AFTER_MS = 60_000

/** One extension for each task: refuses one that cannot be extended, or for which another was asked. */
async function refuseUnextendable(context: AnyContext, taskInstanceId: number): Promise<Task> {
  const task = await taskToExtend(context, taskInstanceId)
  const other = await context.db
    .selectFrom('extensionRequest')
    .select('statusId')
    .where('taskInstanceId', '=', task.taskInstanceId)
    .where('statusId', '<>', RequestStatus.REJECTED)
    .executeTakeFirst()
  if (other?.statusId === RequestStatus.APPROVED) refuse.rule('The due date was extended already.')
  if (other) refuse.conflict('An extension was asked for already.')
  return task
}

/** Everything that stands in the way of a submission or approval. */
async function faultsOf(context: AnyContext, row: ExtensionRow, forCompany: boolean): Promise<Fault[]> {
  const task = await taskOf(context, row.taskInstanceId)
  const mostDays = await context.settings.get(extensionSettings.mostDays)
  const filed = task.open ? [] : [{ field: '', message: `${taskTypeLabel(task.taskTypeId)} is submitted already.` }]
  return [
    ...filed,
    ...extensionFaults({ ...row, ...task, reason: row.reason, mostDays, today: context.settings.today(), forCompany }),
  ]
}

const now = (context: AnyContext): string => context.services.now().toISOString()
const decision = (context: AnyContext, _row: ExtensionRow, reason: string | null): Partial<ExtensionRow> => ({
  decided: now(context),
  decisionReason: reason,
  reviewerId: context.actor.userId,
  reviewMailed: now(context),
})

/** The workflow as the server runs it. */
const servedFlow: ServedFlow<ExtensionRow> = {
  flow: extensionFlow,
  entity: ExtensionRequest,
  effects: {
    submit: {
      needs: (context, row) => faultsOf(context, row, !isAgency(context.actor)),
      stamp: (context) => ({ submitted: now(context), submittedById: context.actor.userId }),
      after: (context, row) => mailExtension(context, row, 'submitted', null),
    },
    recall: { after: (context, row, reason) => mailExtension(context, row, 'recalled', reason) },
    return: { after: (context, row, reason) => mailExtension(context, row, 'returned', reason) },
    startReview: { stamp: (context) => ({ reviewerId: context.actor.userId }) },
    approve: {
      needs: (context, row) => faultsOf(context, row, false),
      stamp: decision,
      after: async (context, row) => {
        await moveDueDate(context, row.taskInstanceId, row.requestedDueDate ?? '', row.extensionRequestId)
        await mailDecision(context, row)
      },
    },
    deny: { stamp: decision, after: (context, row) => mailDecision(context, row) },
  },
}

const hooks: CrudHooks = {
  before: async (context, values, present) => {
    if (present && present.statusId !== RequestStatus.NOT_SUBMITTED)
      refuse.conflict('The request is with the agency and cannot be changed.')
    if (present) {
      const { taskInstanceId: _, ...changes } = values
      return changes
    }
    if (typeof values.taskInstanceId !== 'number')
      refuse.invalid([{ field: 'taskInstanceId', message: 'Task: *Field is required' }])
    const task = await refuseUnextendable(context, values.taskInstanceId as number)
    return { ...values, propertyId: task.propertyId }
  },
  beforeRemove: async (_, present) => {
    if (present.statusId !== RequestStatus.NOT_SUBMITTED || present.submitted !== null)
      refuse.rule('Only a request that was never submitted can be removed.')
  },
}

/** Everything about extension requests. */
export const served: Served[] = [
  ...serveController(extensionRequests, hooks),
  ...serveStatusCalls(extensionStatus, servedFlow, {
    detail: oneExtension,
    list: (context, { statusId, propertyId }) =>
      extensionDetails(context, { statusId, ...(propertyId === undefined ? {} : { propertyId }) }),
  }),

  serve(extensionWithActions, (context) => oneExtension(context, context.params.id)),

  serve(extensionsByProject, (context) => extensionDetails(context, { propertyId: context.params.propertyId })),

  serve(emailReviewComplete, async (context) => {
    const row = await lockRow<ExtensionRow>(context, ExtensionRequest, context.params.id)
    if (row.statusId !== RequestStatus.APPROVED && row.statusId !== RequestStatus.REJECTED)
      refuse.rule('The request is not decided yet.')
    const mailed = row.reviewMailed === null ? null : Date.parse(row.reviewMailed)
    if (mailed !== null && context.services.now().getTime() - mailed < RESEND_AFTER_MS) return false
    await context.db
      .updateTable('extensionRequest')
      .set({ reviewMailed: now(context), version: row.version + 1 })
      .where('extensionRequestId', '=', row.extensionRequestId)
      .execute()
    await mailDecision(context, row)
    return true
  }),
]
