import { sql } from 'kysely'
import type { z } from 'zod'
import { checkDuplicates } from '#core/money/invoices/server/index.ts'
import type { AttachedFile } from '#core/platform/files/model/index.ts'
import { copyFiles } from '#core/platform/files/server/index.ts'
import type { stepFields } from '#engines/review/model/index.ts'
import {
  getDocumentValues,
  type Kit,
  placeDocument,
  refuseOtherCaller,
} from '#engines/review/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import type { ItemCalls } from '../model/calls.ts'
import { getItemTables, type ItemKind, saveAmountsWithStep } from './items.ts'

/** The name under which documents of items are stored. */
const ITEM = 'item'

/** The functions of a review that the handlers of these calls need. */
type ReviewWithDocuments<Detail> = {
  takeTo: (context: AnyContext, id: number, statusId: number, payload: StepFields) => Promise<Detail>
  lead: Served['lead']
  attach: (
    context: AnyContext,
    id: number,
    kind: string | null,
    itemId?: number | null,
    title?: string | null,
  ) => Promise<AttachedFile[]>
  removeDocument: (context: AnyContext, fileId: number) => Promise<boolean>
  lockForDocuments: (context: AnyContext, id: number) => Promise<{ propertyId: number }>
  detail: (context: AnyContext, id: number) => Promise<Detail>
  kit: Kit
}
type StepFields = z.infer<z.ZodObject<typeof stepFields>>

/** Returns the handlers of the calls about a request’s invoices, documents and amounts. */
export function serveItemCalls<Detail extends { files: AttachedFile[] }>(
  calls: ItemCalls,
  kind: ItemKind,
  requests: ReviewWithDocuments<Detail>,
): Served[] {
  const MODULE = kind.review.module
  return [
    serve(calls.checkDuplicates, async (context) => {
      const { itemId, requestId, vendorId, invoiceNumber, invoiceDate = null, amount = null } = context.body
      const claim = { itemId: itemId ?? 0, vendorId, invoiceNumber, invoiceDate, amount }
      return checkDuplicates(context, MODULE, claim, requestId ?? 0)
    }),
    {
      ...serve(calls.upload, async (context) => {
        const { moduleId, subModuleId, documentType = null, replacesFileId, title } = context.body
        if (subModuleId) await refuseForeignItem(context, kind, moduleId, subModuleId)
        const attached = await requests.attach(context, moduleId, documentType, subModuleId, title)
        if (replacesFileId) await markReplaced(context, MODULE, moduleId, replacesFileId, attached[0]!.fileId)
        return attached
      }),
      standing: getDocumentValues(requests.kit),
    },
    serve(calls.removeDocument, (context) => requests.removeDocument(context, context.params.id)),
    serve(calls.placeDocument, (context) =>
      placeDocument(context, requests.kit, context.params.id, kind.entity, context.body),
    ),
    serve(calls.copyW9s, async (context) => {
      const { id } = context.params
      const { propertyId } = await requests.lockForDocuments(context, id)
      const byItem = Map.groupBy(await loadMissingW9s(context, kind, id), (item) => item.itemId)
      for (const [itemId, files] of byItem) {
        const place = {
          moduleName: MODULE,
          moduleId: id,
          subModuleName: ITEM,
          subModuleId: itemId,
          propertyId,
        }
        await copyFiles(
          context,
          files.map((file) => file.fileId),
          place,
        )
      }
      return (await requests.detail(context, id)).files
    }),
    serveStatusStep(calls, kind, requests),
  ]
}

/** Returns the handler that takes the step to a status, and first stores the amounts sent with it. */
function serveStatusStep<Detail extends { files: AttachedFile[] }>(
  calls: ItemCalls,
  kind: ItemKind,
  requests: ReviewWithDocuments<Detail>,
): Served {
  return {
    ...serve(
      calls.changeStatus,
      async (context) => {
        const { id = 0, requestId = id, statusId, approvedAmounts, userId, ...step } = context.body
        const amountsSaved = approvedAmounts?.length
          ? await saveAmountsWithStep(context, kind, requestId, step.version, approvedAmounts)
          : false
        // Saving the amounts has checked the version and raised it.
        const detail = await requests.takeTo(context, requestId, statusId, {
          ...step,
          ...(amountsSaved ? { version: null } : {}),
        })
        // The step has already checked the caller’s right. If this then refuses, the transaction rolls the
        // step back.
        refuseOtherCaller(context, userId)
        return detail
      },
      requests.lead,
    ),
    standing: async (context) => {
      const { id = 0, requestId = id } = context.body as { id?: number; requestId?: number }
      return requests.detail(context, requestId)
    },
  }
}

/** Loads the newest W-9 attached anywhere for the vendor of each item that is paid directly and has none. */
async function loadMissingW9s({ db }: AnyContext, kind: ItemKind, requestId: number) {
  const { items, item, request } = getItemTables(kind)
  const { module } = kind.review
  const result = await sql<{ itemId: number; fileId: number }>`
    select i.${item} as item_id, earlier.file_id from ${items} i
    join lateral (select f.file_id from file f join ${items} o on o.${item} = f.sub_module_id
      where f.module_name = ${module} and f.sub_module_name = ${ITEM} and f.document_type = 'W-9'
      and f.replaced_by_id is null
        and o.vendor_id = i.vendor_id
      order by f.created_at desc limit 1) earlier on true
    where i.${request} = ${requestId} and i.pay_vendor_directly
      and not exists (select 1 from file f where f.module_name = ${module} and f.sub_module_id = i.${item}
      and f.document_type = 'W-9')`.execute(db)
  return result.rows
}

/** Refuses an item that does not belong to the request. */
async function refuseForeignItem(
  { db }: AnyContext,
  kind: ItemKind,
  requestId: number,
  itemId: number,
): Promise<void> {
  const { items, item, request } = getItemTables(kind)
  const result =
    await sql`select 1 from ${items} where ${request} = ${requestId} and ${item} = ${itemId}`.execute(db)
  if (result.rows.length === 0) refuse.notFound('This item')
}

/** Marks an earlier document of the request as replaced by a new one. */
async function markReplaced(
  { db }: AnyContext,
  module: string,
  requestId: number,
  oldId: number,
  newId: number,
) {
  await db
    .updateTable('file')
    .set({ replacedById: newId })
    .where('fileId', '=', oldId)
    .where('moduleName', '=', module)
    .where('moduleId', '=', requestId)
    .where('replacedById', 'is', null)
    .execute()
}
