import { z } from 'zod'
import { permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, id, number, percent } from '#kernel/model/field.ts'
import { ProjectOccupancy } from './entities.ts'
import { factsShape, occupancies } from './occupancies.ts'
import { room, roomInput } from './rooms.ts'

const { path } = occupancies
const read = permission('Occupancy', 'read')
const write = permission('Occupancy', 'write')
const byUser = z.object({ userId: id('User') })

/** The maximum number of properties that one call saves or submits. */
const MAX_ROWS = 500

/** A property in the worksheet of a month: its stored record, or the empty one that would be created. */
export const sheetRow = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  agencyNumber: z.string().nullable(),
  city: z.string().nullable(),
  companyName: z.string().nullable(),
  /** 0 if there is no record for the month yet. */
  projectOccupancyId: z.int(),
  version: z.int(),
  statusId: z.int(),
  statusLabel: z.string(),
  submitted: z.string().nullable(),
  returnReason: z.string().nullable(),
  canEdit: z.boolean(),
  whyBelow: ProjectOccupancy.fields.whyBelow,
  stepsTaken: ProjectOccupancy.fields.stepsTaken,
  inquiries: ProjectOccupancy.fields.inquiries,
  applications: ProjectOccupancy.fields.applications,
  comments: ProjectOccupancy.fields.comments,
  rooms: z.array(room),
  periodDate: z.string(),
  today: z.string(),
  ...factsShape,
})
export type SheetRow = z.infer<typeof sheetRow>

const sheet = z.object({
  userId: z.int(),
  userName: z.string(),
  month: z.string(),
  today: z.string(),
  dueDate: z.string().nullable(),
  explainBelow: z.number(),
  rows: z.array(sheetRow),
})
export type Sheet = z.infer<typeof sheet>

export const getWorksheet = call({
  method: 'GET',
  path: `${path}/GetWorksheet/:userId`,
  access: read,
  params: byUser,
  query: z.object({ month: day('Month').optional(), propertyId: id('Property').optional() }),
  answer: sheet,
  summary:
    'Occupancy: all properties for which a person reports in a month, with last month’s figures; 0 means the caller',
})

/** The maximum number of months of a history. */
const MAX_MONTHS = 120

export const getOccupancyHistory = call({
  method: 'GET',
  path: `${path}/GetOccupancyHistory/:projectId`,
  access: read,
  params: z.object({ projectId: id('Property') }),
  query: z.object({ numMonths: number('Months', 1, MAX_MONTHS).unwrap().optional() }),
  answer: z.array(
    z.object({
      periodDate: day('Month').unwrap(),
      projectOccupancyId: id('Record'),
      units: number('Units').unwrap(),
      vacant: number('Vacant'),
      offLine: number('Off line'),
      occupancy: percent('Occupied'),
    }),
  ),
  summary: 'Occupancy: the latest months a property filed, newest first; twelve by default',
})

export const getByUserId = call({
  method: 'GET',
  path: `${path}/GetByUserId/:userId`,
  access: read,
  params: byUser,
  query: z.object({ month: day('Month').optional() }),
  answer: z.array(
    z.object({
      propertyId: z.int(),
      propertyName: z.string(),
      companyName: z.string().nullable(),
      periodDate: z.string(),
      dueDate: z.string().nullable(),
      projectOccupancyId: z.int().nullable(),
      statusId: z.int(),
      statusLabel: z.string(),
      submitted: z.string().nullable(),
      units: z.int(),
      vacantUnits: z.int().nullable(),
      moveIns: z.int().nullable(),
      moveOuts: z.int().nullable(),
      waitingList: z.int().nullable(),
      occupancy: z.number().nullable(),
      /** The number of earlier months that are due and missing. */
      missing: z.int(),
    }),
  ),
  summary: 'Occupancy: the properties for which a person reports, each with its month; 0 means the caller',
})
export type ListedProperty = z.infer<typeof getByUserId.answer>[number]

export const getOccupancy = call({
  method: 'GET',
  path: `${path}/GetOccupancy/:projectId/:projectOccupancyId`,
  access: read,
  params: z.object({ projectId: id('Property'), projectOccupancyId: id('Month') }),
  query: z.object({ month: day('Month').optional() }),
  answer: occupancies.calls.one.answer,
  summary: 'Occupancy: a month of a property; id 0 returns an empty one, not stored',
})

const { whyBelow, stepsTaken, inquiries, applications, comments } = ProjectOccupancy.fields

/** A month as callers send it to be saved: by its id, or by property and month if there is no record yet. */
export const monthInput = z.object({
  projectOccupancyId: id('Month').optional(),
  propertyId: id('Property'),
  periodDate: ProjectOccupancy.fields.periodDate,
  version: z.int().nullable().optional(),
  clientKey: ProjectOccupancy.fields.clientKey.optional(),
  whyBelow: whyBelow.optional(),
  stepsTaken: stepsTaken.optional(),
  inquiries: inquiries.optional(),
  applications: applications.optional(),
  comments: comments.optional(),
  rooms: z.array(roomInput).max(100).optional(),
})
export type MonthInput = z.infer<typeof monthInput>

/**
 * A row to be saved: a month with its unit types in `rooms`, or one unit type of a month, which is the form
 * that the specification shows. Without property and month, the row belongs to its record's month, or to the
 * last month that is over.
 */
const rowInput = monthInput.extend({
  propertyId: monthInput.shape.propertyId.optional(),
  periodDate: monthInput.shape.periodDate.optional(),
  projectRoomTypeId: roomInput.shape.projectRoomTypeId.optional(),
  vacantCount: roomInput.shape.vacantCount,
  specialNeedsDetails: roomInput.shape.specialNeedsDetails,
})
export type RowInput = z.infer<typeof rowInput>

/**
 * The result for one of several rows: stored, or why not. A refused row does not prevent others from being
 * stored.
 */
const rowResult = z.object({
  propertyId: z.int(),
  periodDate: z.string(),
  projectOccupancyId: z.int(),
  /** The current version; 0 if there is no record. */
  version: z.int(),
  statusId: z.int(),
  refused: z.string().nullable(),
})
export type RowResult = z.infer<typeof rowResult>

export const saveOccupancy = call({
  method: 'POST',
  path: `${path}/SaveOccupancy`,
  access: write,
  body: z.array(rowInput).max(MAX_ROWS),
  answer: z.array(rowResult),
  summary: 'Occupancy: store changes of several properties; a conflict in one does not affect the others',
  bodyLimit: 4_194_304,
})

export const submitReady = call({
  method: 'POST',
  path: `${path}/SubmitReady`,
  access: write,
  body: z.object({
    rows: z
      .array(z.object({ projectOccupancyId: id('Month'), version: z.int().nullable().optional() }))
      .max(MAX_ROWS),
  }),
  answer: z.array(rowResult),
  summary:
    'Occupancy: submit several months; incomplete ones are not submitted, and their errors are returned',
})
