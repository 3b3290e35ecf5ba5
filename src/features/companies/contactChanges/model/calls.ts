import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { type Call, call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id, longText } from '#kernel/model/field.ts'
import { ContactChange, Decisions } from './entities.ts'
import { requests } from './requests.ts'
import { changeDetail, changeLine } from './shapes.ts'

const { path, calls } = requests
const linePath = '/api/ContactChange'
const answer = calls.one.answer
const byRequest = z.object({ requestId: id('Request') })
const byCompany = z.object({ managementCompanyId: id('Management company') })

export const contactChanges = controller(ContactChange, { path: linePath, read: signedIn, write: signedIn })

/**
 * Derives a call on a change from a call on its request. A change has the status of its request, so a step
 * can be taken by the id of one of its changes.
 */
export const toChangeCall = (call: Call): Call => ({
  ...call,
  path: call.path.replace(path, linePath),
  summary: call.summary.replace(requests.entity.label, ContactChange.label),
})
export const changesByStatus = call({
  ...calls.byStatus,
  path: `${linePath}/GetByStatus/:status`,
  answer: z.array(changeLine),
  summary: 'Contact change: those of a status',
})
export const changesByStatusAndProperty = call({
  ...calls.byStatusAndProperty,
  path: `${linePath}/GetByStatusAndProperty/:status/:propertyId`,
  answer: z.array(changeLine),
  summary: 'Contact change: those of a status at a property',
})
export const getByRequestId = call({
  method: 'GET',
  path: `${linePath}/GetByRequestId/:requestId`,
  access: signedIn,
  params: byRequest,
  answer: z.array(changeDetail),
  summary: 'The changes of a request, each with the contact as it is now',
})

const stepFields = { version: z.int().nullable().optional(), reason: longText('Reason', 4000).optional() }
const decisionBody = z.object({
  id: id('Request'),
  ...stepFields,
  /**
   * The reviewer's choices by line, for contacts that changed since the request, and for lines that are not
   * applied.
   */
  decisions: z
    .array(z.object({ contactChangeId: id('Change'), choices: Decisions }))
    .max(500)
    .optional(),
})
export type DecisionInput = z.infer<typeof decisionBody>

export const approve = call({
  method: 'POST',
  path: `${path}/Approve`,
  access: agency('write'),
  body: decisionBody,
  answer,
  summary: 'Approve a request and apply its changes; every open conflict needs a decision',
})
export const reject = call({
  method: 'POST',
  path: `${path}/Reject`,
  access: agency('write'),
  body: z.object({ id: id('Request'), ...stepFields }),
  answer,
  summary: 'Reject a request with a reason',
})
export const approveOrReject = call({
  method: 'POST',
  path: `${path}/ApproveOrRejectManagementContactChangerequest`,
  access: agency('write'),
  body: decisionBody.extend({ approve: z.boolean().meta({ label: 'Approve', kind: 'flag' }) }),
  answer,
  summary: 'Decide on the request of a management company or owner-manager',
})
export const unsubmit = call({
  method: 'POST',
  path: `${path}/UnsubmitRequest/:requestId`,
  access: signedIn,
  params: byRequest,
  body: z.object(stepFields),
  answer,
  summary: 'Recall by the company, or return by the agency with a reason',
})
export const sendSubmissionEmails = call({
  method: 'POST',
  path: `${path}/SendSubmissionEmails/:requestId/:managementCompanyId`,
  access: signedIn,
  params: byRequest.extend({ managementCompanyId: id('Management company') }),
  answer: z.object({ sent: z.int() }),
  summary: 'Mail that a request was submitted, unless that was mailed already',
})

/** Declares a reading call as POST, because the specification does so (C5). */
const declarePostRead = <P extends z.ZodType, A extends z.ZodType>(
  tail: string,
  params: P,
  answer: A,
  summary: string,
): Call<P, undefined, undefined, A> =>
  call({ method: 'POST', path: path + tail, access: signedIn, params, answer, summary })

export const getCompanyRequests = declarePostRead(
  '/GetContactChangeManagementCompanyRequests/:managementCompanyId',
  byCompany,
  calls.list.answer,
  'Requests of a management company; 0 for those of every company and owner-manager in scope',
)
export const getById = declarePostRead(
  '/GetChangeManagementCompanyRequestById/:requestId',
  byRequest,
  answer,
  'One request with its changes, the contacts now, and what may be done next',
)
export const getByCompany = declarePostRead(
  '/GetChangeManagementCompanyRequestByManagementId/:managementCompanyId',
  byCompany,
  answer,
  'The open request of a management company (0: the caller’s own); an empty one if there is none',
)
export const getByOwnerManaged = declarePostRead(
  '/GetChangeManagementCompanyRequestByOwnerManagedId/:ownerManagedId',
  z.object({ ownerManagedId: id('Property') }),
  answer,
  'The open request of an owner-managed property, or of any other; an empty one if there is none',
)
