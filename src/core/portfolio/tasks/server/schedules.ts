import { refuse } from '#kernel/model/refusals.ts'
import type { CrudHooks } from '#kernel/server/crud.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { scheduleLabels } from '../model/frequency.ts'
import { clearUnusedFields, getScheduleFaults, getSpanDays, type ScheduleSpan } from '../model/schedule.ts'
import { getTaskTypeLabel } from '../model/taskTypes.ts'
import { dropUnowedTasks } from './makeTasks.ts'

type Values = Record<string, unknown>
type Schedule = ScheduleSpan & {
  taskScheduleId: number
  propertyId: number
  enabled: boolean
  reason: string | null
}

const blank: Omit<Schedule, 'propertyId'> = {
  taskScheduleId: 0,
  taskTypeId: 0,
  frequency: -1,
  startYear: null,
  startMonth: null,
  startQuarterQuarterId: null,
  endYear: null,
  endMonth: null,
  endQuarterQuarterId: null,
  enabled: true,
  reason: null,
}

const scheduleFields = [
  'propertyId',
  'taskTypeId',
  'frequency',
  'startYear',
  'startMonth',
  'startQuarterQuarterId',
  'endYear',
  'endMonth',
  'endQuarterQuarterId',
  'enabled',
  'reason',
] as const satisfies readonly (keyof Schedule)[]

/** Refuses a schedule that overlaps another enabled schedule of the same task. */
async function refuseOverlap({ db }: AnyContext, schedule: Schedule): Promise<void> {
  const { startsOn, endsOn } = getSpanDays(schedule)
  if (!schedule.enabled || !startsOn) return
  const other = await db
    .selectFrom('taskSchedule')
    .select(['frequency', 'startsOn'])
    .where('propertyId', '=', schedule.propertyId)
    .where('taskTypeId', '=', schedule.taskTypeId)
    .where('taskScheduleId', '<>', schedule.taskScheduleId)
    .where('enabled', '=', true)
    .where((expressionBuilder) =>
      expressionBuilder.or([
        expressionBuilder('endsOn', 'is', null),
        expressionBuilder('endsOn', '>=', startsOn),
      ]),
    )
    .where((expressionBuilder) =>
      endsOn ? expressionBuilder('startsOn', '<=', endsOn) : expressionBuilder.lit(true),
    )
    .limit(1)
    .executeTakeFirst()
  if (!other) return
  const text = `${scheduleLabels[other.frequency]?.toLowerCase()} schedule from ${other.startsOn?.slice(0, 7)}`
  refuse.rule('There is a problem', [
    {
      field: 'startYear',
      message: `Start year: ${getTaskTypeLabel(schedule.taskTypeId)} has a ${text} that overlaps. End that one first.`,
    },
  ])
}

/** Checks a schedule, using stored values for fields that were not sent. Disabling one needs a reason. */
async function before(context: AnyContext, values: Values, present: Values | null): Promise<Values> {
  const schedule = clearUnusedFields({ ...blank, ...present, ...values } as Schedule)
  if (present && schedule.propertyId !== present.propertyId)
    refuse.invalid([{ field: 'propertyId', message: 'Property: A schedule stays with its property.' }])
  const faults = getScheduleFaults(schedule)
  if (!schedule.enabled && !schedule.reason?.trim())
    faults.push({ field: 'reason', message: 'Reason: *Field is required to disable a schedule.' })
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  await refuseOverlap(context, schedule)
  return Object.fromEntries(scheduleFields.map((name) => [name, schedule[name]]))
}

/** Refuses to remove a schedule from which tasks were made. */
async function beforeRemove({ db }: AnyContext, present: Values): Promise<void> {
  const created = await db
    .selectFrom('taskInstance')
    .select('taskInstanceId')
    .where('taskScheduleId', '=', present.taskScheduleId as number)
    .limit(1)
    .executeTakeFirst()
  if (created) refuse.rule('Tasks were made from this schedule. Disable it, or set its end.')
}

/** Checks schedules before they are stored, and then removes untouched tasks that are no longer owed. */
export const scheduleHooks: CrudHooks = {
  before,
  beforeRemove,
  after: async (context, row) => {
    await dropUnowedTasks(context, row.propertyId as number)
  },
}
