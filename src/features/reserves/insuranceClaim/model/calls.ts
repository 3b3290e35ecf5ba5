import { z } from 'zod'
import { DuplicateMatch } from '#core/money/invoices/model/index.ts'
import { propertyLine } from '#core/portfolio/properties/model/index.ts'
import { attachCall, documentKind, removalCall } from '#engines/review/model/index.ts'
import { itemCalls } from '#features/shared/invoicedItems/model/index.ts'
import { agency, permission, signedIn } from '#kernel/model/access.ts'
import { type Call, call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id, money, text } from '#kernel/model/field.ts'
import { claims } from './claims.ts'
import { InsuranceCheck, InsuranceClaimTypeOfLoss } from './entities.ts'
import { claimFacts } from './facts.ts'
import { requests } from './requests.ts'

const { path } = claims
const read = permission(claimFacts.permission, 'read')
const write = permission(claimFacts.permission, 'write')
const claim = claims.calls.one.answer
const request = requests.calls.one.answer
const byId = z.object({ id: id('Claim') })
const byClaim = z.object({ claimId: id('Claim') })

export const typesOfLoss = controller(InsuranceClaimTypeOfLoss, {
  path: '/api/InsuranceClaimTypeOfLoss',
  read: signedIn,
  write: agency('admin'),
})

export const getTypesOfLoss = call({
  method: 'GET',
  path: `${path}/GetTypesOfLoss`,
  access: read,
  answer: z.array(InsuranceClaimTypeOfLoss.row),
  summary: 'Types of loss',
})

export const getPropertyList = call({
  method: 'GET',
  path: `${path}/GetPropertyList`,
  access: read,
  answer: z.array(
    propertyLine.extend({
      claims: z.int(),
      openClaims: z.int(),
      held: z.number(),
      lastLoss: z.string().nullable(),
    }),
  ),
  summary: 'Properties in scope with claims, open claims and funds held',
})

const { fields } = InsuranceCheck
/** The body that records a check. A new check has no id, or the id 0. */
export const checkInput = z.object({
  insuranceCheckId: fields.insuranceCheckId.optional(),
  insuranceClaimId: fields.insuranceClaimId,
  clientKey: fields.clientKey.optional(),
  number: fields.number,
  provider: fields.provider,
  amountReceived: fields.amountReceived,
  checkToProduct: fields.checkToProduct,
  notificationDate: fields.notificationDate.optional(),
  receivedOn: fields.receivedOn.optional(),
  forwardedOn: fields.forwardedOn.optional(),
})

export const saveCheck = call({
  method: 'POST',
  path: `${path}/SaveCheck`,
  access: write,
  body: checkInput,
  answer: claim,
  summary: 'Record a check of the insurer: announced by the company, received and forwarded by the agency',
}) as Call<undefined, undefined, typeof checkInput, typeof claim>

export const removeCheck = call({
  method: 'POST',
  path: `${path}/RemoveCheck/:id`,
  access: write,
  params: z.object({ id: id('Check') }),
  answer: claim,
  summary: 'Remove a check recorded by mistake',
}) as Call<typeof byId, undefined, undefined, typeof claim>

export const beginRequest = call({
  method: 'POST',
  path: `${path}/BeginRequest/:claimId`,
  access: write,
  params: byClaim,
  answer: request,
  summary: 'Begin a payment request of a claim; returns the draft if there is one already',
}) as Call<typeof byClaim, undefined, undefined, typeof request>

/**
 * Saves a payment request under the path that the specification gives it, below its claim. The portal’s own
 * screens use the save call of the request’s review instead.
 */
export const saveRequest = call({ ...requests.calls.save, path: `${path}/SaveRequest` })

const requestItem = z.object({
  insuranceClaimId: id('Claim'),
  itemId: id('Item').nullable().optional(),
  invoiceNumber: text('Invoice number', 60),
  amount: money('Amount'),
})
export const checkDuplicateItems = call({
  method: 'POST',
  path: `${path}/CheckForDuplicateRequestItems`,
  access: read,
  body: requestItem,
  answer: z.array(DuplicateMatch),
  summary: 'Items of the claim’s requests with the same invoice number and amount, whatever the vendor',
})

export const sendEmail = call({
  method: 'POST',
  path: `${path}/SendEmail/:claimId`,
  access: agency('write'),
  params: byClaim,
  answer: z.boolean(),
  summary: 'Mail the status of a claim to everyone concerned',
})

export const addDocument = attachCall(
  claims,
  'AddDocument',
  { documentType: documentKind },
  'add photos and other documents until it is closed',
)

export const removeClaimDocument = removalCall(claims, 'RemoveClaimDocument')

/** The calls about the invoices, documents and amounts of a payment request. */
export const requestItemCalls = itemCalls({ path, calls: requests.calls }, claimFacts.permission, {
  changeStatus: 'ChangeRequestStatus',
  checkDuplicates: 'CheckForDuplicates',
  upload: 'UploadRequestFile',
})
