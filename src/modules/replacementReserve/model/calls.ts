import { z } from 'zod'
import { agency, permission, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { day, flag, id, longText, money, ref, text } from '#kernel/model/field.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { historyLine } from '#kernel/model/history.ts'
import { DuplicateMatch } from '#modules/invoices/model/index.ts'
import {
  ReplacementReserveCategory,
  ReplacementReserveRequest,
  ReplacementReserveRequestItem,
  ReserveEntry,
} from './entities.ts'

const path = '/api/ReplacementReserve'
const read = permission('Replacement_Reserve', 'read')
const write = permission('Replacement_Reserve', 'write')
const byId = z.object({ id: id() })
const byRequest = z.object({ requestId: id('Request') })
const byProperty = z.object({ propertyId: id('Property') })
const amount = z.number()

export const requests = controller(ReplacementReserveRequest, { path, read, write })
export const categories = controller(ReplacementReserveCategory, {
  path: '/api/ReplacementReserveCategory',
  read: signedIn,
  write: agency('admin'),
})

/** What a step offers; travels with the record. */
const action = z.object({
  name: z.string(),
  label: z.string(),
  confirm: z.string(),
  reason: z.enum(['required', 'optional', 'none']),
  danger: z.boolean().optional(),
  to: z.int().nullable(),
})

const attached = z.object({
  fileId: z.int(),
  itemId: z.int().nullable(),
  documentType: z.string().nullable(),
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.number(),
  createdAt: z.string(),
})

export const itemDetail = ReplacementReserveRequestItem.row.extend({
  vendorName: z.string().nullable(),
  vendorHasW9: z.boolean(),
  duplicates: z.array(DuplicateMatch),
})

export const account = z.object({
  reserveAccountId: z.int(),
  balance: amount,
  units: z.int(),
  perUnit: amount,
  minimumPerUnit: amount,
  monthlyDeposit: amount,
  pending: amount,
})

const rules = z.object({
  invoiceMaxAgeDays: z.number(),
  bidsRequiredFrom: z.number(),
  bidsCount: z.number(),
  minimumPerUnit: z.number(),
})

/** One request with everything its screen shows. */
export const requestDetail = ReplacementReserveRequest.row.extend({
  requestNumber: z.string(),
  statusLabel: z.string(),
  propertyName: z.string(),
  submittedByName: z.string().nullable(),
  reviewerName: z.string().nullable(),
  decidedByName: z.string().nullable(),
  ageDays: z.int().nullable(),
  promisedBy: z.string().nullable(),
  items: z.array(itemDetail),
  files: z.array(attached),
  account,
  rules,
  today: z.string(),
  claimed: amount,
  approved: amount,
  actions: z.array(action),
  canEdit: z.boolean(),
  canReview: z.boolean(),
  canRecordPayment: z.boolean(),
})

/** A line of the queue and of a property's list. */
export const requestLine = z.object({
  replacementReserveRequestId: z.int(),
  requestNumber: z.string(),
  propertyId: z.int(),
  propertyName: z.string(),
  managementCompanyName: z.string().nullable(),
  requestType: z.string(),
  description: z.string().nullable(),
  statusId: z.int(),
  statusLabel: z.string(),
  submitted: z.string().nullable(),
  ageDays: z.int().nullable(),
  itemCount: z.int(),
  claimed: amount,
  approved: amount.nullable(),
  reviewerName: z.string().nullable(),
  decided: z.string().nullable(),
  paidDate: z.string().nullable(),
})

export const getReplacementList = call({
  method: 'GET',
  path: `${path}/GetReplacementList/:propertyId`,
  access: read,
  params: byProperty,
  answer: z.array(requestLine),
  summary: 'Requests of a property, newest first',
})
export const getQueue = call({
  method: 'GET',
  path: `${path}/GetQueue`,
  access: read,
  answer: z.array(requestLine),
  summary: 'Requests of every property in scope, for the queue',
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
      balance: amount,
      perUnit: amount,
      openRequests: z.int(),
      lastApproved: z.string().nullable(),
    }),
  ),
})

export const getRequest = call({
  method: 'GET',
  path: `${path}/GetRequest/:requestId`,
  access: read,
  params: byRequest,
  answer: requestDetail,
  summary: 'One request with items, documents, balance and what may be done next',
})
export const getNewRequest = call({
  method: 'GET',
  path: `${path}/GetNewRequest/:propertyId`,
  access: write,
  params: byProperty,
  answer: requestDetail,
  summary: 'An empty request of a property, not yet stored',
})

const sentRequest = ReplacementReserveRequest.input.extend({
  submittedAsException: flag('Submitted as exception').optional(),
  exceptionReason: longText('Reason for the exception', 1000).optional(),
})
const savedItem = ReplacementReserveRequestItem.input

export const saveReplacementProgress = call({
  method: 'POST',
  path: `${path}/SaveReplacementProgress`,
  access: write,
  answer: requestDetail,
  bodyLimit: 4_194_304,
  body: z.object({
    request: sentRequest,
    items: z.array(savedItem).max(1000).optional(),
    type: z
      .union([z.string().max(50), z.number()])
      .nullable()
      .optional(),
    itemDeleteIndexes: z.array(id('Item')).max(1000).nullable().optional(),
  }),
  summary: 'Save a request in progress: shape only; items named in itemDeleteIndexes are removed, others stay',
})

const stepBody = z.object({ reason: longText('Reason', 4000).optional(), version: z.int().nullable().optional() })

