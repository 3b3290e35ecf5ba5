import { z } from 'zod'
import { attached } from '#ground/files/model/index.ts'
import { DuplicateMatch } from '#ground/invoices/model/index.ts'
import { ReserveEntry } from '#ground/reserves/model/index.ts'
import { agency, permission, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { day, flag, id, longText, money, ref, text } from '#kernel/model/field.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { stepCall } from '#review/model/index.ts'
import { ReplacementReserveCategory, ReserveAuthority } from './entities.ts'
import { approvedAmounts, requests } from './requests.ts'
import { account } from './shapes.ts'

const { path } = requests
const answer = requests.calls.one.answer
const read = permission('Replacement_Reserve', 'read')
const write = permission('Replacement_Reserve', 'write')
const byId = z.object({ id: id() })
const byProperty = z.object({ propertyId: id('Property') })

export const categories = controller(ReplacementReserveCategory, {
  path: '/api/ReplacementReserveCategory',
  read: signedIn,
  write: agency('admin'),
})

export const authorities = controller(ReserveAuthority, {
  path: '/api/ReserveAuthority',
  read: signedIn,
  write: agency('admin'),
})

export const getPropertyList = call({
  method: 'GET',
  path: `${path}/GetPropertyList`,
  access: read,
  summary: 'Properties in scope with reserve balance and open requests',
  answer: z.array(
    z.object({
      propertyId: z.int(),
      name: z.string(),
      agencyNumber: z.string().nullable(),
      lihtcNumber: z.string().nullable(),
      city: z.string().nullable(),
      managementCompanyName: z.string().nullable(),
      units: z.int(),
      balance: z.number(),
      perUnit: z.number(),
      openRequests: z.int(),
      lastApproved: z.string().nullable(),
    }),
  ),
})

export const getLastApprovedRequest = call({
  method: 'GET',
  path: `${path}/GetLastApprovedRequest/:propertyId`,
  access: read,
  params: byProperty,
  answer: requests.calls.list.answer.element.nullable(),
  summary: 'The latest approved request of a property',
})

export const checkForReplacementDuplicates = call({
  method: 'POST',
  path: `${path}/CheckForReplacementDuplicates`,
  access: read,
  answer: z.array(DuplicateMatch),
  body: z.object({
    invoiceNumber: text('Invoice number', 60),
    invoiceDate: day('Invoice date').optional(),
    vendorId: ref('Vendor', 'Vendor'),
    itemId: id('Item').nullable().optional(),
    requestId: id('Request').nullable().optional(),
    amount: money('Amount').optional(),
  }),
  summary: 'Claims with the same invoice anywhere; of another company’s only that there is one',
})

export const replacementReserveFileUpload = call({
  method: 'POST',
  path: `${path}/ReplacementReserveFileUpload`,
  access: write,
  bodyType: 'multipart',
  bodyLimit: fileLimits.bytes,
  answer: z.array(attached),
  body: z.object({
    moduleId: id('Request'),
    subModuleId: id('Item').nullable().optional(),
    documentType: text('Kind of document', 50),
    replacesFileId: id('File').nullable().optional(),
  }),
  summary: 'Attach documents to a request or one of its items',
})
export const removeDocument = call({
  method: 'POST',
  path: `${path}/RemoveDocument/:id`,
  access: write,
  params: byId,
  answer: z.boolean(),
  summary: 'Remove a document of a request that is still being written',
})
export const placeDocument = call({
  method: 'POST',
  path: `${path}/PlaceDocument/:id`,
  access: write,
  params: byId,
  body: z.object({
    documentType: text('Kind of document', 50),
    /** None: it is the request's own. */
    itemIds: z.array(id('Item')).max(200),
  }),
  answer: z.array(attached),
  summary: 'Give a document of a request its kind and the items it belongs to; answers all documents of the request',
})
export const copyW9s = call({
  method: 'POST',
  path: `${path}/CopyW9s/:id`,
  access: write,
  params: byId,
  answer: z.array(attached),
  summary: 'Attach the W-9s on record to the items whose vendors are paid directly',
})

export const getLedger = call({
  method: 'GET',
  path: `${path}/GetLedger/:propertyId`,
  access: read,
  params: byProperty,
  answer: z.object({ account, entries: z.array(ReserveEntry.row) }),
  summary: 'A property’s reserve account, newest entry first',
})
const status = z.int().min(1).max(6).meta({ label: 'Status', kind: 'choice' })

/** The specification's body; what it says of the request itself is stored by saving, not by a step. */
export const changeStatus = call({
  method: 'POST',
  path: `${path}/ChangeStatus`,
  access: write,
  answer,
  body: z.object({
    statusId: status,
    /** Either names the request. */
    id: id('Request').optional(),
    requestId: id('Request').optional(),
    approvedAmounts: approvedAmounts.nullable().optional(),
    reason: longText('Reason', 4000).optional(),
    version: z.int().nullable().optional(),
  }),
  summary: 'Take the step that leads to a status; the reviewer’s amounts may come along',
})
export const startReview = stepCall(requests, 'StartReview', agency('write'), 'take it into review')
export const grantException = call({
  method: 'POST',
  path: `${path}/GrantException`,
  access: agency('write'),
  answer,
  body: z.object({
    requestId: id('Request'),
    granted: flag('Exception granted'),
    reason: longText('Reason', 1000).unwrap(),
    version: z.int().nullable().optional(),
  }),
  summary: 'Grant a request the exception that an old invoice needs, or take it back, with the reason',
})
export const adminChangeStatus = call({
  method: 'GET',
  path: `${path}/AdminChangeStatus/:requestId/:status`,
  access: agency('admin'),
  changes: true,
  answer,
  params: z.object({ requestId: id('Request'), status }),
  query: z.object({ reason: z.string().max(4000).optional() }),
  summary: 'Force a status, with the reason',
})
