import { z } from 'zod'
import { DuplicateMatch } from '#core/money/invoices/model/index.ts'
import { attachedFile, fileTitleField } from '#core/platform/files/model/index.ts'
import { stepFields } from '#engines/review/model/index.ts'
import { type PermissionKey, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, id, money, ref, text } from '#kernel/model/field.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { approvedAmounts } from './items.ts'

/** The invoice to look for: its number, date, vendor and amount, and the item that has it. */
const invoiceQuery = z.object({
  invoiceNumber: text('Invoice number', 60),
  invoiceDate: day('Invoice date').optional(),
  vendorId: ref('Vendor', 'Vendor'),
  itemId: id('Item').nullable().optional(),
  requestId: id('Request').nullable().optional(),
  amount: money('Amount').optional(),
})
/** The fields sent with uploaded documents. */
const document = z.object({
  moduleId: id('Request'),
  subModuleId: id('Item').nullable().optional(),
  /** The type of document. If omitted, people select it later. */
  documentType: text('Kind of document', 50).optional(),
  replacesFileId: id('File').nullable().optional(),
  title: fileTitleField.optional(),
})
/**
 * The body of the specification for a step that names its status. A `request` in it may repeat stored values;
 * it is ignored here, because saving stores it.
 */
const statusStep = z.object({
  statusId: z.int().min(1).max(6).meta({ label: 'Status', kind: 'choice' }),
  /** The id of the request, in either `id` or `requestId`. */
  id: id('Request').optional(),
  requestId: id('Request').optional(),
  approvedAmounts: approvedAmounts.nullable().optional(),
  /** A field of the specification. It must name the caller, otherwise the call is refused. */
  userId: id('User').nullable().optional(),
  ...stepFields,
})
const placement = z.object({
  documentType: text('Kind of document', 50),
  /** The items of the document. If empty, it belongs to the request itself. */
  itemIds: z.array(id('Item')).max(200),
})
const byId = z.object({ id: id() })
const documents = z.array(attachedFile)

/**
 * Declares the calls about the invoices, documents and amounts of a kind of request, under the names of the
 * specification.
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
      body: invoiceQuery,
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
      body: placement,
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
      body: statusStep,
      answer: calls.one.answer,
      summary: 'Take the step that leads to the given status, optionally with the reviewer’s amounts',
    }),
  }
}
export type ItemCalls<Answer extends z.ZodType = z.ZodType> = ReturnType<typeof itemCalls<Answer>>
