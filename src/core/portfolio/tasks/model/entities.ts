import { entity } from '#kernel/model/entity.ts'
import { code, day, flag, id, longText, moment, number, ref, requiredText } from '#kernel/model/field.ts'
import { requestStatusLabels } from '#kernel/model/status.ts'
import { scheduleLabels } from './frequency.ts'
import { taskTypeLabels } from './taskTypes.ts'

const version = number('Version').unwrap()
const taskTypeId = code('Task', 1, 8, taskTypeLabels)
const year = (label: string) => number(label, 2000, 2100)
const month = (label: string) => number(label, 1, 12)
const quarter = (label: string) => number(label, 1, 4)

/** How often a property must file something, from when until when, or without an end. SHP-05, ST-03. */
export const TaskSchedule = entity('TaskSchedule', {
  table: 'task_schedule',
  key: 'taskScheduleId',
  label: 'Schedule',
  fields: {
    taskScheduleId: id(),
    propertyId: id('Property'),
    taskTypeId,
    frequency: code('Schedule', 0, 2, scheduleLabels),
    startYear: year('Start year').unwrap(),
    startMonth: month('Start month'),
    startQuarterQuarterId: quarter('Start quarter'),
    endYear: year('End year'),
    endMonth: month('End month'),
    endQuarterQuarterId: quarter('End quarter'),
    enabled: flag('Enabled'),
    reason: longText('Reason', 1000),
    version,
    startsOn: day('Starts on'),
    endsOn: day('Ends on'),
  },
  serverOnly: ['startsOn', 'endsOn', 'version'],
})

/**
 * A filing that is due for one period of a schedule. `statusId` is the status of the filed record, -1 if
 * there is none (ST-04). Whether it is pending or overdue is computed from the dates and never stored.
 */
export const TaskInstance = entity('TaskInstance', {
  table: 'task_instance',
  key: 'taskInstanceId',
  label: 'Task',
  fields: {
    taskInstanceId: id(),
    propertyId: id('Property'),
    taskScheduleId: id('Schedule'),
    taskTypeId,
    periodStart: day('Period from').unwrap(),
    periodEnd: day('Period to').unwrap(),
    windowOpen: day('Can be filed from').unwrap(),
    originalDueDate: day('Original due date').unwrap(),
    dueDate: day('Due date').unwrap(),
    extensionRequestId: ref('Extension', 'ExtensionRequest'),
    requestId: ref('Request', 'Record'),
    statusId: code('Status', -1, 6, requestStatusLabels),
    submitted: moment('Submitted'),
    markedBy: ref('Marked by', 'AppUser'),
    note: longText('Note', 1000),
    version,
  },
})

/**
 * The agency's exception from the rules for a module of a property. Modules have the numbers of task types.
 */
export const PropertyRequirement = entity('PropertyRequirement', {
  table: 'property_requirement',
  key: 'propertyRequirementId',
  label: 'Requirement',
  fields: {
    propertyRequirementId: id(),
    propertyId: id('Property'),
    moduleId: code('Module', 1, 99, taskTypeLabels),
    required: flag('Must file'),
    reason: longText('Reason', 1000),
  },
})

/** A period in which a property is in operation and reports its activity; without an end it continues. */
export const ActivityPeriod = entity('ActivityPeriod', {
  table: 'activity_period',
  key: 'activityPeriodId',
  label: 'Activity period',
  fields: {
    activityPeriodId: id(),
    propertyId: id('Property'),
    startDate: day('Start date').unwrap(),
    endDate: day('End date'),
    note: longText('Note', 1000),
  },
})

const writtenFields = {
  propertyId: id('Property'),
  type: code('Type', 0, 8, taskTypeLabels),
  title: requiredText('Title', 200),
  details: longText('Details', 4000),
  dueDate: day('Due date'),
  done: flag('Done'),
  createdAt: moment('Created'),
  writtenBy: ref('Written by', 'AppUser'),
  answer: longText('Answer', 4000),
  answeredBy: ref('Answered by', 'AppUser'),
  answeredAt: moment('Answered'),
  snoozedUntil: day('Put off until'),
}
/** The fields of a written to-do that only the server sets. */
const serverFields = ['createdAt', 'writtenBy', 'answer', 'answeredBy', 'answeredAt', 'snoozedUntil'] as const

/**
 * A to-do that the agency writes by hand about a property. Types are those of tasks, and 0 for the 2013
 * record. ENT-06.
 */
export const ToDo = entity('ToDo', {
  table: 'to_do',
  key: 'toDoId',
  label: 'To-do',
  fields: { toDoId: id(), ...writtenFields },
  serverOnly: serverFields,
})

/** A to-do about one item of a type, such as one statement or one form. */
export const ItemToDo = entity('ItemToDo', {
  table: 'item_to_do',
  key: 'itemToDoId',
  label: 'Item to-do',
  fields: { itemToDoId: id(), item: id('Item'), ...writtenFields },
  serverOnly: serverFields,
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
