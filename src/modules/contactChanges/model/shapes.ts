import { z } from 'zod'
import { ContactValues, contactLine } from '#ground/contacts/model/index.ts'
import { longText } from '#kernel/model/field.ts'
import { ContactChange, ContactChangeRequest } from './entities.ts'

/** What a step offers; travels with the record. */
const action = z.object({
  name: z.string(),
  label: z.string(),
  confirm: z.string(),
  reason: z.enum(['required', 'optional', 'none']),
  danger: z.boolean().optional(),
  to: z.int().nullable(),
})

/** A line with the contact as it is now. */
export const changeDetail = ContactChange.row.extend({
  present: ContactValues.nullable(),
  linked: z.boolean(),
  /** Further places that name this person: types at properties and companies. For an addition, those of the person known. */
  otherPlaces: z.int(),
})

const document = z.object({
  fileId: z.int(),
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.number(),
  createdAt: z.string(),
})

/** One request with everything its screens show. */
export const requestDetail = ContactChangeRequest.row.extend({
  requestNumber: z.string(),
  statusLabel: z.string(),
  /** The property or the company it is about. */
  subject: z.string(),
  submittedByName: z.string().nullable(),
  reviewerName: z.string().nullable(),
  decidedByName: z.string().nullable(),
  lines: z.array(changeDetail),
  /** The contacts the property or company has now. */
  contacts: z.array(contactLine),
  missingTypes: z.array(z.int()),
  documents: z.array(document),
  actions: z.array(action),
  canEdit: z.boolean(),
  canDecide: z.boolean(),
})

/** A line of the lists of requests. */
export const requestLine = z.object({
  contactChangeRequestId: z.int(),
  requestNumber: z.string(),
  propertyId: z.int().nullable(),
  managementCompanyId: z.int().nullable(),
  ownerManaged: z.boolean(),
  subject: z.string(),
  companyName: z.string().nullable(),
  reason: z.string().nullable(),
  statusId: z.int(),
  statusLabel: z.string(),
  changes: z.int(),
  contactTypeIds: z.array(z.int()),
  submitted: z.string().nullable(),
  submittedByName: z.string().nullable(),
  ageDays: z.int().nullable(),
  reviewerName: z.string().nullable(),
  decided: z.string().nullable(),
})

/** A line of a request among those of other requests. */
export const changeLine = ContactChange.row.extend({
  statusId: z.int(),
  statusLabel: z.string(),
  subject: z.string(),
})

/** What may be sent of one line; lines that are not sent are removed. */
export const sentLine = ContactChange.input
  .pick({
    contactChangeId: true,
    kind: true,
    contactTypeId: true,
    contactId: true,
    everywhere: true,
    effectiveDate: true,
    reason: true,
  })
  .extend({ newValues: ContactValues.partial().nullable().optional() })

export const version = z.int().nullable().optional()
export const reason = longText('Reason', 4000).optional()
