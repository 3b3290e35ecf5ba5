import { z } from 'zod'
import { DuplicateMatch } from '#ground/invoices/model/index.ts'
import { flag, longText } from '#kernel/model/field.ts'
import { ReplacementReserveRequest, ReplacementReserveRequestItem } from './entities.ts'

const amount = z.number()

/** What a step offers; travels with the record. */
const action = z.object({
  name: z.string(),
  label: z.string(),
  confirm: z.string(),
  reason: z.enum(['required', 'optional', 'none']),
  danger: z.boolean().optional(),
  to: z.int().nullable(),
})

export const attached = z.object({
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

/** What may be sent of a request. */
export const sentRequest = ReplacementReserveRequest.input.extend({
  submittedAsException: flag('Submitted as exception').optional(),
  exceptionReason: longText('Reason for the exception', 1000).optional(),
})
