import { sql } from 'kysely'
import { loadTaskToExtend, moveDueDate, taskTitleSql } from '#core/portfolio/tasks/server/index.ts'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { lockRow, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { emailReviewComplete } from '../model/calls.ts'
import { ExtensionRequest } from '../model/entities.ts'
import { extensions as declared, type ExtensionRow } from '../model/extensions.ts'
import { extensionSettings } from '../model/settings.ts'

/** A decision can be mailed again after this time. */
const RESEND_AFTER_MS = 60_000

const ALREADY = 'The due date was extended already.'

/** Loads the facts about the task of a request, also for a company that no longer manages the property. */
async function loadFacts(context: AnyContext, { taskInstanceId }: ExtensionRow) {
  const result = await sql<{ task: string; dueDate: string; originalDueDate: string; open: boolean }>`
    select ${taskTitleSql} as task, i.due_date, i.original_due_date, ${statusIs.unfiled('i')} as open
    from kernel.filed_task(${taskInstanceId}) i`.execute(context.db)
  const facts = result.rows[0]!
  return {
    ...facts,
    mostDays: await context.settings.get(extensionSettings.mostDays),
    tooLate: !isAgency(context.actor) && context.settings.today() > facts.dueDate,
  }
}

/** Refuses a second open request or a second extension for a task. */
async function refuseSecond({ db }: AnyContext, taskInstanceId: number, extended: boolean): Promise<void> {
  if (extended) refuse.rule(ALREADY)
  const other = await sql<{ id: number }>`select extension_request_id as id from extension_request
    where task_instance_id = ${taskInstanceId} and status_id in (${sqlStatus.NOT_SUBMITTED},
    ${sqlStatus.SUBMITTED}, ${sqlStatus.UNDER_REVIEW}) limit 1`.execute(db)
  const [query] = other.rows
  if (query)
    refuse.conflict(
      'An extension was asked for already.',
      buildRecordLink(declared, { extensionRequestId: query.id }),
    )
}

/** The server side of the review of extension requests. */
export const extensions = serveReview(declared, {
  detail: loadFacts,
  line: {
    select: sql`r.task_instance_id, r.requested_due_date, ${taskTitleSql} as task, i.due_date,
      i.original_due_date`,
    joins: sql`cross join lateral kernel.filed_task(r.task_instance_id) i`,
  },
  begin: async (context, { propertyId }, { taskInstanceId }) => {
    if (typeof taskInstanceId !== 'number')
      return refuse.invalid([{ field: 'taskInstanceId', message: 'Task: *Field is required' }])
    const task = await loadTaskToExtend(context, taskInstanceId)
    if (task.propertyId !== propertyId) refuse.notFound('This task')
    await refuseSecond(context, taskInstanceId, task.extensionRequestId !== null)
    return {}
  },
  needs: {
    // Two companies that managed the property one after the other may each have a request for the task.
    approve: async ({ db }, { taskInstanceId }) => {
      const task = await db
        .selectFrom('taskInstance')
        .select('extensionRequestId')
        .where('taskInstanceId', '=', taskInstanceId)
        .executeTakeFirst()
      return task?.extensionRequestId ? [{ field: '', message: ALREADY }] : []
    },
  },
  effects: {
    granted: (context, row) =>
      moveDueDate(context, row.taskInstanceId, row.requestedDueDate ?? '', row.extensionRequestId),
  },
  mailLines: ({ task, dueDate }) => [`${task}: the due date is now ${formatDate(dueDate, 'MM/DD/YYYY')}.`],
  toDo: sql`(select ${taskTitleSql} from kernel.filed_task(r.task_instance_id) i)`,
  due: sql`(select i.due_date from kernel.filed_task(r.task_instance_id) i)`,
})

/** The handlers of the extension calls beyond those of the review. */
export const served: Served[] = [
  serve(emailReviewComplete, async (context) => {
    const { id } = context.params
    const { decided, reviewMailed } = await lockRow(context, ExtensionRequest, id)
    if (decided === null) return refuse.rule('The request is not decided yet.')
    const now = context.services.now()
    if (now.getTime() - Date.parse(reviewMailed ?? decided) < RESEND_AFTER_MS) return false
    await updateRow(context, ExtensionRequest, id, { reviewMailed: now.toISOString() })
    await extensions.mailDecision(context, id)
    return true
  }),
]
