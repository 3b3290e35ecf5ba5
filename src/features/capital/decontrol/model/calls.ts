import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { code, id, longText } from '#kernel/model/field.ts'
import { Action } from '#kernel/model/workflow.ts'
import { DecontrolSchedule } from './entities.ts'

const path = '/api/projects'
const day = z.string().nullable()
const { decontrolScheduleId, propertyId, closedOn, version, createdBy, createdAt, ...writableFields } =
  DecontrolSchedule.fields

/** The fields of a release that callers write. */
export const scheduleFields = z.object(writableFields)

/**
 * The progress of a property’s release from control, its outstanding matters, and the caller’s next steps.
 */
export const scheduleStatus = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  /** The status as for requests, null if no release is under way. */
  decontrolStatus: z.int().nullable(),
  statusLabel: z.string(),
  /** The dates and terms, null until something is entered. */
  schedule: scheduleFields.nullable(),
  scheduleId: z.int().nullable(),
  version: z.int(),
  stations: z.array(z.object({ name: z.string(), due: day, done: day, step: z.string(), late: z.boolean() })),
  /** Outstanding matters, each with its link. Only the agency receives them. */
  outstanding: z.array(z.object({ kind: z.string(), words: z.string(), path: z.string() })),
  /** The faults that keep the release from its next step. Only the agency receives them. */
  missing: z.array(z.object({ field: z.string(), message: z.string() })),
  /** The schedules of tasks that end with the release, with the number of unanswered tasks after it. */
  ends: z.array(z.object({ task: z.string(), tasks: z.int() })),
  obligations: z.array(z.string()),
  /**
   * The dollars in the property’s reserves. Null for callers outside the agency, because a hidden balance is
   * not 0.
   */
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
