import { z } from 'zod'
import { outLine } from '#core/people/absences/model/index.ts'
import { propertyCall } from '#engines/review/model/index.ts'
import { declareFileCalls, getLinesSchema } from '#engines/worksheet/model/index.ts'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id, number } from '#kernel/model/field.ts'
import { AFSAmount, Certification, opinions, statementTypes, totals } from './entities.ts'
import { scheduleSaves } from './schedules/wire.ts'
import { amountLine, statements } from './statements.ts'
import { certificationView } from './worksheet.ts'

const { path, calls } = statements
const answer = calls.one.answer
const access = permission('AFS', 'read')
const write = permission('AFS', 'write')
const version = z.int().nullable().optional()
const year = number('Year', 1, 9999).unwrap()
const byStatement = z.object({ afsId: id('Statement') })
const propertyAndYear = z.object({ propertyId: id('Property'), year })

export const amounts = controller(AFSAmount, { path: '/api/AFSAmount', read: access, write })
export const certifications = controller(Certification, { path: '/api/Certification', read: access, write })

export const getByYear = call({
  method: 'GET',
  path: `${path}/GetByYear/:propertyId/:year`,
  access,
  params: propertyAndYear,
  answer,
  summary: 'Annual statement of a property and fiscal year; an empty one, not stored, if none was begun',
})

export const getIdByYear = call({
  method: 'GET',
  path: `${path}/GetIdByYear/:propertyId/:year`,
  access,
  params: propertyAndYear,
  answer: z.int().nullable(),
  summary: 'The number of the annual statement of a property and fiscal year; null if none was begun',
})

export const getAmountsByAfsId = call({
  method: 'GET',
  path: `${path}/GetAmountsByAfsId/:afsId`,
  access,
  params: byStatement,
  answer: z.array(amountLine),
  summary: 'Annual statement: its amounts by account',
})

export const updateAmounts = call({
  method: 'POST',
  path: `${path}/UpdateAmounts/:afsId`,
  access: write,
  params: byStatement,
  body: getLinesSchema(['amount']),
  bodyLimit: 1_048_576,
  answer: z.array(amountLine),
  summary: 'Annual statement: save amounts by account; accounts that are not sent stay unchanged',
})

export const setExtensionId = call({
  method: 'GET',
  path: `${path}/SetExtensionId/:afsId/:extensionId`,
  access: write,
  params: byStatement.extend({ extensionId: id('Extension') }),
  answer,
  changes: true,
  summary: 'Annual statement: set its due date to that of an approved extension',
})

export const approveMonths = call({
  method: 'PUT',
  path: `${path}/ApproveMonths/:afsId`,
  access: agency('write'),
  params: byStatement,
  answer,
  summary: 'Annual statement: approve a fiscal period of thirteen to eighteen months',
})

export const certify = call({
  method: 'POST',
  path: `${path}/Certify/:afsId/:certificationId`,
  access: write,
  params: byStatement.extend({ certificationId: id('Certification') }),
  body: z
    .object({
      version,
      role: Certification.fields.role.optional(),
      title: Certification.fields.title.optional(),
      signature: Certification.fields.signature.optional(),
    })
    .optional(),
  answer,
  summary: 'Annual statement: sign a certification; the second one submits',
})

export const updateStatus = call({
  method: 'POST',
  path: `${path}/UpdateStatus/:afsId/:status`,
  access: write,
  params: byStatement.extend({ status: z.int().min(-1).max(9).meta({ label: 'Status', kind: 'choice' }) }),
  body: calls.submit.body!.optional(),
  answer,
  summary: 'Annual statement: take the step that leads to a status',
})

export const createCertification = call({
  method: 'GET',
  path: '/api/Certification/CreateCertificationByUserID/:userId',
  access: write,
  params: z.object({ userId: id('User') }),
  answer: Certification.row,
  changes: true,
  summary: 'Create a certification for the caller to sign; the user id is 0 or the caller’s own',
})

const reviewLine = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  companyName: z.string().nullable(),
  units: z.int(),
  year: z.int(),
  afsId: z.int().nullable(),
  statusId: z.int().nullable(),
  statusLabel: z.string(),
  dueDate: z.string().nullable(),
  submitted: z.string().nullable(),
  reviewerName: z.string().nullable(),
  reviewerOut: outLine.nullable(),
  statementType: z.enum(statementTypes).nullable(),
  opinion: z.enum(opinions).nullable(),
  totals: totals.nullable(),
})

export const getReviewListByYear = call({
  method: 'GET',
  path: `${path}/GetReviewListByYear/:year`,
  access: agency('read'),
  params: z.object({ year }),
  answer: z.array(reviewLine),
  summary: 'Annual statements of a fiscal year, with the properties that have not filed theirs',
})

export const getReviewListByPropertyId = call({
  method: 'GET',
  path: `${path}/GetReviewListByPropertyId/:propertyId`,
  access: agency('read'),
  params: z.object({ propertyId: id('Property') }),
  answer: z.array(reviewLine),
  summary: 'Annual statements of a property, with the years it has not filed',
})

export const getProjectAuditData = call({
  method: 'GET',
  path: '/api/projects/GetProjectAuditData/:projectId/:year',
  access,
  params: z.object({ projectId: id('Property'), year }),
  answer: reviewLine.extend({
    months: z.int().nullable(),
    auditFirm: z.string().nullable(),
    auditReportDate: z.string().nullable(),
    findingsCount: z.int().nullable(),
    goingConcern: z.boolean().nullable(),
  }),
  summary: 'The audit data of a property and fiscal year; empty if none was filed',
})

export const getYearsToFile = propertyCall(
  statements,
  'GetYearsToFile',
  z.object({
    propertyName: z.string(),
    /** Fiscal years that have ended and have no statement yet: those with a task, and the last one. */
    years: z.array(z.object({ year: z.int(), dueDate: z.string().nullable() })),
    reasons: z.array(z.string()),
  }),
  'years a property still has to file',
)

export const getVersion = call({
  method: 'GET',
  path: `${path}/GetVersion/:afsId/:number`,
  access,
  params: byStatement.extend({ number: number('Version', 1, 999).unwrap() }),
  answer: z.object({
    number: z.int(),
    submitted: z.string(),
    /** The header fields as they were submitted, by field name. */
    head: z.record(z.string(), z.unknown()),
    lines: z.array(
      z.object({ code: z.string(), amount: z.number().nullable(), note: z.string().nullable() }),
    ),
    certifications: z.array(certificationView),
  }),
  summary: 'Annual statement: a submitted version, as it was',
})

/** A figure of a tie-out, as it was computed. */
const figure = z.object({ label: z.string(), cents: z.int() })
const side = figure.extend({
  code: z.string().optional(),
  to: z.string().optional(),
  of: z.array(figure).optional(),
})
export const getTieOuts = call({
  method: 'GET',
  path: `${path}/GetTieOuts/:afsId`,
  access,
  params: byStatement,
  answer: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      source: z.string(),
      left: side,
      right: side,
      holds: z.enum(['equal', 'at least', 'at most']),
      stops: z.boolean(),
      unit: z.literal('percent').optional(),
      agrees: z.boolean(),
      difference: z.int(),
      hint: z.string().nullable(),
    }),
  ),
  summary: 'Annual statement: all tie-outs with their two figures, in cents',
})

export const files = declareFileCalls({
  path,
  label: 'Annual statement',
  write,
  answer,
  columns: AFSAmount.columns,
  lists: scheduleSaves,
})
