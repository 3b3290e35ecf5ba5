import { sql } from 'kysely'
import type { FileInfo } from '#ground/files/model/index.ts'
import { attachFiles, copyFiles, type FileGuard, filesOf, removeFile } from '#ground/files/server/index.ts'
import { isAgencyWriter } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { lockRow } from '#kernel/server/workflow.ts'
import { copyW9s, removeDocument, replacementReserveFileUpload } from '../model/calls.ts'
import { ReplacementReserveRequest } from '../model/entities.ts'
import { flow } from '../model/flow.ts'
import { MODULE, type RequestRow } from './detail.ts'

const ITEM = 'item'

const shown = (file: FileInfo) => ({
  fileId: file.fileId,
  itemId: file.subModuleId,
  documentType: file.documentType,
  fileName: file.fileName,
  contentType: file.contentType,
  sizeBytes: file.sizeBytes,
  createdAt: file.createdAt,
})

/** Locks the request for a change of its documents: the company while it writes, the agency until it is decided. */
async function openForDocuments(context: AnyContext, requestId: number): Promise<RequestRow> {
  const row = await lockRow<RequestRow>(context, ReplacementReserveRequest, requestId)
  const open = canEdit(flow, row, context.actor) || (isAgencyWriter(context.actor) && row.statusId < 5)
  return open ? row : refuse.conflict('The documents of a submitted request can no longer be changed here.')
}

/** Documents are added while the company writes; by the agency until it is decided. */
export const fileGuard: FileGuard = async (context, file) => {
  const row = await openForDocuments(context, file.moduleId ?? 0)
  if (file.propertyId !== row.propertyId) refuse.notFound('This replacement reserve request')
}

export const documentHandlers = [
  serve(replacementReserveFileUpload, async (context) => {
    const { moduleId, subModuleId, documentType, replacesFileId } = context.body
    if (context.uploads.length === 0) refuse.invalid([{ field: 'file', message: 'Choose a file.' }])
    const row = await openForDocuments(context, moduleId)
    if (subModuleId) await refuseForeignItem(context, moduleId, subModuleId)
    const attached = await attachFiles(
      context,
      {
        moduleName: MODULE,
        moduleId,
        propertyId: row.propertyId,
        documentType,
        ...(subModuleId ? { subModuleName: ITEM, subModuleId } : {}),
      },
      context.uploads,
    )
    if (replacesFileId) await replaceOld(context, moduleId, replacesFileId, attached[0]!.fileId)
    return attached.map(shown)
  }),

  serve(removeDocument, async (context) => {
    const file = await context.db
      .selectFrom('file')
      .select(['moduleId', 'moduleName'])
      .where('fileId', '=', context.params.id)
      .executeTakeFirst()
    if (!file || file.moduleName !== MODULE) return refuse.notFound('This document')
    await openForDocuments(context, file.moduleId ?? 0)
    await removeFile(context, context.params.id)
    return true
  }),

  serve(copyW9s, async (context) => {
    const row = await openForDocuments(context, context.params.id)
    const wanted = await sql<{ itemId: number; fileId: number }>`
      select i.replacement_reserve_request_item_id as item_id, earlier.file_id
      from replacement_reserve_request_item i
      join lateral (select f.file_id from file f join replacement_reserve_request_item o on o.replacement_reserve_request_item_id = f.sub_module_id
        where f.module_name = ${MODULE} and f.sub_module_name = ${ITEM} and f.document_type = 'W-9' and f.replaced_by_id is null and o.vendor_id = i.vendor_id
        order by f.created_at desc limit 1) earlier on true
      where i.replacement_reserve_request_id = ${context.params.id} and i.pay_vendor_directly
        and not exists (select 1 from file f where f.module_name = ${MODULE} and f.sub_module_id = i.replacement_reserve_request_item_id and f.document_type = 'W-9')`.execute(
      context.db,
    )
    const byFile = Map.groupBy(wanted.rows, (one) => one.itemId)
    for (const [itemId, files] of byFile) {
      await copyFiles(
        context,
        files.map((one) => one.fileId),
        {
          moduleName: MODULE,
          moduleId: context.params.id,
          subModuleName: ITEM,
          subModuleId: itemId,
          propertyId: row.propertyId,
        },
      )
    }
    return (await filesOf(context, [{ moduleName: MODULE, moduleId: context.params.id }])).map(shown)
  }),
]

async function refuseForeignItem(context: AnyContext, requestId: number, itemId: number): Promise<void> {
  const item = await context.db
    .selectFrom('replacementReserveRequestItem')
    .select('replacementReserveRequestItemId')
    .where('replacementReserveRequestId', '=', requestId)
    .where('replacementReserveRequestItemId', '=', itemId)
    .executeTakeFirst()
  if (!item) refuse.notFound('This item')
}

async function replaceOld(context: AnyContext, requestId: number, oldId: number, newId: number): Promise<void> {
  await context.db
    .updateTable('file')
    .set({ replacedById: newId })
    .where('fileId', '=', oldId)
    .where('moduleName', '=', MODULE)
    .where('moduleId', '=', requestId)
    .where('replacedById', 'is', null)
    .execute()
}
