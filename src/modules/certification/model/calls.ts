import { z } from 'zod'
import { agency, anyone, company, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id, longText } from '#kernel/model/field.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { historyLine } from '#kernel/model/history.ts'
import { statusCalls } from '#kernel/model/statusCalls.ts'
import { ManagementCompanyAssetCertification } from './entities.ts'
import { applicationDetail, applicationLine, attached, companyStanding, propertyOption, publicLine } from './shapes.ts'
import { documentTypes } from './terms.ts'

const path = '/api/ManagementCompanyAssetCertification'
const read = company('read')
const write = company('write')
const byId = z.object({ id: id('Application') })
/** 0 stands for the caller's own company. */
const byCompany = z.object({ managementCompanyId: id('Management company') })
const step = z.object({ reason: longText('Reason', 4000).optional(), version: z.int().nullable().optional() })

export const applications = controller(ManagementCompanyAssetCertification, { path, read, write })
export const status = statusCalls({
  path,
  title: 'Certification application',
  read,
  write,
  answer: applicationDetail,
  row: applicationLine,
})

/** Open to everybody signed in: row-level security shows the agency all and a company its own. */
export const getQueue = call({
  method: 'GET',
  path: `${path}/GetQueue`,
  access: signedIn,
  answer: z.array(applicationLine),
  summary: 'Every application in scope',
})
export const getApplication = call({
  method: 'GET',
  path: `${path}/GetApplication/:id`,
  access: read,
  params: byId,
  answer: applicationDetail,
  summary: 'One application with everything its screen shows',
})
export const getNewApplication = call({
  method: 'GET',
  path: `${path}/GetNewApplication/:managementCompanyId`,
  access: write,
  params: byCompany,
  answer: applicationDetail,
  summary: 'A new application, filled as a copy of the company’s last one; not stored',
})
export const getCompanyStanding = call({
  method: 'GET',
  path: `${path}/GetCompanyStanding/:managementCompanyId`,
  access: signedIn,
  params: byCompany,
  answer: companyStanding.nullable(),
  summary: 'Where a company stands: certified until when, renewal due, application open',
})
export const saveProgress = call({
  method: 'POST',
  path: `${path}/SaveProgress`,
  access: write,
  answer: applicationDetail,
  bodyLimit: 4_194_304,
  body: z.object({ application: ManagementCompanyAssetCertification.input }),
  summary: 'Save an application in progress: shape only',
})

const given = ManagementCompanyAssetCertification.input
export const saveReview = call({
  method: 'POST',
  path: `${path}/SaveReview`,
  access: agency('write'),
  answer: applicationDetail,
  body: given
    .pick({
      occupancyMark: true,
      inspectionMark: true,
      timelinessMark: true,
      financialMark: true,
      trainingMark: true,
      recommendation: true,
      recommendationComment: true,
      agencyComments: true,
      termMonths: true,
    })
    .extend({ id: id('Application'), version: z.int().nullable().optional() }),
  summary: 'Save the reviewer’s marks, recommendation and term',
})
export const getHistory = call({
  method: 'GET',
  path: `${path}/GetHistory/:id`,
  access: read,
  params: byId,
  answer: z.array(historyLine),
  summary: 'Who did what to an application',
})

// The calls that the specification names.

export const getByManagementCompany = call({
  method: 'GET',
  path: `${path}/GetByManagementCompany/:managementCompanyId`,
  access: read,
  params: byCompany,
  answer: applicationDetail.nullable(),
  summary: 'The newest application of a company',
})
export const getAllByManagementCompany = call({
  method: 'GET',
  path: `${path}/GetAllByManagementCompany/:managementCompanyId`,
  access: signedIn,
  params: byCompany,
  answer: z.array(applicationLine),
  summary: 'Every application of a company, newest first',
})
export const getExpiredList = call({
  method: 'GET',
  path: `${path}/GetExpiredList`,
  access: read,
  answer: z.array(applicationLine),
  summary: 'Certifications whose term is over, of companies that are not certified again',
})
export const getCertifiedList = call({
  method: 'GET',
  path: `${path}/GetCertifiedList`,
  access: anyone,
  answer: z.array(publicLine),
  summary: 'The public list of certified management companies',
})
export const isDue = call({
  method: 'GET',
  path: `${path}/IsDue/:managementCompanyId`,
  access: read,
  params: byCompany,
  answer: z.boolean(),
  summary: 'Whether a company should apply for renewal: it expires soon or has expired, and no application is with us',
})
export const getPropertyOptions = call({
  method: 'GET',
  path: `${path}/GetPropertyOptions/:managementCompanyId`,
  access: read,
  params: byCompany,
  answer: z.array(propertyOption),
  summary: 'The properties a company may name in its application',
})
export const sendDueReminders = call({
  method: 'POST',
  path: `${path}/SendDueReminders`,
  access: agency('write'),
  answer: z.int(),
  summary: 'Send the reminders that are due, as the night job does; answers how many went out',
})
export const getA5SubmittedCount = call({
  method: 'GET',
  path: `${path}/GetA5SubmittedCount`,
  access: agency('read'),
  answer: z.int(),
  summary: 'Applications with the agency that hold an Exhibit A-5',
})
export const applicationRejected = call({
  method: 'POST',
  path: `${path}/ApplicationRejected/:id`,
  access: agency('write'),
  params: byId,
  body: step,
  answer: applicationDetail,
  summary: 'Reject an application, with the reason',
})
export const changeStatusId = call({
  method: 'POST',
  path: `${path}/ChangeStatusId/:id/:status`,
  access: write,
  params: z.object({
    id: id('Application'),
    status: z.int().min(1).max(6).meta({ label: 'Status', kind: 'choice' }),
  }),
  body: step,
  answer: applicationDetail,
  summary: 'Take the step that leads to a status; where none does, an administrator’s forced change',
})
export const listDownload = call({
  method: 'GET',
  path: `${path}/ListDownload`,
  access: agency('read'),
  answer: z.string(),
  answerType: 'text/csv; charset=utf-8',
  summary: 'Every application as CSV',
})
export const addAttachments = call({
  method: 'POST',
  path: `${path}/AddAttachments/:id`,
  access: write,
  bodyType: 'multipart',
  bodyLimit: fileLimits.bytes,
  params: byId,
  body: z.object({ documentType: z.enum(documentTypes).meta({ label: 'Kind of document', kind: 'choice' }) }),
  answer: z.array(attached),
  summary: 'Attach documents of one kind to an application',
})
export const removeAttachment = call({
  method: 'POST',
  path: `${path}/RemoveAttachment/:id`,
  access: write,
  params: z.object({ id: id('File') }),
  answer: z.boolean(),
  summary: 'Remove a document of an application that is still being written',
})
export const getAttachment = call({
  method: 'GET',
  path: `${path}/GetAttachment/:id`,
  access: read,
  params: z.object({ id: id('File') }),
  answer: z.object({ fileBase64: z.string(), fileName: z.string() }),
  summary: 'The content of a document as a data URL, and its name',
})