export const submit = call({
  method: 'POST',
  path: `${path}/Submit/:id`,
  access: write,
  params: byId,
  body: stepBody,
  answer: requestDetail,
  summary: 'Submit a request; every fault at once',
})
export const unSubmit = call({
  method: 'POST',
  path: `${path}/UnSubmit/:id`,
  access: write,
  params: byId,
  body: stepBody,
  answer: requestDetail,
  summary: 'Recall by the company, or return by the agency with a reason',
})
export const startReview = call({
  method: 'POST',
  path: `${path}/StartReview/:id`,
  access: agency('write'),
  params: byId,
  body: stepBody,
  answer: requestDetail,
  summary: 'Take a submitted request into review',
})

const approvedAmount = z.object({
  itemId: id('Item'),
  amount: money('Approved amount'),
  denialReason: text('Reason for the reduction', 1000).optional(),
})

export const changeStatus = call({
  method: 'POST',
  path: `${path}/ChangeStatus`,
  access: write,
  answer: requestDetail,
  body: z.object({
    statusId: z.int().min(1).max(6).meta({ label: 'Status', kind: 'choice' }),
    requestId: id('Request'),
    userId: z
      .union([z.int(), z.string().max(100)])
      .nullable()
      .optional(),
    approvedAmounts: z.array(approvedAmount).max(1000).nullable().optional(),
    request: sentRequest.nullable().optional(),
    reason: longText('Reason', 4000).optional(),
    version: z.int().nullable().optional(),
  }),
  summary: 'Take the step that leads to a status; the reviewer’s amounts may come along',
})

export const adminChangeStatus = call({
  method: 'GET',
  path: `${path}/AdminChangeStatus/:requestId/:status`,
  access: agency('admin'),
  changes: true,
  answer: requestDetail,
  params: z.object({
    requestId: id('Request'),
    status: z.int().min(1).max(6).meta({ label: 'Status', kind: 'choice' }),
  }),
  query: z.object({ reason: z.string().max(4000).optional() }),
  summary: 'Force a status',
})

export const saveReplacementReview = call({
  method: 'POST',
  path: `${path}/SaveReplacementReview`,
  access: agency('write'),
  answer: requestDetail,
  body: z.object({
    requestId: id('Request'),
    version: z.int().nullable().optional(),
    approvedAmounts: z.array(approvedAmount).max(1000),
    agencyComments: longText('Internal agency comments', 4000).optional(),
    submittedAsException: flag('Submitted as exception').optional(),
    exceptionReason: longText('Reason for the exception', 1000).optional(),
  }),
  summary: 'Save the reviewer’s amounts, reasons and comments',
})

export const assignReviewer = call({
  method: 'POST',
  path: `${path}/AssignReviewer`,
  access: agency('write'),
  body: z.object({ requestId: id('Request'), userId: ref('Reviewer', 'User') }),
  answer: requestDetail,
  summary: 'Give a request to an analyst',
})
export const getReviewers = call({
  method: 'GET',
  path: `${path}/GetReviewers`,
  access: agency('read'),
  answer: z.array(z.object({ userId: z.int(), name: z.string() })),
  summary: 'Analysts a request can be given to',
})
export const recordPayment = call({
  method: 'POST',
  path: `${path}/RecordPayment`,
  access: agency('write'),
  answer: requestDetail,
  body: z.object({
    requestId: id('Request'),
    paidDate: day('Paid on'),
    checkNumber: text('Check number', 50),
    version: z.int().nullable().optional(),
  }),
  summary: 'Note when and by which check an approved request was paid',
})

export const getLetterData = call({
  method: 'GET',
  path: `${path}/GetLetterData/:requestId`,
  access: read,
  params: byRequest,
  summary: 'The decision letters of a request, as they were sent',
  answer: z.array(
    z.object({
      letterId: z.int(),
      kind: z.string(),
      title: z.string(),
      createdAt: z.string(),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
})
export const getLastApprovedRequest = call({
  method: 'GET',
  path: `${path}/GetLastApprovedRequest/:propertyId`,
  access: read,
  params: byProperty,
  answer: requestLine.nullable(),
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
    amount: money('Amount').optional(),
  }),
  summary: 'Claims with the same invoice anywhere in scope',
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
export const copyW9s = call({
  method: 'POST',
  path: `${path}/CopyW9s/:id`,
  access: write,
  params: byId,
  answer: z.array(attached),
  summary: 'Attach the W-9s on record to the items whose vendors are paid directly',
})

export const getHistory = call({
  method: 'GET',
  path: `${path}/GetHistory/:requestId`,
  access: read,
  params: byRequest,
  answer: z.array(historyLine),
  summary: 'Who did what to a request',
})
export const getLedger = call({
  method: 'GET',
  path: `${path}/GetLedger/:propertyId`,
  access: read,
  params: byProperty,
  answer: z.object({ account, entries: z.array(ReserveEntry.row) }),
  summary: 'A property’s reserve account, newest entry first',
})
export const postEntry = call({
  method: 'POST',
  path: `${path}/PostEntry`,
  access: agency('write'),
  answer: account,
  body: z.object({
    propertyId: id('Property'),
    kind: z.literal('Adjustment'),
    entryDate: day('Date').unwrap(),
    amount: money('Amount').unwrap(),
    note: text('Note', 500).unwrap(),
  }),
  summary: 'Correct a reserve balance by an entry with a note',
})
