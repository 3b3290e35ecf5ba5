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
import { type FilingFacts as Asked, getFilingObstacles, mustFile } from '../model/rules.ts'
import { taskSettings } from '../model/settings.ts'
import { TaskType, taskTypes } from '../model/taskTypes.ts'
import { isMonitoredSql } from './monitoring.ts'
import { getFiledSubjects, getModulesFiledEverywhere } from './subjects.ts'

type ModuleAtProperty = Asked & {
  propertyId: number
  propertyRequirementId: number | null
  elsewhere: string | null
}

type StoredModule = {
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

/** Loads the facts about all modules, or only one, at a property. Refuses with 404 out of scope. */
async function loadModules(
  context: AnyContext,
  propertyId: number,
  only?: number,
): Promise<ModuleAtProperty[]> {
  const filings = await loadModulesWhere(context, sql`p.property_id = ${propertyId}`, only)
  return filings.length > 0 ? filings : refuse.notFound('This property')
}

/**
 * The modules whose filing a property may require. A module that is both a task type and a filed subject
 * counts only as the subject.
 */
function getAllModules() {
  const tasks = taskTypes.map(({ taskTypeId: moduleId, key }) => ({ moduleId, key }))
  const subjectModuleIds = new Set(getFiledSubjects().map((filedSubject) => filedSubject.moduleId))
  return [...tasks.filter((task) => !subjectModuleIds.has(task.moduleId)), ...getFiledSubjects()]
}

/**
 * Loads the facts about all modules, or only one, at every property `p` that matches `condition`, in one
 * statement. Refuses with not found if the module is unknown.
 */
async function loadModulesWhere(
  context: AnyContext,
  condition: RawBuilder<unknown>,
  only?: number,
): Promise<ModuleAtProperty[]> {
  const selectedModules = getAllModules().filter(({ moduleId }) => only === undefined || moduleId === only)
  if (selectedModules.length === 0) return refuse.notFound('This module')
  const modules = sql`(values
    ${sql.join(selectedModules.map(({ moduleId, key }) => sql`(${sql.lit(moduleId)}, ${sql.lit(key)})`))})`
  // For some modules another body than the agency may decide.
  const elsewhereCases = getFiledSubjects().flatMap(({ moduleId, elsewhere }) =>
    elsewhere && (only ?? moduleId) === moduleId
      ? [sql`when m.module_id = ${sql.lit(moduleId)} then ${elsewhere(context.settings.today())}`]
      : [],
  )
  const elsewhere =
    elsewhereCases.length > 0 ? sql`case ${sql.join(elsewhereCases, sql` `)} end` : sql`null::text`
  const result =
    await sql<StoredModule>`select p.property_id, m.module_id, r.property_requirement_id, r.required,
      r.reason,
      p.total_units as units,
      ${sql.raw(isMonitoredSql)} as monitored,
      w.properties is null or p.property_id = any (w.properties) as may_write, p.monitored_for_reserves,
      ${elsewhere} as elsewhere
    from property p cross join ${modules} as m (module_id, key)
    cross join lateral (select kernel.scope(${context.actor.userId}, m.key, 'write') as properties) w
    left join property_requirement r on r.property_id = p.property_id and r.module_id = m.module_id
    where ${condition} order by p.property_id, m.module_id`.execute(context.db)
  const unitThreshold = await context.settings.get(taskSettings.unitThreshold)
  return result.rows.map(({ reason, monitoredForReserves, ...row }) => {
    const subject = getFiledSubjects().find((filedSubject) => filedSubject.moduleId === row.moduleId)
    const query = subject && { subject: { ...subject, monitoredForReserves } }
    return { ...row, unitThreshold, requirementReason: reason, ...query }
  })
}

/**
 * Checks whether the caller may file a module at a property, and returns every reason why not. Modules call
 * it before they create or submit a request, and AllowModuleRequestSubmitOrCreate answers it. Refuses with
 * not found for an unknown property or module.
 */
export async function checkFilingAllowed(
  context: AnyContext,
  propertyId: number,
  moduleId: number,
): Promise<{ allowed: boolean; reasons: string[] }> {
  const [module] = await loadModules(context, propertyId, moduleId)
  if (!module) return refuse.notFound('This module')
  const permanentReasons = [...getFilingObstacles(module), ...decidedElsewhere(module)]
  const subject = getFiledSubjects().find((filedSubject) => filedSubject.moduleId === moduleId)
  const reasons =
    permanentReasons.length > 0 ? permanentReasons : ((await subject?.notNow?.(context, propertyId)) ?? [])
  return { allowed: reasons.length === 0, reasons }
}

/** Returns the decision of another body, unless the agency decided for this property. */
const decidedElsewhere = ({ required, elsewhere }: ModuleAtProperty): string[] =>
  required === null && elsewhere !== null ? [elsewhere] : []

/**
 * Loads every reason why a property does not file the records with this name. The review engine calls it when
 * a record is started and submitted. Empty for records without a property.
 */
export async function loadSubjectObstacles(
  context: AnyContext,
  propertyId: number | null,
  name: string,
): Promise<string[]> {
  const subject = getFiledSubjects().find((filedSubject) => filedSubject.name === name)
  if (!subject || propertyId === null) return []
  const [module] = await loadModules(context, propertyId, subject.moduleId)
  return module ? getSubjectObstacles(module) : []
}

/**
 * Loads the properties that do not file the records with this name, with every reason, in one statement. It
 * answers for many properties what `loadSubjectObstacles` answers for one; null asks about all that the
 * caller sees.
 */
export async function loadObstaclesByProperty(
  context: AnyContext,
  propertyIds: readonly number[] | null,
  name: string,
): Promise<ReadonlyMap<number, string[]>> {
  const subject = getFiledSubjects().find((filedSubject) => filedSubject.name === name)
  if (!subject) return new Map()
  const condition = propertyIds ? sql`p.property_id = any (${[...propertyIds]}::integer[])` : sql`true`
  const modules = await loadModulesWhere(context, condition, subject.moduleId)
  const reasons = modules.map((module): [number, string[]] => [
    module.propertyId,
    getSubjectObstacles(module),
  ])
  return new Map(reasons.filter(([, obstacles]) => obstacles.length > 0))
}

const getSubjectObstacles = (module: ModuleAtProperty): string[] => [
  ...getFilingObstacles({ ...module, mayWrite: true }),
  ...decidedElsewhere(module),
]

const isRequired = (module: ModuleAtProperty): boolean => module.monitored && mustFile(module)

type Line = z.infer<typeof requirementsByProject.answer>[number]

/** The handlers of the calls for requirements and expected periods. */
export const requirementHandlers = [
  serve(allowModuleRequest, (context) =>
    checkFilingAllowed(context, context.params.propertyId, context.params.moduleId),
  ),

  serve(whereFiled, async (context) => {
    const { subject } = context.params
    const allowed = getModulesFiledEverywhere().includes(subject)
      ? null
      : (await loadModulesWhere(context, sql`true`, subject)).filter(
          (module) => getFilingObstacles(module).length === 0 && decidedElsewhere(module).length === 0,
        )
    const result = await sql<Answer<typeof whereFiled>[number]>`select p.property_id, p.name, p.agency_number,
        (select n.lihtc_number from property_lihtc_number n where n.property_id = p.property_id
        order by n.position limit 1) as lihtc_number, p.city, c.name as management_company_name,
        p.total_units as units
      from property p left join management_company c using (management_company_id)
      where ${allowed === null ? sql`true` : sql`p.property_id = any (${allowed.map((filing) => filing.propertyId)}::integer[])`}
      order by p.name`.execute(context.db)
    return result.rows
  }),

  serve(requirementsByProject, async (context) => {
    const { propertyId } = context.params
    return (await loadModules(context, propertyId)).map((module): Line => {
      const { propertyRequirementId, moduleId, subject, requirementReason: reason } = module
      const obstacles = getSubjectObstacles(module)
      const moduleName =
        taskTypes.find((taskType) => taskType.taskTypeId === moduleId)?.label ?? subject?.label ?? ''
      return {
        propertyRequirementId,
        propertyId,
        moduleId,
        moduleName,
        // A module without tasks is filed only on occasion, so this says whether it may be filed.
        required: subject ? obstacles.length === 0 : isRequired(module),
        laidDown: module.required,
        reason: reason ?? obstacles[0] ?? null,
      }
    })
  }),

  serve(requirementsInOne, async (context) => {
    const { propertyId } = context.params
    const modules = await loadModules(context, propertyId)
    const has = (moduleId: number) =>
      modules.some((module) => module.moduleId === moduleId && isRequired(module))
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
    return loadLastMonth(context, propertyId)
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
 * Returns the last finished month if the property was in operation in it, else null. It is the expected
 * period if no month is open or overdue.
 */
async function loadLastMonth(context: AnyContext, propertyId: number) {
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
