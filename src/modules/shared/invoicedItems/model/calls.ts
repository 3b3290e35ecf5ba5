import { z } from 'zod'
import { DuplicateMatch } from '#ground/money/invoices/model/index.ts'
import { attached, fileTitle } from '#ground/platform/files/model/index.ts'
import { type PermissionKey, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, id, money, ref, text } from '#kernel/model/field.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { stepFields } from '#review/model/index.ts'
import { approvedAmounts } from './items.ts'

const claim = z.object({
  invoiceNumber: text('Invoice number', 60),
  invoiceDate: day('Invoice date').optional(),
  vendorId: ref('Vendor', 'Vendor'),
  itemId: id('Item').nullable().optional(),
  requestId: id('Request').nullable().optional(),
  amount: money('Amount').optional(),
})
const document = z.object({
  moduleId: id('Request'),
  subModuleId: id('Item').nullable().optional(),
  /** If omitted, the kind is chosen later. */
  documentType: text('Kind of document', 50).optional(),
  replacesFileId: id('File').nullable().optional(),
  title: fileTitle.optional(),
})
/**
 * The documents' body of a step that names its status; a `request` in it may repeat what stands, and is
 * stored by saving.
 */
const stepTo = z.object({
  statusId: z.int().min(1).max(6).meta({ label: 'Status', kind: 'choice' }),
  /** Either names the request. */
  id: id('Request').optional(),
  requestId: id('Request').optional(),
  approvedAmounts: approvedAmounts.nullable().optional(),
  /** Documented: it names the caller, or is refused. */
  userId: id('User').nullable().optional(),
  ...stepFields,
})
const place = z.object({
  documentType: text('Kind of document', 50),
  /** None: it is the request's own. */
  itemIds: z.array(id('Item')).max(200),
})
const byId = z.object({ id: id() })
const documents = z.array(attached)

/**
 * The calls about a request's invoices, documents and amounts, under the names the specification has for
 * them.
 */
export function itemCalls<Answer extends z.ZodType>(
  { path, calls }: { path: string; calls: { one: { answer: Answer } } },
  key: PermissionKey,
  names: { checkDuplicates: string; upload: string; changeStatus: string },
) {
  const write = permission(key, 'write')
  const post = (name: string) => ({ method: 'POST' as const, path: `${path}/${name}`, access: write })
  return {
    checkDuplicates: call({
      ...post(names.checkDuplicates),
      access: permission(key, 'read'),
      body: claim,
      answer: z.array(DuplicateMatch),
      summary: 'Claims with the same invoice; for those of other companies, only that there is one',
    }),
    upload: call({
      ...post(names.upload),
      bodyType: 'multipart',
      bodyLimit: fileLimits.bytes,
      body: document,
      answer: documents,
      summary: 'Attach documents to a request or one of its items',
    }),
    removeDocument: call({
      ...post('RemoveDocument/:id'),
      params: byId,
      answer: z.boolean(),
      summary: 'Remove a document of a draft request',
    }),
    placeDocument: call({
      ...post('PlaceDocument/:id'),
      params: byId,
      body: place,
      answer: documents,
      summary: 'Set the kind of a document and its items; returns all documents of the request',
    }),
    copyW9s: call({
      ...post('CopyW9s/:id'),
      params: byId,
      answer: documents,
      summary: 'Attach the W-9s on record to the items whose vendors are paid directly',
    }),
    changeStatus: call({
      ...post(names.changeStatus),
      body: stepTo,
      answer: calls.one.answer,
      summary: 'Take the step that leads to the given status, optionally with the reviewer’s amounts',
    }),
  }
}
export type ItemCalls<Answer extends z.ZodType = z.ZodType> = ReturnType<typeof itemCalls<Answer>>
