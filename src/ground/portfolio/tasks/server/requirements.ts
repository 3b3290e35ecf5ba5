import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Answer } from '#kernel/model/call.ts'
import { addDays, addMonths } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import {
  allowModuleRequest,
  expectedActivityPeriod,
  requirementsByProject,
  requirementsInOne,
  whereFiled,
} from '../model/calls.ts'
import { type Filing as Asked, filingObstacles, mustFile } from '../model/rules.ts'
import { taskSettings } from '../model/settings.ts'
import { TaskType, taskTypes } from '../model/taskTypes.ts'
import { monitored } from './owing.ts'
import { filedSubjects } from './subjects.ts'

type Filing = Asked & { propertyId: number; propertyRequirementId: number | null; elsewhere: string | null }

type Filed = {
  propertyId: number
  moduleId: number
  propertyRequirementId: number | null
  required: boolean | null
  reason: string | null
  units: number
  monitored: boolean
  mayWrite: boolean
  monitoredForReserves: boolean
  elsewhere: string | null
}

/** Loads the facts about all modules, or one, at a property. Not found when the property is out of scope. */
async function loadModules(context: AnyContext, propertyId: number, only?: number): Promise<Filing[]> {
  const filings = await modulesAt(context, sql`p.property_id = ${propertyId}`, only)
  return filings.length > 0 ? filings : refuse.notFound('This property')
}

/** The same at every property `p` that fits, in one statement. Not found for an unknown module. */
async function modulesAt(
  context: AnyContext,
  condition: RawBuilder<unknown>,
  only?: number,
): Promise<Filing[]> {
  // A module that is both a task and a filed subject counts as the subject.
  const tasks = taskTypes.map(({ taskTypeId: moduleId, key }) => ({ moduleId, key }))
  const filed = new Set(filedSubjects().map((filedSubject) => filedSubject.moduleId))
  const all = [...tasks.filter((task) => !filed.has(task.moduleId)), ...filedSubjects()]
  const keyed = all.filter(({ moduleId }) => only === undefined || moduleId === only)
  if (keyed.length === 0) return refuse.notFound('This module')
  const modules = sql`(values
    ${sql.join(keyed.map(({ moduleId, key }) => sql`(${sql.lit(moduleId)}, ${sql.lit(key)})`))})`
  // Who decides instead of the agency.
  const decided = filedSubjects().flatMap(({ moduleId, elsewhere }) =>
    elsewhere && (only ?? moduleId) === moduleId
      ? [sql`when m.module_id = ${sql.lit(moduleId)} then ${elsewhere(context.settings.today())}`]
      : [],
  )
  const elsewhere = decided.length > 0 ? sql`case ${sql.join(decided, sql` `)} end` : sql`null::text`
  const result =
    await sql<Filed>`select p.property_id, m.module_id, r.property_requirement_id, r.required, r.reason,
      p.total_units as units,
      ${sql.raw(monitored)} as monitored,
      w.properties is null or p.property_id = any (w.properties) as may_write, p.monitored_for_reserves,
      ${elsewhere} as elsewhere
    from property p cross join ${modules} as m (module_id, key)
    cross join lateral (select kernel.scope(${context.actor.userId}, m.key, 'write') as properties) w
    left join property_requirement r on r.property_id = p.property_id and r.module_id = m.module_id
    where ${condition} order by p.property_id, m.module_id`.execute(context.db)
  const unitThreshold = await context.settings.get(taskSettings.unitThreshold)
  return result.rows.map(({ reason, monitoredForReserves, ...row }) => {
    const subject = filedSubjects().find((filedSubject) => filedSubject.moduleId === row.moduleId)
    const query = subject && { subject: { ...subject, monitoredForReserves } }
    return { ...row, unitThreshold, requirementReason: reason, ...query }
  })
}

/**
 * Whether the caller may file a module at a property, and every reason why not. For modules to ask before
 * they create or submit a request; the same that AllowModuleRequestSubmitOrCreate answers. Not found for an
 * unknown property or module.
 */
export async function filingAllowed(
  context: AnyContext,
  propertyId: number,
  moduleId: number,
): Promise<{ allowed: boolean; reasons: string[] }> {
  const [module] = await loadModules(context, propertyId, moduleId)
  if (!module) return refuse.notFound('This module')
  const lasting = [...filingObstacles(module), ...decidedElsewhere(module)]
  const subject = filedSubjects().find((filedSubject) => filedSubject.moduleId === moduleId)
  const reasons = lasting.length > 0 ? lasting : ((await subject?.notNow?.(context, propertyId)) ?? [])
  return { allowed: reasons.length === 0, reasons }
}

/** Decisions of other bodies, unless the agency requires the property to file. */
const decidedElsewhere = ({ required, elsewhere }: Filing): string[] =>
  required === null && elsewhere !== null ? [elsewhere] : []

/**
 * Loads every reason why a property does not file a subject, by record name; the review engine asks when a
 * record is begun and submitted. Nothing for records without a property, and for properties out of scope.
 */
