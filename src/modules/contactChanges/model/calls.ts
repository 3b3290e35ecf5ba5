import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { type Call, call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import { statusCalls } from '#kernel/model/statusCalls.ts'
import { ContactChange, ContactChangeRequest, Decisions } from './entities.ts'
import { changeDetail, changeLine, reason, requestDetail, requestLine, sentLine, version } from './shapes.ts'

/**
 * Contact change requests carry no permission of their own (NAV-10): whoever is tied to a property or company reads its
 * requests, and row-level security lets only their primary users write, beside the agency's writers.
 */
const path = '/api/ContactChangeRequest'
const linePath = '/api/ContactChange'
const title = 'Contact change request'

export const requests = controller(ContactChangeRequest, { path, read: signedIn, write: signedIn })
export const changes = controller(ContactChange, { path: linePath, read: signedIn, write: signedIn })

const shared = { read: signedIn, write: signedIn }
export const requestStatus = statusCalls({ path, title, ...shared, answer: requestDetail, row: requestLine })
/** A change has the status of its request; these calls step the request a change belongs to. */
export const changeStatus = statusCalls({
  path: linePath,
  title: 'Contact change',
  ...shared,
  answer: requestDetail,
  row: changeLine,
})

const byRequest = z.object({ requestId: id('Request') })
const byCompany = z.object({ managementCompanyId: id('Management company') })
const byProperty = z.object({ propertyId: id('Property') })

/** The specification sends these reads as POST (C5). */
const readByPost = <P extends z.ZodType, A extends z.ZodType>(
  tail: string,
  params: P,
  answer: A,
  summary: string,
): Call<P, undefined, undefined, A> =>
  call({ method: 'POST', path: path + tail, access: signedIn, params, answer, summary })

const decided = z.object({
  id: id('Request'),
  version,
  reason,
  /** The reviewer's choices by line, for the contacts that changed meanwhile and for lines left as they are. */
  decisions: z
    .array(z.object({ contactChangeId: id('Change'), choices: Decisions }))
    .max(500)
    .optional(),
})

export const approve = call({
  method: 'POST',
  path: `${path}/Approve`,
  access: agency('write'),
  body: decided,
  answer: requestDetail,
  summary: 'Approve a request and apply its changes; open conflicts need a decision each',
})
export const reject = call({
  method: 'POST',
  path: `${path}/Reject`,
  access: agency('write'),
  body: z.object({ id: id('Request'), version, reason }),
  answer: requestDetail,
  summary: 'Reject a request with a reason',
})
export const approveOrReject = call({
  method: 'POST',
  path: `${path}/ApproveOrRejectManagementContactChangerequest`,
  access: agency('write'),
  body: decided.extend({ approve: z.boolean().meta({ label: 'Approve', kind: 'flag' }) }),
  answer: requestDetail,
  summary: 'Decide on the request of a management company or owner-manager',
})
export const updateContactChange = call({
  method: 'POST',
  path: `${path}/UpdateContactChange`,
  access: signedIn,
  body: z.object({
    request: ContactChangeRequest.input.pick({
      contactChangeRequestId: true,
      propertyId: true,
      managementCompanyId: true,
      reason: true,
      version: true,
    }),
    lines: z.array(sentLine).max(100),
  }),
  answer: requestDetail,
  summary: 'Save a request in progress with its lines: shape only; lines not sent are removed',
})
export const sendSubmissionEmails = call({
  method: 'POST',
  path: `${path}/SendSubmissionEmails/:requestId/:managementCompanyId`,
  access: signedIn,
  params: byRequest.extend({ managementCompanyId: id('Management company') }),
  answer: z.object({ sent: z.int() }),
  summary: 'Mail that a request was submitted, unless its submission was mailed already',
})

export const getCompanyRequests = readByPost(
  '/GetContactChangeManagementCompanyRequests/:managementCompanyId',
  byCompany,
  z.array(requestLine),
  'Requests of a management company; 0 for those of every company and owner-manager in scope',
)
export const getById = readByPost(
  '/GetChangeManagementCompanyRequestById/:requestId',
  byRequest,
  requestDetail,
  'One request with its changes, the contacts now, and what may be done next',
)
export const getByCompany = readByPost(
  '/GetChangeManagementCompanyRequestByManagementId/:managementCompanyId',
  byCompany,
  requestDetail,
  'The open request of a management company (0: the caller’s own); an empty one where there is none',
)
export const getByOwnerManaged = readByPost(
  '/GetChangeManagementCompanyRequestByOwnerManagedId/:ownerManagedId',
  z.object({ ownerManagedId: id('Property') }),
  requestDetail,
  'The open request of an owner-managed property, or of any other; an empty one where there is none',
)
export const unsubmit = call({
  method: 'POST',
  path: `${path}/UnsubmitRequest/:requestId`,
  access: signedIn,
  params: byRequest,
  body: z.object({ reason, version }),
  answer: requestDetail,
  summary: 'Recall by the company, or return by the agency with a reason',
})

export const getRequest = call({
  method: 'GET',
  path: `${path}/GetRequest/:requestId`,
  access: signedIn,
  params: byRequest,
  answer: requestDetail,
  summary: 'One request with its changes, the contacts now, and what may be done next',
})
export const getPropertyRequests = call({
  method: 'GET',
  path: `${path}/GetPropertyRequests/:propertyId`,
  access: signedIn,
  params: byProperty,
  answer: z.array(requestLine),
  summary: 'Requests of a property; 0 for every property in scope',
})
export const getHistory = call({
  method: 'GET',
  path: `${path}/GetHistory/:requestId`,
  access: signedIn,
  params: byRequest,
  answer: z.array(historyLine),
  summary: 'Who did what to a request',
})
export const getByRequestId = call({
  method: 'GET',
  path: `${linePath}/GetByRequestId/:requestId`,
  access: signedIn,
  params: byRequest,
  answer: z.array(changeDetail),
  summary: 'The changes of a request, each with the contact as it is now',
})
