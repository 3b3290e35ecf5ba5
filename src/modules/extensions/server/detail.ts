import { sql } from 'kysely'
import { periodLabel, taskTypeLabel } from '#ground/tasks/model/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { actionsFor, canEdit } from '#kernel/model/workflow.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { extensionFlow, extensionStatusLabel } from '../model/flow.ts'
import { latestExtension } from '../model/rules.ts'
import { extensionSettings } from '../model/settings.ts'
import type { ExtensionDetail } from '../model/shapes.ts'

type Computed = 'taskName' | 'periodLabel' | 'latestDueDate' | 'statusLabel' | 'actions' | 'canEdit'
type Stored = Omit<ExtensionDetail, Computed> & { taskTypeId: number; periodStart: string; periodEnd: string }

type Wanted = { extensionRequestId?: number; propertyId?: number; statusId?: number }

/** Extension requests with their tasks, newest first: one statement. */
export async function extensionDetails(context: AnyContext, wanted: Wanted): Promise<ExtensionDetail[]> {
  const is = (column: string, value: number | undefined) =>
    value === undefined ? sql`true` : sql`e.${sql.ref(column)} = ${value}`
  const found =
    await sql<Stored>`select e.*, p.name as property_name, i.task_type_id, i.period_start, i.period_end, i.due_date,
      i.original_due_date, nullif(trim(s.first_name || ' ' || s.last_name), '') as submitted_by_name,
      nullif(trim(r.first_name || ' ' || r.last_name), '') as reviewer_name
    from extension_request e join task_instance i on i.task_instance_id = e.task_instance_id
    join property p on p.property_id = e.property_id
    left join app_user s on s.user_id = e.submitted_by_id left join app_user r on r.user_id = e.reviewer_id
    where ${is('extension_request_id', wanted.extensionRequestId)} and ${is('property_id', wanted.propertyId)}
      and ${is('status_id', wanted.statusId)}
    order by e.extension_request_id desc`.execute(context.db)
  const mostDays = await context.settings.get(extensionSettings.mostDays)
  return found.rows.map(({ taskTypeId, periodStart, periodEnd, ...row }) => ({
    ...row,
    taskName: taskTypeLabel(taskTypeId),
    periodLabel: periodLabel(periodStart, periodEnd),
    latestDueDate: latestExtension(row.originalDueDate, mostDays),
    statusLabel: extensionStatusLabel(row.statusId, row.submitted),
    actions: actionsFor(extensionFlow, row, context.actor, { twoPerson: false }),
    canEdit: canEdit(extensionFlow, row, context.actor),
  }))
}

/** One extension request; not found when absent or out of scope. */
export async function oneExtension(context: AnyContext, extensionRequestId: number): Promise<ExtensionDetail> {
  const [detail] = await extensionDetails(context, { extensionRequestId })
  return detail ?? refuse.notFound('This extension request')
}
