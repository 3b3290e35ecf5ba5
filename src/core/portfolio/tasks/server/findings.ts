import { sql } from 'kysely'
import { FindingType, findingSettings } from '#core/portfolio/findings/model/index.ts'
import type { FindingSource, FutureSource } from '#core/portfolio/findings/server/index.ts'
import type { Setting } from '#kernel/model/setting.ts'
import { slot } from '#kernel/server/module.ts'
import type { Settings } from '#kernel/server/settings.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { TaskType, taskTypes } from '../model/taskTypes.ts'
import { hasLapsedSql, typeKeys } from './lines.ts'
import { isOverdueSql } from './overdue.ts'
import { taskTitleSql } from './ownToDos.ts'
import { taskUrlSql } from './sources.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The settings with the days of grace for kinds of tasks that do not use the common setting. */
    taskGrace?: readonly { taskTypeId: number; days: Setting<number> }[]
  }
}

const getGraceSettings = slot('taskGrace')

const findingKinds: Readonly<Record<number, number>> = {
  [TaskType.AFS]: FindingType.STATEMENT,
  [TaskType.Budget]: FindingType.BUDGET,
  [TaskType.Occupancy]: FindingType.OCCUPANCY,
  [TaskType.UtilityAllowance]: FindingType.UTILITY_ALLOWANCE,
  [TaskType.TCAP]: FindingType.TCAP,
  [TaskType.Exhibit]: FindingType.COMPLIANCE_FORM,
  [TaskType.ExhibitZ]: FindingType.HOUSING_PRIORITY,
}

/**
 * SQL: rows `g (task_type_id, kind, days)`: the kinds of tasks that become findings, with the kind of finding
 * and the days of grace.
 */
async function graceRows(settings: Settings) {
  const common = await settings.get(findingSettings.taskGraceDays)
  const daysByTaskType = new Map(
    await Promise.all(
      getGraceSettings().map(async ({ taskTypeId, days }) => [taskTypeId, await settings.get(days)] as const),
    ),
  )
  const rows = taskTypes
    .filter(({ optional }) => !optional)
    .map(
      ({ taskTypeId }) =>
        sql`(${sql.lit(taskTypeId)}, ${sql.lit(findingKinds[taskTypeId] ?? FindingType.OTHER)},
          ${sql.lit(daysByTaskType.get(taskTypeId) ?? common)})`,
    )
  return sql`(values ${sql.join(rows)}) as g (task_type_id, kind, days)`
}

/** The source of findings for filings that are missing after their days of grace. */
export const lateTaskFindings: FindingSource = {
  source: 'task',
  closingNote: 'It was filed, or need not be any more. Closed by the portal.',
  rows: async (
    today,
    settings,
  ) => sql`select i.task_instance_id, i.property_id, g.kind, ${taskTitleSql} || ' not received',
      'Due ' || to_char(i.due_date, 'MM/DD/YYYY') || ', and ' || g.days || ' days of grace have passed.',
      ${taskUrlSql()}
    from task_instance i join ${await graceRows(settings)} using (task_type_id)
    where ${isOverdueSql(today, { grace: sql`g.days` })}`,
}

/** The source of future non-compliance for filings that are due, or late within their days of grace. */
export const futureTaskFindings: FutureSource = {
  source: 'Task',
  rows: async (today, through, settings) => sql`select i.property_id, null::integer, t.key,
      ${taskTitleSql} || case
      when i.due_date < ${today}::date then ' not received, due ' || to_char(i.due_date,
      'MM/DD/YYYY') else ' to file' end, f.fails_on,
      case when i.due_date < ${today}::date then 'Its grace ends; a finding is opened'
      else 'Overdue; a finding ' || g.days || ' days later' end
        || case when k.blocking then ' that blocks requests' else '' end,
      k.blocking and i.due_date < ${today}::date, 'Company', ${taskUrlSql()}
    from task_instance i join ${await graceRows(settings)} using (task_type_id)
    join ${typeKeys} on t.task_type_id = i.task_type_id
    join non_compliance_type k on k.non_compliance_type_id = g.kind
    cross join lateral (select case when i.due_date < ${today}::date then i.due_date + g.days else i.due_date
    end as fails_on) f
    where ${statusIs.unfiled('i')} and not ${hasLapsedSql(today)} and f.fails_on between ${today}::date
    and ${through}::date`,
}
