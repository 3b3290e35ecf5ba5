import { isAgency } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { type ServedFlow, serveStatusCalls } from '#kernel/server/statusCalls.ts'
import { lockRow } from '#kernel/server/workflow.ts'
import { ExtensionRequest, TaskInstance } from '../model/entities.ts'
import {
  emailReviewComplete,
  extensionRequests,
  extensionStatus,
  extensionsByProject,
  extensionWithActions,
} from '../model/extensionCalls.ts'
import { extensionFlow } from '../model/flow.ts'
import { extensionFaults, rollForward } from '../model/rules.ts'
import { taskSettings } from '../model/settings.ts'
import { taskTypeLabel, taskTypeOf } from '../model/taskTypes.ts'
import { extensionDetails, oneExtension } from './extensionDetail.ts'
import { mailDecision, mailExtension } from './extensionMails.ts'
import { filingAllowed } from './requirements.ts'

type ExtensionRow = Row<typeof ExtensionRequest>
type Task = Row<typeof TaskInstance>

const RESEND_AFTER_MS = 60_000

async function taskOf({ db }: AnyContext, taskInstanceId: number): Promise<Task> {
  const found = await db
    .selectFrom('taskInstance')
    .selectAll()
    .where('taskInstanceId', '=', taskInstanceId)
    .executeTakeFirst()
  return found ?? refuse.notFound('This task')
}

const isOpen = ({ statusId }: Task): boolean =>
  statusId === RequestStatus.NOT_STARTED || statusId === RequestStatus.NOT_SUBMITTED

/** One extension for each task: refuses one that cannot be extended, or for which another was asked. */
async function refuseUnextendable(context: AnyContext, task: Task): Promise<void> {
  const label = taskTypeLabel(task.taskTypeId)
  if (!taskTypeOf(task.taskTypeId)?.extendable) refuse.rule(`The due date of ${label} cannot be extended.`)
  if (!isOpen(task)) refuse.rule(`${label} is submitted already.`)
  const { allowed, reasons } = await filingAllowed(context, task.propertyId, task.taskTypeId)
  if (!allowed) refuse.rule(reasons.join(' '))
  const other = await context.db
    .selectFrom('extensionRequest')
    .select('statusId')
    .where('taskInstanceId', '=', task.taskInstanceId)
    .where('statusId', '<>', RequestStatus.REJECTED)
    .executeTakeFirst()
  if (other?.statusId === RequestStatus.APPROVED) refuse.rule('The due date was extended already.')
  if (other) refuse.conflict('An extension was asked for already.')
}

/** Everything that stands in the way of a submission or approval. */
async function faultsOf(context: AnyContext, row: ExtensionRow, forCompany: boolean): Promise<Fault[]> {
  const task = await taskOf(context, row.taskInstanceId)
  const mostDays = await context.settings.get(taskSettings.extensionMostDays)
  const filed = isOpen(task) ? [] : [{ field: '', message: `${taskTypeLabel(task.taskTypeId)} is submitted already.` }]
  return [
    ...filed,
    ...extensionFaults({ ...row, ...task, reason: row.reason, mostDays, today: context.settings.today(), forCompany }),
  ]
}

/** Moves the due date to the day asked for, or the next business day. */
async function extend(context: AnyContext, row: ExtensionRow): Promise<void> {
  const task = await lockRow<Task>(context, TaskInstance, row.taskInstanceId)
  const holidays = await context.db.selectFrom('holiday').select('holidayDate').execute()
  const dueDate = rollForward(row.requestedDueDate ?? task.dueDate, new Set(holidays.map((one) => one.holidayDate)))
  await context.db
    .updateTable('taskInstance')
    .set({ dueDate, extensionRequestId: row.extensionRequestId, version: task.version + 1 })
    .where('taskInstanceId', '=', task.taskInstanceId)
    .execute()
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
        await extend(context, row)
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
    const task = await taskOf(context, values.taskInstanceId as number)
    await refuseUnextendable(context, task)
    return { ...values, propertyId: task.propertyId }
  },
  beforeRemove: async (_, present) => {
    if (present.statusId !== RequestStatus.NOT_SUBMITTED || present.submitted !== null)
      refuse.rule('Only a request that was never submitted can be removed.')
  },
}

/** Everything about extension requests. */
export const extensionHandlers: Served[] = [
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
