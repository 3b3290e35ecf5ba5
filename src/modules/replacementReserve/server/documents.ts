import { sql } from 'kysely'
import { copyFiles } from '#ground/files/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { placeDocument } from '#review/server/index.ts'
import * as calls from '../model/calls.ts'
import { ReplacementReserveRequestItem } from '../model/entities.ts'
import { MODULE } from './detail.ts'
import { requests } from './requests.ts'

const ITEM = 'item'

export const documentHandlers = [
  serve(calls.replacementReserveFileUpload, async (context) => {
    const { moduleId, subModuleId, documentType, replacesFileId } = context.body
    if (subModuleId) await refuseForeignItem(context, moduleId, subModuleId)
    const attached = await requests.attach(context, moduleId, documentType, subModuleId)
    if (replacesFileId) await replaceOld(context, moduleId, replacesFileId, attached[0]!.fileId)
    return attached
  }),

  serve(calls.removeDocument, (context) => requests.removeDocument(context, context.params.id)),
  serve(calls.placeDocument, (context) =>
    placeDocument(context, requests.kit, context.params.id, ReplacementReserveRequestItem, context.body),
  ),

  serve(calls.copyW9s, async (context) => {
    const row = await requests.lockForDocuments(context, context.params.id)
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
    return (await requests.detail(context, context.params.id)).files
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
