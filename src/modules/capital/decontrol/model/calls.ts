import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { code, id, longText } from '#kernel/model/field.ts'
import { Action } from '#kernel/model/workflow.ts'
import { DecontrolSchedule } from './entities.ts'

const path = '/api/projects'
const day = z.string().nullable()
const { decontrolScheduleId, propertyId, closedOn, version, createdBy, createdAt, ...written } =
  DecontrolSchedule.fields

/** The written fields of a release. */
export const scheduleFields = z.object(written)

/** The progress of a property's release, the outstanding matters, and the caller's next steps. */
export const scheduleStatus = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  /** As of requests; null where none is under way. */
  decontrolStatus: z.int().nullable(),
  statusLabel: z.string(),
  /** Null where nothing is entered yet. */
  schedule: scheduleFields.nullable(),
  scheduleId: z.int().nullable(),
  version: z.int(),
  stations: z.array(z.object({ name: z.string(), due: day, done: day, step: z.string(), late: z.boolean() })),
  /** Outstanding matters, each with its link; for the agency alone. */
  outstanding: z.array(z.object({ kind: z.string(), words: z.string(), path: z.string() })),
  /** What keeps it from the next step. */
  missing: z.array(z.object({ field: z.string(), message: z.string() })),
  /** Schedules of tasks that end with it. */
  ends: z.array(z.object({ task: z.string(), tasks: z.int() })),
  obligations: z.array(z.string()),
  /** For the agency alone; null for others, because a hidden balance is not 0. */
  reserves: z.number().nullable(),
  taxCredit: z.boolean(),
  actions: z.array(Action),
  canEdit: z.boolean(),
})
export type ScheduleStatus = z.infer<typeof scheduleStatus>

export const getScheduleStatus = call({
  method: 'GET',
  path: `${path}/GetDecontrolScheduleStatus/:projectId`,
  access: signedIn,
  params: z.object({ projectId: id('Property') }),
  answer: scheduleStatus,
  summary: 'The progress of a property’s release from control, what is outstanding, and what stays in effect',
})

export const updateSchedule = call({
  method: 'POST',
  path: `${path}/UpdateDecontrolSchedule/:projectId/:status`,
  access: agency('write'),
  params: z.object({ projectId: id('Property'), status: code('Decontrol status', -1, 6) }),
  body: z.object({
    ...scheduleFields.partial().shape,
    version: z.int().nullable().optional(),
    /** Why the step is taken. */
    stepReason: longText('Reason', 1000).optional(),
  }),
  answer: scheduleStatus,
  summary: 'Store the schedule of a release and, if the status changes, take the step to it: both or nothing',
})
