import { z } from 'zod'
import { attachedFile, fileTitleField } from '#core/platform/files/model/index.ts'
import { stepCall } from '#engines/review/model/index.ts'
import { agency, anyone, company, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { applications } from './applications.ts'
import { companyCertificationSchema, propertyOptionSchema, publicCompanySchema } from './shapes.ts'
import { documentTypes } from './terms.ts'

const { path } = applications
const { answer } = applications.calls.one
const lines = applications.calls.list.answer
const read = company('read')
const write = company('write')
const byId = z.object({ id: id('Application') })
/** Company 0 means the caller's own. */
const byCompany = z.object({ managementCompanyId: id('Management company') })

/**
 * Every signed-in person may call this: row-level security gives the agency all companies and a company
 * itself.
 */
export const getCompanyCertification = call({
  method: 'GET',
  path: `${path}/GetCompanyStanding/:managementCompanyId`,
  access: signedIn,
  params: byCompany,
  answer: companyCertificationSchema.nullable(),
  summary: 'Certification of a company: end of term, whether renewal is due, open application',
})

// The calls that the specification names.

export const getByManagementCompany = call({
  method: 'GET',
  path: `${path}/GetByManagementCompany/:managementCompanyId`,
  access: read,
  params: byCompany,
  answer: answer.nullable(),
  summary: 'The newest application of a company',
})
export const getAllByManagementCompany = call({
  method: 'GET',
  path: `${path}/GetAllByManagementCompany/:managementCompanyId`,
  access: signedIn,
  params: byCompany,
  answer: lines,
  summary: 'Every application of a company, newest first',
})
export const getExpiredList = call({
  method: 'GET',
  path: `${path}/GetExpiredList`,
  access: read,
  answer: lines,
  summary: 'Expired certifications of companies that have not been certified again',
})
export const getCertifiedList = call({
  method: 'GET',
  path: `${path}/GetCertifiedList`,
  access: anyone,
  answer: z.array(publicCompanySchema),
  summary: 'The public list of certified management companies',
})
export const isRenewalDue = call({
  method: 'GET',
  path: `${path}/IsDue/:managementCompanyId`,
  access: read,
  params: byCompany,
  answer: z.boolean(),
  summary:
    'Whether a company should apply for renewal: its certification expires soon or has expired, and no application is pending',
})
export const getPropertyOptions = call({
  method: 'GET',
  path: `${path}/GetPropertyOptions/:managementCompanyId`,
  access: read,
  params: byCompany,
  answer: z.array(propertyOptionSchema),
  summary: 'The properties a company may name in its application',
})
export const sendDueReminders = call({
  method: 'POST',
  path: `${path}/SendDueReminders`,
  access: agency('write'),
  answer: z.int(),
  summary: 'Send the reminders that are due, like the nightly job; returns the number sent',
})
export const getA5SubmittedCount = call({
  method: 'GET',
  path: `${path}/GetA5SubmittedCount`,
  aliases: [`${path}/GetA5SubmittedCount/:managementCompanyId`],
  access: agency('read'),
  params: byCompany.partial(),
  query: byCompany.partial(),
  answer: z.int(),
  summary:
    'Number of Exhibits A-5 that a company has submitted with its applications; by default of all companies',
})
export const applicationRejected = stepCall(
  applications,
  'ApplicationRejected',
  agency('write'),
  'reject it, with the reason',
)
export const changeStatusId = call({
  method: 'POST',
  path: `${path}/ChangeStatusId/:id/:status`,
  access: write,
  params: z.object({
    id: id('Application'),
    status: z.int().min(1).max(7).meta({ label: 'Status', kind: 'choice' }),
  }),
  body: applications.calls.submit.body,
  answer,
  summary: 'Take the step that leads to a status',
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
  body: z.object({
    documentType: z.enum(documentTypes).meta({ label: 'Kind of document', kind: 'choice' }),
    title: fileTitleField.optional(),
  }),
  answer: z.array(attachedFile),
  summary: 'Attach documents of one kind to an application',
})
export const removeAttachment = call({
  method: 'POST',
  path: `${path}/RemoveAttachment/:id`,
  access: write,
  params: z.object({ id: id('File') }),
  answer: z.boolean(),
  summary: 'Remove a document of a draft application',
})
export const getAttachment = call({
  method: 'GET',
  path: `${path}/GetAttachment/:id`,
  access: read,
  params: z.object({ id: id('File') }),
  answer: z.object({ fileBase64: z.string(), fileName: z.string() }),
  summary: 'The content of a document as a data URL, and its name',
})
