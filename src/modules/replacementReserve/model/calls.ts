import { z } from 'zod'
import { DuplicateMatch } from '#ground/invoices/model/index.ts'
import { agency, permission, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { day, id, money, ref, text } from '#kernel/model/field.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { historyLine } from '#kernel/model/history.ts'
import {
  ReplacementReserveCategory,
  ReplacementReserveRequest,
  ReplacementReserveRequestItem,
  ReserveEntry,
} from './entities.ts'
import { account, attached, requestDetail, requestLine, sentRequest } from './shapes.ts'

const path = '/api/ReplacementReserve'
const read = permission('Replacement_Reserve', 'read')
const write = permission('Replacement_Reserve', 'write')
const byId = z.object({ id: id() })
const byRequest = z.object({ requestId: id('Request') })
const byProperty = z.object({ propertyId: id('Property') })

export const requests = controller(ReplacementReserveRequest, { path, read, write })
export const categories = controller(ReplacementReserveCategory, {
  path: '/api/ReplacementReserveCategory',
  read: signedIn,
  write: agency('admin'),
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
      balance: z.number(),
      perUnit: z.number(),
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

export const saveReplacementProgress = call({
  method: 'POST',
  path: `${path}/SaveReplacementProgress`,
  access: write,
  answer: requestDetail,
  bodyLimit: 4_194_304,
  body: z.object({
    request: sentRequest,
    items: z.array(ReplacementReserveRequestItem.input).max(1000).optional(),
    type: z
      .union([z.string().max(50), z.number()])
      .nullable()
      .optional(),
    itemDeleteIndexes: z.array(id('Item')).max(1000).nullable().optional(),
  }),
  summary: 'Save a request in progress: shape only; items named in itemDeleteIndexes are removed, others stay',
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
