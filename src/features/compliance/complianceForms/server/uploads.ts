import { sql } from 'kysely'
import { attachFiles, makeNewerVersion } from '#core/platform/files/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FormDocument } from '../model/calls.ts'
import { type FileComment, ProjectExhibit } from '../model/entities.ts'
import { forms as declared } from '../model/forms.ts'
import { findSlot, OTHER_SLOT } from '../model/slots.ts'
import { forms } from './forms.ts'
import { loadFormFacts, loadRequiredForm } from './inputs.ts'

/** Loads all versions of the documents of a form, by slot. */
export async function loadUploads({ db }: AnyContext, id: number): Promise<FormDocument[]> {
  const result = await sql<FormDocument>`
    select f.file_id, null::integer as item_id, f.document_type, f.file_name, f.content_type, f.size_bytes,
    f.created_at::text,
      coalesce(f.document_type, ${OTHER_SLOT}) as slot, f.replaced_by_id,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as created_by_name,
      (select c.comment from project_exhibit r cross join lateral jsonb_to_recordset(case
      when (select kernel.is_agency()) then coalesce(r.file_comments, '[]') else '[]'
      end || r.rejected_documents) as c ("fileId" integer, comment text)
        where r.project_exhibit_id = ${id} and c."fileId" = f.file_id limit 1) as comment
    from file f left join app_user u on u.user_id = f.created_by
    where f.module_name = ${declared.module} and f.module_id = ${id} order by slot, f.file_id`.execute(db)
  return result.rows.map((file) => ({ ...file, sizeBytes: Number(file.sizeBytes) }))
}

/**
 * Returns the record that documents are uploaded to: the given one, that of the last period, or a new one.
 */
async function findRecord(context: AnyContext, propertyId: number, exhibitId: number, formId: number) {
  if (formId > 0) {
    const row = await lockRow(context, ProjectExhibit, formId)
    if (row.propertyId !== propertyId || row.exhibitId !== exhibitId) refuse.notFound('This form')
    return { id: formId, rejected: row.statusId === RequestStatus.REJECTED }
  }
  const requiredForm = await loadRequiredForm(context, propertyId, exhibitId)
  if (!requiredForm) return refuse.notFound('This form')
  const id =
    requiredForm.projectExhibitId ?? (await forms.save(context, { request: { propertyId, exhibitId } }))
  return { id, rejected: requiredForm.statusId === RequestStatus.REJECTED }
}

/** Returns the id of the record that an upload goes to; 0 if the upload will create one. */
export async function findFormToUploadTo(context: AnyContext): Promise<number> {
  const { params } = context as AnyContext & { params: UploadTarget }
  if (params.projectExhibitId) return params.projectExhibitId
  const requiredForm = await loadRequiredForm(context, params.projectId, params.exhibitId)
  return requiredForm?.projectExhibitId ?? 0
}

type UploadTarget = { projectId: number; exhibitId: number; projectExhibitId?: number }

/**
 * Stores uploaded documents of a form, each in the given slot or in the one that its file name indicates.
 * Uploading to a rejected form returns it to its company for correction. A new document replaces those in its
 * slot that the agency commented on, which remain as earlier versions.
 */
export async function storeUploads(
  context: AnyContext,
  query: UploadTarget,
  {
    documentType: place,
    title,
  }: { documentType?: string | null | undefined; title?: string | null | undefined },
): Promise<FormDocument[]> {
  if (context.uploads.length === 0) refuse.invalid([{ field: 'file', message: 'Choose a file.' }])
  const { id, rejected } = await findRecord(
    context,
    query.projectId,
    query.exhibitId,
    query.projectExhibitId ?? 0,
  )
  if (rejected) await forms.take(context, id, 'correct')
  const row = await forms.lockForDocuments(context, id)
  const { exhibit } = await loadFormFacts(context, row)
  const places = Map.groupBy(context.uploads, (upload) => place || findSlot(upload.fileName, exhibit.slots))
  const rejectedFileIds = (row.rejectedDocuments as readonly FileComment[]).map(
    (rejectedDocument) => rejectedDocument.fileId,
  )
  const present = rejectedFileIds.length > 0 ? await loadUploads(context, id) : []
  for (const [documentType, uploads] of places) {
    const details = {
      moduleName: declared.module,
      moduleId: id,
      documentType,
      title: title ?? null,
      propertyId: row.propertyId,
    }
    const [first] = await attachFiles(context, details, uploads)
    const replacedDocuments = present.filter(
      (item) =>
        item.slot === documentType && item.replacedById === null && rejectedFileIds.includes(item.fileId),
    )
    if (first && replacedDocuments.length > 0)
      await makeNewerVersion(
        context,
        first.fileId,
        replacedDocuments.map((item) => item.fileId),
      )
  }
  return loadUploads(context, id)
}

/** Assigns a document of a draft form to one of the form's slots. */
export async function assignToSlot(
  context: AnyContext,
  fileId: number,
  place: string,
): Promise<FormDocument[]> {
  const result = await sql<{ id: number }>`select f.module_id as id from file f
    where f.file_id = ${fileId} and f.module_name = ${declared.module} and f.replaced_by_id is null`.execute(
    context.db,
  )
  const id = result.rows[0]?.id ?? refuse.notFound('This document')
  const { exhibit } = await loadFormFacts(context, await forms.lockForDocuments(context, id))
  if (!exhibit.slots.some((slot) => slot.name === place))
    refuse.invalid([{ field: 'documentType', message: 'Place: Choose one of the places of this form.' }])
  await refuseCommentedDocument(context, fileId)
  await sql`update file set document_type = ${place} where file_id = ${fileId}`.execute(context.db)
  return loadUploads(context, id)
}

/**
 * Refuses to change a document that the agency commented on or that replaces an earlier version, because
 * these remain with the record.
 */
export async function refuseCommentedDocument({ db }: AnyContext, fileId: number): Promise<void> {
  const result = await sql`select from file f where f.file_id = ${fileId} and (exists (select from file o
      where o.replaced_by_id = f.file_id)
    or exists (select from project_exhibit r where r.project_exhibit_id = f.module_id
      and r.rejected_documents @> jsonb_build_array(jsonb_build_object('fileId', f.file_id))))`.execute(db)
  if (result.rows.length > 0)
    refuse.rule(
      'The agency has commented on this document or an earlier version of it. It stays; upload a better one.',
    )
}
