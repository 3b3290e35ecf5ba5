import { z } from 'zod'
import { propertyLine } from '#core/portfolio/properties/model/index.ts'
import { agency, anyone, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { code, id, longText } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import { page } from '#kernel/model/listQuery.ts'
import { ActivityPeriod, ItemToDo, PropertyRequirement, TaskSchedule, ToDo } from './entities.ts'
import { taskLine, toDoLine } from './shapes.ts'

const taskListCall = { method: 'GET', access: signedIn, answer: z.array(taskLine) } as const
const toDoListCall = { method: 'GET', access: signedIn, answer: z.array(toDoLine) } as const
const optionalProperty = z.object({ propertyId: id('Property').optional() })

export const tasksByProperty = call({
  ...taskListCall,
  path: '/api/tasks/ByProperty/:propertyId',
  aliases: ['/api/tasks/ByProperty'],
  params: optionalProperty,
  query: optionalProperty,
  summary: 'All tasks of a property, latest due date first',
})

export const tasksByUser = call({
  ...taskListCall,
  path: '/api/tasks/ByUser',
  query: z.object(page),
  summary: 'Open tasks at the properties of the caller',
})

export const tasksByUserAlphaNumeric = call({
  ...taskListCall,
  path: '/api/tasks/ByUserAlphaNumeric',
  query: z.object({ letter: z.string().max(10).optional(), ...page }),
  summary: 'Open tasks at properties whose names start with a letter; # means any other character',
})

export const getTask = call({
  method: 'GET',
  path: '/api/tasks/GetTask/:taskInstanceId',
  access: signedIn,
  params: z.object({ taskInstanceId: id('Task') }),
  answer: taskLine.extend({
    /** Whether the task is filed with a module of the portal. */
    filedHere: z.boolean(),
    today: z.string(),
  }),
  summary: 'One task, and whether it is filed in the portal',
})

export const getItemStatus = call({
  method: 'GET',
  path: '/api/projects/GetItemStatus/:projectId',
  access: signedIn,
  params: z.object({ projectId: id('Property') }),
  answer: z.array(taskLine),
  summary: 'The status of everything a property files: the latest task of each kind',
})

const counts = {
  notDue: z.number(),
  pending: z.number(),
  overdue: z.number(),
  waiting: z.number(),
}

/** The numbers of tasks in each state, by type, property and month; `waiting` are submitted but undecided. */
export const dashboardAnswer = z.object({
  today: z.string(),
  byType: z.array(z.object({ taskTypeId: z.number(), label: z.string(), ...counts, done: z.number() })),
  byProperty: z.array(
    z.object({
      propertyId: z.number(),
      propertyName: z.string(),
      managementCompanyId: z.number().nullable(),
      managementCompanyName: z.string().nullable(),
      ...counts,
      oldestDue: z.string().nullable(),
    }),
  ),
  byMonth: z.array(z.object({ month: z.string(), done: z.number(), open: z.number(), overdue: z.number() })),
  warnings: z.array(z.string()),
})

export const getMultipleDashboard = call({
  method: 'GET',
  path: '/api/tasks/GetMultipleDashboard',
  access: signedIn,
  answer: dashboardAnswer,
  summary: 'Tasks counted by type, by property and by month',
})

export const getToDo = call({
  ...toDoListCall,
  path: '/api/tasks/GetToDo',
  summary: 'Everything waiting for the caller',
})

export const getPropertiesCount = call({
  method: 'GET',
  path: '/api/tasks/GetPropertiesCount',
  access: signedIn,
  answer: z.number(),
  summary: 'The number of monitored properties of the caller',
})

export const getToDoProperty = call({
  ...toDoListCall,
  path: '/api/tasks/GetToDoProperty/:propertyId',
  params: z.object({ propertyId: id('Property') }),
  summary: 'To-dos of a property; the agency also sees its own',
})

export const getToDoManagementCompany = call({
  ...toDoListCall,
  path: '/api/tasks/GetToDoManagementCompany/:managementCompanyId',
  params: z.object({ managementCompanyId: id('Management company') }),
  summary: 'To-dos of a company and its properties',
})

export const markTask = call({
  method: 'POST',
  path: '/api/tasks/Mark',
  access: agency('write'),
  body: z.object({
    taskInstanceId: id('Task'),
    statusId: code('Status', -1, 6),
    note: longText('Note', 1000),
    version: z.int().nullable().optional(),
  }),
  answer: taskLine,
  summary: 'Set the state of a task manually, for filings on paper',
})

export const taskSchedules = controller(TaskSchedule, {
  path: '/api/TaskSchedule',
  read: signedIn,
  write: agency('write'),
})

export const schedulesByProperty = call({
  method: 'GET',
  path: '/api/TaskSchedule/GetByProjectId/:propertyId',
  access: signedIn,
  params: z.object({ propertyId: id('Property') }),
  answer: z.array(TaskSchedule.row),
  summary: 'The schedules of a property',
})

const byAgency = { read: signedIn, write: agency('write') } as const
export const toDoRecords = controller(ToDo, { path: '/api/ToDo', ...byAgency })
export const itemToDoRecords = controller(ItemToDo, { path: '/api/ItemToDo', ...byAgency })
export const propertyRequirements = controller(PropertyRequirement, {
  path: '/api/PropertyRequirement',
  ...byAgency,
})
export const activityPeriods = controller(ActivityPeriod, { path: '/api/ActivityPeriod', ...byAgency })

export const toDosByType = call({
  method: 'GET',
  path: '/api/ToDo/ByType/:type',
  access: signedIn,
  params: z.object({ type: code('Type', 0, 8) }),
  answer: z.array(ToDo.row),
  summary: 'Open written to-dos of a type; 0 means 2013 records',
})

export const itemToDosByKey = call({
  method: 'GET',
  path: '/api/ItemToDo/type/:type/item/:item',
  access: signedIn,
  params: z.object({ type: code('Type', 0, 8), item: id('Item') }),
  answer: z.array(ItemToDo.row),
  summary: 'Written to-dos about one item',
})

export const allowModuleRequest = call({
  method: 'GET',
  path: '/api/PropertyRequirement/AllowModuleRequestSubmitOrCreate/:propertyId/:moduleId',
  access: signedIn,
  params: z.object({ propertyId: id('Property'), moduleId: id('Module') }),
  answer: z.object({ allowed: z.boolean(), reasons: z.array(z.string()) }),
  summary: 'Whether the caller may file a module at a property, and if not, why',
})

export const whereFiled = call({
  method: 'GET',
  path: '/api/PropertyRequirement/WhereFiled/:subject',
  access: signedIn,
  // The id of the module in the list of modules, not of a record.
  params: z.object({ subject: id('Module') }),
  answer: z.array(propertyLine.extend({ lihtcNumber: z.string().nullable() })),
  summary: 'The properties at which the caller may file a module, for choosing one',
})

const requirementLine = z.object({
  propertyRequirementId: z.number().nullable(),
  propertyId: z.number(),
  moduleId: z.number(),
  moduleName: z.string(),
  required: z.boolean(),
  /** The agency's decision; null if the rules decide. */
  laidDown: z.boolean().nullable(),
  /** The agency's reason, or the rule that decides. */
  reason: z.string().nullable(),
})

export const requirementsByProject = call({
  method: 'GET',
  path: '/api/PropertyRequirement/GetByProjectId/:propertyId',
  access: signedIn,
  params: z.object({ propertyId: id('Property') }),
  answer: z.array(requirementLine),
  summary: 'All modules, and whether a property must file them',
})

export const requirementsInOne = call({
  method: 'GET',
  path: '/api/PropertyRequirement/GetSingleItemByProjectId/:propertyId',
  access: signedIn,
  params: z.object({ propertyId: id('Property') }),
  answer: z.object({
    propertyId: z.number(),
    afs: z.boolean(),
    budget: z.boolean(),
    occupancy: z.boolean(),
    utilityAllowance: z.boolean(),
    tcap: z.boolean(),
    exhibit: z.boolean(),
    exhibitZ: z.boolean(),
    rentIncrease: z.boolean(),
  }),
  summary: 'Which modules a property must file, as one record',
})

export const expectedActivityPeriod = call({
  method: 'GET',
  path: '/api/ActivityPeriod/GetExpectedActivityPeriod/:propertyId',
  access: signedIn,
  params: z.object({ propertyId: id('Property') }),
  answer: z
    .object({
      propertyId: z.number(),
      year: z.number(),
      month: z.number(),
      periodStart: z.string(),
      periodEnd: z.string(),
      dueDate: z.string().nullable(),
    })
    .nullable(),
  summary: 'The month a property is expected to report next; null if it does not report',
})

export const getTaskHistory = call({
  method: 'GET',
  path: '/api/tasks/GetHistory/:propertyId',
  access: agency('read'),
  params: z.object({ propertyId: id('Property') }),
  answer: z.array(historyLine),
  summary: 'Changes of schedules and tasks of a property, newest first',
})

const feed = z.object({ createdAt: z.string() }).nullable()

export const getCalendarFeed = call({
  method: 'GET',
  path: '/api/tasks/GetCalendarFeed',
  access: signedIn,
  answer: feed,
  summary: 'Whether the caller has a calendar address, and since when',
})

export const createCalendarFeed = call({
  method: 'POST',
  path: '/api/tasks/CreateCalendarFeed',
  access: signedIn,
  answer: z.object({ address: z.string(), createdAt: z.string() }),
  summary: 'Create a new calendar address for the caller, shown once; the earlier one stops working',
})

export const removeCalendarFeed = call({
  method: 'POST',
  path: '/api/tasks/RemoveCalendarFeed',
  access: signedIn,
  answer: z.boolean(),
  summary: 'Remove the calendar address of the caller',
})

export const calendar = call({
  method: 'GET',
  path: '/api/tasks/Calendar/:token',
  access: anyone,
  params: z.object({ token: z.string().max(100) }),
  answer: z.string(),
  answerType: 'text/calendar; charset=utf-8',
  summary: 'The due dates of the owner of the calendar address, as iCalendar',
})