export async function subjectObstacles(
  context: AnyContext,
  propertyId: number | null,
  name: string,
): Promise<string[]> {
  const subject = filedSubjects().find((filedSubject) => filedSubject.name === name)
  if (!subject || propertyId === null) return []
  const [module] = await loadModules(context, propertyId, subject.moduleId)
  if (!module) return []
  return [...filingObstacles({ ...module, mayWrite: true }), ...decidedElsewhere(module)]
}

const required = (module: Filing): boolean => module.monitored && mustFile(module)

type Line = z.infer<typeof requirementsByProject.answer>[number]

export const requirementHandlers = [
  serve(allowModuleRequest, (context) =>
    filingAllowed(context, context.params.propertyId, context.params.moduleId),
  ),

  serve(whereFiled, async (context) => {
    const modules = await modulesAt(context, sql`true`, context.params.subject)
    const allowed = modules.filter(
      (module) => filingObstacles(module).length === 0 && decidedElsewhere(module).length === 0,
    )
    const result = await sql<Answer<typeof whereFiled>[number]>`select p.property_id, p.name, p.agency_number,
        (select n.lihtc_number from property_lihtc_number n where n.property_id = p.property_id
        order by n.position limit 1) as lihtc_number, p.city, c.name as management_company_name,
        p.total_units as units
      from property p left join management_company c using (management_company_id)
      where p.property_id = any (${allowed.map((filing) => filing.propertyId)}::integer[])
      order by p.name`.execute(context.db)
    return result.rows
  }),

  serve(requirementsByProject, async (context) => {
    const { propertyId } = context.params
    return (await loadModules(context, propertyId)).map((module): Line => {
      const { propertyRequirementId, moduleId, subject, requirementReason: reason } = module
      const obstacles = [...filingObstacles({ ...module, mayWrite: true }), ...decidedElsewhere(module)]
      const moduleName =
        taskTypes.find((taskType) => taskType.taskTypeId === moduleId)?.label ?? subject?.label ?? ''
      return {
        propertyRequirementId,
        propertyId,
        moduleId,
        moduleName,
        // A subject is filed when there is cause; the answer says whether it may be.
        required: subject ? obstacles.length === 0 : required(module),
        laidDown: module.required,
        reason: reason ?? obstacles[0] ?? null,
      }
    })
  }),

  serve(requirementsInOne, async (context) => {
    const { propertyId } = context.params
    const modules = await loadModules(context, propertyId)
    const has = (moduleId: number) =>
      modules.some((module) => module.moduleId === moduleId && required(module))
    return {
      propertyId,
      afs: has(TaskType.AFS),
      budget: has(TaskType.Budget),
      occupancy: has(TaskType.Occupancy),
      utilityAllowance: has(TaskType.UtilityAllowance),
      tcap: has(TaskType.TCAP),
      exhibit: has(TaskType.Exhibit),
      exhibitZ: has(TaskType.ExhibitZ),
      rentIncrease: has(TaskType.RentIncrease),
    }
  }),

  serve(expectedActivityPeriod, async (context) => {
    const { propertyId } = context.params
    const result = await sql<{ periodStart: string; periodEnd: string; dueDate: string | null }>`
      select o.period_start, o.period_end, o.due_date from property p
      left join lateral (select i.period_start, i.period_end, i.due_date from task_instance i
        where i.property_id = p.property_id and i.task_type_id = ${TaskType.Occupancy}
        and ${statusIs.unfiled('i')}
          and i.window_open <= ${context.settings.today()} order by i.period_start limit 1) o on true
      where p.property_id = ${propertyId}`.execute(context.db)
    const [row] = result.rows
    if (!row) return refuse.notFound('This property')
    if (row.periodStart) return getPeriod(propertyId, row)
    return lastMonth(context, propertyId)
  }),
]

type Dates = { periodStart: string; periodEnd: string; dueDate: string | null }

const getPeriod = (propertyId: number, dates: Dates) => ({
  propertyId,
  year: Number(dates.periodStart.slice(0, 4)),
  month: Number(dates.periodStart.slice(5, 7)),
  ...dates,
})

/**
 * Where nothing is overdue or open: the last month that is over, when the property was in operation in it.
 */
async function lastMonth(context: AnyContext, propertyId: number) {
  const periodStart = addMonths(`${context.settings.today().slice(0, 7)}-01`, -1)
  const periodEnd = addDays(addMonths(periodStart, 1), -1)
  const existingPeriod = await context.db
    .selectFrom('activityPeriod')
    .select('activityPeriodId')
    .where('propertyId', '=', propertyId)
    .where('startDate', '<=', periodEnd)
    .where((expressionBuilder) =>
      expressionBuilder.or([
        expressionBuilder('endDate', 'is', null),
        expressionBuilder('endDate', '>=', periodStart),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return existingPeriod ? getPeriod(propertyId, { periodStart, periodEnd, dueDate: null }) : null
}
