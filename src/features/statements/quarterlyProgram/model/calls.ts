import { z } from 'zod'
import { stepFields } from '#engines/review/model/index.ts'
import { declareFileCalls } from '#engines/worksheet/model/index.ts'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { day, id, number } from '#kernel/model/field.ts'
import { TCAPFeeRelease, TCAPProgram } from './entities.ts'
import { months } from './months.ts'
import { quarters } from './quarters.ts'

const { path } = months
const access = permission('Budget', 'read')
const programAccess = { read: access, write: agency('write') }

/** The generic calls for program entries, which say which properties are in the program. */
export const programs = controller(TCAPProgram, { path: '/api/TCAPProgram', ...programAccess })
/** The generic calls for fee releases. */
export const releases = controller(TCAPFeeRelease, { path: '/api/TCAPFeeRelease', ...programAccess })

/** The calls that import figures of both sheets from a file. */
export const files = declareFileCalls({
  path,
  label: 'TCAP month',
  write: permission('Budget', 'write'),
  columns: ['amount'],
  answer: months.calls.one.answer,
})

export const getByPeriod = call({
  method: 'GET',
  path: `${path}/GetByPeriod/:projectId/:periodDate`,
  access,
  params: z.object({ projectId: id('Property'), periodDate: day('Month').unwrap() }),
  answer: months.calls.one.answer,
  summary:
    'TCAP: the month of a day, with the months of its quarter; an empty one, not stored, if none was begun',
})

const quarterParams = {
  projectId: id('Property'),
  year: number('Year').unwrap(),
  quarter: number('Quarter').unwrap(),
}
export const getByQuarter = call({
  method: 'GET',
  path: `${path}/GetByQuarter/:projectId/:year/:quarter`,
  access,
  params: z.object(quarterParams),
  answer: quarters.calls.one.answer,
  summary: 'TCAP: a quarter with its months and the year to date; not stored if no month was begun',
})

export const updateQuarterStatus = call({
  method: 'POST',
  path: `${path}/UpdateQuarterStatus/:projectId/:year/:quarter/:status`,
  access: agency('write'),
  params: z.object({ ...quarterParams, status: number('Status').unwrap() }),
  body: z.object({ reason: stepFields.reason, version: stepFields.version }).optional(),
  answer: quarters.calls.one.answer,
  summary:
    'TCAP: take the step that leads a quarter to the given status: under review 3, reviewed 4, accepted 5, deficient 6',
})

const feeYear = z.object({
  releaseYear: z.int(),
  amount: z.number(),
  state: z.enum(['Released', 'Due', 'Later', 'Closed']),
  releasedOn: z.string().nullable(),
  tcapFeeReleaseId: z.int().nullable(),
})

export const getProgram = call({
  method: 'GET',
  path: `${programs.path}/GetByProperty/:propertyId`,
  access,
  params: z.object({ propertyId: id('Property') }),
  answer: z.object({
    propertyId: z.int(),
    propertyName: z.string(),
    companyName: z.string().nullable(),
    units: z.int(),
    today: z.string(),
    programs: z.array(TCAPProgram.row.extend({ schedule: z.array(feeYear) })),
    /** The months that the property reports or reported, newest first, with due date and status. */
    months: z.array(
      z.object({
        periodDate: z.string(),
        year: z.int(),
        quarter: z.int(),
        tcapId: z.int().nullable(),
        statusId: z.int(),
        statusLabel: z.string(),
        submitted: z.string().nullable(),
        dueDate: z.string().nullable(),
      }),
    ),
  }),
  summary: 'TCAP: a property of the program with its months and the release schedule of its fee',
})

const programLine = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  companyName: z.string().nullable(),
  units: z.int(),
  tcapProgramId: z.int(),
  program: z.string(),
  beginsOn: z.string(),
  endsOn: z.string().nullable(),
  /** How many past months are not submitted, and the earliest of them. */
  missing: z.int(),
  nextMonth: z.string().nullable(),
  dueDate: z.string().nullable(),
  /** Quarters that wait for the agency. */
  toReview: z.int(),
  deficient: z.int(),
  feeTotal: z.number().nullable(),
  released: z.number(),
})
export type ProgramLine = z.infer<typeof programLine>

export const getProjectList = call({
  method: 'GET',
  path: `${path}/GetProjectList`,
  access,
  answer: z.array(programLine),
  summary: 'TCAP: the caller’s current and former properties of the program, each with its next month',
})
export const getAdminList = call({
  ...getProjectList,
  path: `${path}/GetAdminList`,
  access: agency('read'),
  summary: 'TCAP: all current and former properties of the program, for its administration',
})
