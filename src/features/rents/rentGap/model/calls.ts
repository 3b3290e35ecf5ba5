import { z } from 'zod'
import { fileTitleField } from '#core/platform/files/model/index.ts'
import { propertyLine } from '#core/portfolio/properties/model/index.ts'
import { attachCall, documentKind, propertyCall, stepFields } from '#engines/review/model/index.ts'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, id } from '#kernel/model/field.ts'
import { applications, fundsShape, itemDetail } from './applications.ts'
import { RentGapItem } from './entities.ts'
import { facts } from './facts.ts'
import { nonCompliance, qualification } from './qualification.ts'

const { path, calls } = applications
const [read, write] = [permission(facts.permission, 'read'), permission(facts.permission, 'write')]
const byId = z.object({ id: id() })
const byProperty = z.object({ propertyId: id('Property') })
const detail = calls.one.answer

export const getPropertyList = call({
  method: 'GET',
  path: `${path}/GetPropertyList`,
  access: read,
  answer: z.array(
    propertyLine.extend({
      qualifies: z.boolean(),
      reasons: z.array(z.string()),
      openApplications: z.int(),
      lastApproved: z.string().nullable(),
    }),
  ),
  summary:
    'Properties in scope, whether they qualify for rent gap assistance and why not, with open applications',
})

export const getQualification = propertyCall(
  applications,
  'GetQualification',
  qualification.extend({ qualifies: z.boolean() }),
  'whether a property qualifies, condition by condition',
)
export const getRelatedNonCompliance = propertyCall(
  applications,
  'GetRelatedNonCompliance',
  z.array(nonCompliance),
  'non-compliance at a property',
)

export const createApplication = call({
  method: 'POST',
  path: `${path}/CreateApplication/:propertyId`,
  access: write,
  params: byProperty,
  answer: detail,
  summary:
    'Begin an application for the current year; refused with all reasons if the property does not qualify',
})

export const getRequestItems = call({
  method: 'GET',
  path: `${path}/GetRequestItems/:id`,
  access: read,
  params: byId,
  answer: z.array(itemDetail),
  summary: 'The households of an application; names only for people who may edit it',
})

export const saveRequestItems = call({
  method: 'POST',
  path: `${path}/SaveRequestItems/:id`,
  access: write,
  params: byId,
  body: z.array(RentGapItem.input).max(1000),
  answer: z.array(itemDetail),
  summary: 'Store the households of an application; households that are not sent are removed',
})

export const getReview = call({
  method: 'GET',
  path: `${path}/GetReview/:id`,
  access: agency('read'),
  params: byId,
  answer: detail.pick({
    items: true,
    claimed: true,
    approved: true,
    funds: true,
    conditions: true,
    nonCompliance: true,
    qualificationAtSubmit: true,
    submittedAsException: true,
    agencyComments: true,
  }),
  summary:
    'The data for the review: households with amounts, funds of the year, qualification now and as submitted',
})

const declareMailCall = (tail: string, text: string) =>
  call({
    method: 'POST',
    path: `${path}/${tail}/:id`,
    access: agency('write'),
    params: byId,
    answer: z.boolean(),
    summary: text,
  })
export const sendSubmittedEmail = declareMailCall(
  'SendSubmittedEmail',
  'Mail again that an application was submitted',
)
export const sendSendBackEmail = declareMailCall(
  'SendSendBackEmail',
  'Mail again why an application was returned, and by when it has to be resubmitted',
)

export const getListByYearAndStatus = call({
  method: 'GET',
  path: `${path}/GetListByYearAndStatus/:year/:status`,
  access: read,
  params: z.object({
    year: z.int().min(2000).max(2100),
    status: z.int().min(-1).max(6).meta({ label: 'Status', kind: 'choice' }),
  }),
  answer: calls.list.answer,
  summary: 'The applications of a year and a status; -1 means all statuses',
})

export const getFunds = call({
  method: 'GET',
  path: `${path}/GetFunds/:year`,
  access: agency('read'),
  params: z.object({ year: z.int().min(2000).max(2100) }),
  answer: fundsShape.omit({ waitingBefore: true }),
  summary: 'The funds of a year: total, approved and remaining',
})

export const updateAdjustedResubmitDate = call({
  method: 'POST',
  path: `${path}/UpdateAdjustedResubmitDate/:id`,
  access: agency('write'),
  params: byId,
  body: z.object({ adjustedResubmitDate: day('Submit again by'), version: stepFields.version }),
  answer: detail,
  summary: 'Change the business day by which a returned application has to be resubmitted',
})

export const upload = attachCall(
  applications,
  'RentGapFileUpload',
  { documentType: documentKind.optional(), title: fileTitleField.optional() },
  'attach documents',
)
