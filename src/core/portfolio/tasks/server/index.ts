import { sql } from 'kysely'
import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isFiled, requestStatusLabels } from '#kernel/model/status.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import { lockRow, refuseStaleVersion } from '#kernel/server/rows.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { TaskInstance } from '../model/entities.ts'
import { getTaskTypeLabel } from '../model/taskTypes.ts'
import { calendarHandlers } from './calendar.ts'
import { loadDashboard } from './dashboard.ts'
import { loadTaskHistory } from './history.ts'
import {
  isOpenTaskSql,
  loadLongTaskLines,
  loadTaskLines,
  nameBeginsWithSql,
  requireVisibleProperty,
} from './lines.ts'
import { dropUnowedTasks } from './makeTasks.ts'
import { requirementHandlers } from './requirements.ts'
import { scheduleHooks } from './schedules.ts'
import { hasSource } from './sources.ts'
import { loadToDoLines } from './toDos.ts'
import { writtenToDoHandlers } from './writtenToDos.ts'

export { type EndingSchedule, endSchedules, loadEndingSchedules } from './endSchedules.ts'
export { loadTaskToExtend, moveDueDate } from './extending.ts'
export { mustFileTaskSql } from './monitoring.ts'
export { scheduleMonthly, unscheduleMonthly } from './monthly.ts'
export { openTasksByTypeSql } from './openByType.ts'
export { loadOutstandingTasks } from './outstanding.ts'
export { isOverdueSql } from './overdue.ts'
export { taskTitleSql } from './ownToDos.ts'
export {
  checkFilingAllowed,
  loadObstaclesByProperty,
  loadSubjectObstacles,
} from './requirements.ts'
export { syncTaskStatuses, type TaskSource, taskScreenSql } from './sources.ts'
export type { FiledSubject } from './subjects.ts'
export type { ToDoSource } from './toDoSources.ts'
export { loadToDoLines } from './toDos.ts'

/** Refuses to move a record to another property. */
const refuseOtherProperty: CrudHooks['before'] = async (_, values, present) => {
  if (present && values.propertyId !== undefined && values.propertyId !== present.propertyId)
    refuse.invalid([{ field: 'propertyId', message: 'Property: This record stays with its property.' }])
  return values
}

const requirementHooks: CrudHooks = {
  before: refuseOtherProperty,
  after: (context, row) => dropUnowedTasks(context, row.propertyId as number),
}

const periodHooks: CrudHooks = {
  before: async (context, values, present) => {
    const { startDate, endDate } = { ...present, ...values } as {
      startDate?: string
      endDate?: string | null
    }
    if (startDate && endDate && endDate < startDate)
      refuse.rule('There is a problem', [
        { field: 'endDate', message: 'End date: It is before the start date.' },
      ])
    return refuseOtherProperty(context, values, present)
  },
}

