import { z } from 'zod'
import { ReserveEntry } from '#core/money/reserves/model/index.ts'
import { propertyLine } from '#core/portfolio/properties/model/index.ts'
import { stepCall } from '#engines/review/model/index.ts'
import { exceptionCall, itemCalls } from '#features/shared/invoicedItems/model/index.ts'
import { agency, permission, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { ReplacementReserveCategory, ReserveAuthority } from './entities.ts'
import { requests } from './requests.ts'
import { reserveAccount } from './shapes.ts'

const { path } = requests
const answer = requests.calls.one.answer
const read = permission('Replacement_Reserve', 'read')
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
    propertyLine.extend({
      lihtcNumber: z.string().nullable(),
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

/** The calls about the invoices and documents of requests, under the names of the specification. */
export const requestItemCalls = itemCalls(requests, 'Replacement_Reserve', {
  changeStatus: 'ChangeStatus',
  checkDuplicates: 'CheckForReplacementDuplicates',
  upload: 'ReplacementReserveFileUpload',
})
export const getLedger = call({
  method: 'GET',
  path: `${path}/GetLedger/:propertyId`,
  access: read,
  params: byProperty,
  answer: z.object({ account: reserveAccount, entries: z.array(ReserveEntry.row) }),
  summary: 'The ledger of a property’s reserve account, newest entry first',
})
const status = z.int().min(1).max(6).meta({ label: 'Status', kind: 'choice' })

/** The specification’s own call for the step that starts a review. */
export const startReview = stepCall(requests, 'StartReview', agency('write'), 'take it into review')
export const grantException = exceptionCall(requests)
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
