import { type Attached, shownFile } from '#ground/files/model/index.ts'
import { attachFiles, filesOf, removeFile } from '#ground/files/server/index.ts'
import { isAgencyWriter } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AnyRow, Kit } from './kit.ts'

/** Under which a line's documents are kept beside the record's own. */
const ITEM = 'item'
const DECIDED = 5

/** Locks a record for a change of its documents: the company while it writes, the agency until it is decided. */
export async function lockForDocuments(context: AnyContext, { review }: Kit, id: number): Promise<AnyRow> {
  const row = await lockRow<AnyRow>(context, review.entity, id)
  const open = canEdit(review.flow, row, context.actor) || (isAgencyWriter(context.actor) && row.statusId < DECIDED)
  return open ? row : refuse.conflict(`The documents of a submitted ${review.noun} can no longer be changed here.`)
}

/** What the documents' own calls ask before they change something: the record must be open, and be of the owner named. */
export const fileGuard =
  (kit: Kit) =>
  async (
    context: AnyContext,
    file: { moduleId?: number | null; propertyId?: number | null; managementCompanyId?: number | null },
  ): Promise<void> => {
    const row = await lockForDocuments(context, kit, file.moduleId ?? 0)
    const agrees =
      (file.propertyId ?? null) === (row.propertyId ?? null) &&
      (row.propertyId != null || (file.managementCompanyId ?? null) === (row.managementCompanyId ?? null))
    if (!agrees) refuse.notFound(`This ${kit.review.entity.label.toLowerCase()}`)
  }

export async function attach(
  context: AnyContext,
  kit: Kit,
  id: number,
  documentType: string | null,
  itemId: number | null = null,
): Promise<Attached[]> {
  if (context.uploads.length === 0) refuse.invalid([{ field: 'file', message: 'Choose a file.' }])
  const { propertyId = null, managementCompanyId = null } = await lockForDocuments(context, kit, id)
  const details = {
    moduleName: kit.review.module,
    moduleId: id,
    documentType,
    ...(propertyId === null ? { managementCompanyId, propertyId } : { propertyId }),
    ...(itemId ? { subModuleName: ITEM, subModuleId: itemId } : {}),
  }
  return (await attachFiles(context, details, context.uploads)).map(shownFile)
}

export async function removeDocument(context: AnyContext, kit: Kit, fileId: number): Promise<boolean> {
  const file = await context.db
    .selectFrom('file')
    .select(['moduleId', 'moduleName'])
    .where('fileId', '=', fileId)
    .executeTakeFirst()
  if (!file || file.moduleName !== kit.review.module) return refuse.notFound('This document')
  await lockForDocuments(context, kit, file.moduleId ?? 0)
  await removeFile(context, fileId)
  return true
}

/** The documents of a record as its screen lists them. */
export const documentsOf = async (context: AnyContext, kit: Kit, id: number): Promise<Attached[]> =>
  (await filesOf(context, [{ moduleName: kit.review.module, moduleId: id }])).map(shownFile)
