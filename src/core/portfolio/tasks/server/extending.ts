import { moveToBusinessDay } from '#core/platform/holidays/model/index.ts'
import { loadHolidayDates } from '#core/platform/holidays/server/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { TaskInstance } from '../model/entities.ts'
import { getTaskType, getTaskTypeLabel } from '../model/taskTypes.ts'
import { checkFilingAllowed } from './requirements.ts'

type Task = Row<typeof TaskInstance>

/**
 * Loads a task whose due date can be extended. Refuses with 404 if the task does not exist or is out of
 * scope, and with 422 if its kind cannot be extended or it can no longer be filed.
 */
export async function loadTaskToExtend(context: AnyContext, taskInstanceId: number): Promise<Task> {
  const { db } = context
  const taskRow = await db
    .selectFrom('taskInstance')
    .selectAll()
    .where('taskInstanceId', '=', taskInstanceId)
    .executeTakeFirst()
  const task = taskRow ?? refuse.notFound('This task')
  const label = getTaskTypeLabel(task.taskTypeId)
  if (!getTaskType(task.taskTypeId)?.extendable) refuse.rule(`The due date of ${label} cannot be extended.`)
  if (task.statusId > RequestStatus.NOT_SUBMITTED) refuse.rule(`${label} is submitted already.`)
  const { allowed, reasons } = await checkFilingAllowed(context, task.propertyId, task.taskTypeId)
  if (!allowed) refuse.rule(reasons.join(' '))
  return task
}

/** Moves the due date of a task to `day`, or the next business day, after its extension was approved. */
export async function moveDueDate(
  context: AnyContext,
  taskInstanceId: number,
  day: string,
  extensionRequestId: number,
): Promise<void> {
  const task = await lockRow(context, TaskInstance, taskInstanceId)
  const dueDate = moveToBusinessDay(day, await loadHolidayDates(context))
  await context.db
    .updateTable('taskInstance')
    .set({ dueDate, extensionRequestId, version: task.version + 1 })
    .where('taskInstanceId', '=', taskInstanceId)
    .execute()
}