/** The handlers of all calls of the tasks module. */
export const served: Served[] = [
  ...serveController(calls.taskSchedules, scheduleHooks),
  ...writtenToDoHandlers,
  ...serveController(calls.propertyRequirements, requirementHooks),
  ...serveController(calls.activityPeriods, periodHooks),
  ...requirementHandlers,
  ...calendarHandlers,

  serve(calls.tasksByProperty, async (context) => {
    const propertyId = context.params.propertyId ?? context.query.propertyId
    if (propertyId === undefined)
      return refuse.invalid([{ field: 'propertyId', message: 'Property: *Field is required' }])
    return loadTaskLines(context, sql`i.property_id = ${await requireVisibleProperty(context, propertyId)}`)
  }),

  serve(calls.tasksByUser, (context) => loadTaskLines(context, isOpenTaskSql(context.settings.today()))),

  serve(calls.tasksByUserAlphaNumeric, (context) =>
    loadLongTaskLines(
      context,
      sql`${isOpenTaskSql(context.settings.today())} and ${nameBeginsWithSql(context.query.letter)}`,
    ),
  ),

  serve(calls.getTask, async (context) => {
    const [line] = await loadTaskLines(context, sql`i.task_instance_id = ${context.params.taskInstanceId}`)
    if (!line) return refuse.notFound('This task')
    return { ...line, filedHere: hasSource(line.taskTypeId), today: context.settings.today() }
  }),

  serve(calls.getItemStatus, async (context) => {
    const propertyId = await requireVisibleProperty(context, context.params.projectId)
    return loadTaskLines(
      context,
      sql`i.task_instance_id in (select distinct on (n.task_type_id) n.task_instance_id from task_instance n
        where n.property_id = ${propertyId} and n.window_open <= ${context.settings.today()}
        order by n.task_type_id, n.period_end desc)`,
    )
  }),

  serve(calls.getMultipleDashboard, (context) => loadDashboard(context)),

  // A person's own to-dos include only actions that the caller may take.
  serve(calls.getToDo, (context) => {
    const need = isAgency(context.actor) ? 'read' : 'write'
    return loadToDoLines(context, { both: false, condition: sql`true`, need })
  }),

  serve(calls.getPropertiesCount, async ({ db }) => {
    const countRow = await db
      .selectFrom('property')
      .select((f) => f.fn.countAll<number>().as('count'))
      .where('statusId', 'in', [PropertyStatus.Active, PropertyStatus.Decontrol])
      .executeTakeFirst()
    return countRow?.count ?? 0
  }),

  serve(calls.getToDoProperty, async (context) => {
    const propertyId = await requireVisibleProperty(context, context.params.propertyId)
    return loadToDoLines(context, { both: true, condition: sql`t.property_id = ${propertyId}` })
  }),

  serve(calls.getToDoManagementCompany, (context) => {
    // 0 means the caller's own company, or the first one of several.
    const companyId = context.params.managementCompanyId || (context.actor.managementCompanyIds[0] ?? null)
    return loadToDoLines(context, { both: true, condition: sql`o.owner_id = ${companyId}` })
  }),

  serve(calls.schedulesByProperty, async (context) =>
    context.db
      .selectFrom('taskSchedule')
      .selectAll()
      .where('propertyId', '=', await requireVisibleProperty(context, context.params.propertyId))
      .orderBy('taskTypeId')
      .orderBy('startsOn')
      .execute(),
  ),

  serve(calls.getTaskHistory, (context) => loadTaskHistory(context, context.params.propertyId)),

  serve(calls.markTask, async (context) => {
    const { taskInstanceId, statusId, note, version } = context.body
    const row = await lockRow(context, TaskInstance, taskInstanceId)
    await refuseStaleVersion(context, TaskInstance, taskInstanceId, version, row.version)
    if (row.requestId !== null && hasSource(row.taskTypeId))
      refuse.rule(
        `This task is answered by a request. Its status is that of the ${getTaskTypeLabel(row.taskTypeId)}.`,
      )
    if (!(statusId in requestStatusLabels))
      refuse.invalid([{ field: 'statusId', message: 'Status: Choose one from the list.' }])
    if (!note?.trim()) refuse.invalid([{ field: 'note', message: 'Note: *Field is required' }])
    await context.db
      .updateTable('taskInstance')
      .set({
        statusId,
        note,
        markedBy: context.actor.userId,
        // The first filing date remains even if the status changes later.
        submitted: isFiled(statusId) ? (row.submitted ?? context.services.now().toISOString()) : null,
        version: row.version + 1,
      })
      .where('taskInstanceId', '=', taskInstanceId)
      .execute()
    const [line] = await loadTaskLines(context, sql`i.task_instance_id = ${taskInstanceId}`)
    return line ?? refuse.notFound('This task')
  }),

  serve(calls.toDosByType, ({ db, params }) =>
    db
      .selectFrom('toDo')
      .selectAll()
      .where('type', '=', params.type)
      .where('done', '=', false)
      .orderBy('toDoId')
      .execute(),
  ),

  serve(calls.itemToDosByKey, ({ db, params }) =>
    db
      .selectFrom('itemToDo')
      .selectAll()
      .where('type', '=', params.type)
      .where('item', '=', params.item)
      .orderBy('itemToDoId')
      .execute(),
  ),
]
