import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { Upload } from '#kernel/server/files.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FileDetails, FileInfo, FileSubject } from '../model/entities.ts'
import { countUpload } from './bounds.ts'
import { getFileModule } from './modules.ts'

/**
 * Files of records, for other modules. Everything runs in the scope of the current call, so row-level
 * security decides what is visible and changeable. Permissions are not checked, because the module itself
 * acts.
 */

/** SQL: the columns of `FileInfo`, to be used with `fileTables`. */
export const fileColumns = sql`f.file_id, f.management_company_id, f.property_id, f.status_id, f.title,
  f.module_name,
  f.module_id, f.sub_module_name, f.sub_module_id, f.document_type, f.module_unique_name,
  f.internal_to_agency,
  f.file_name, f.content_type, f.size_bytes, f.replaced_by_id, f.created_by, f.created_at,
  nullif(trim(u.first_name || ' ' || u.last_name), '') as created_by_name`
export const fileTables = sql`file f left join app_user u on u.user_id = f.created_by`

/** The sub-module name of files whose line was removed from its record. Such files are not listed. */
const SET_ASIDE = 'set aside'
/** SQL condition: the file is not set aside. */
export const isListed = sql<boolean>`f.sub_module_name is distinct from ${SET_ASIDE}`

const isAboutSql = (subjects: readonly FileSubject[]): RawBuilder<boolean> => sql<boolean>`
  (f.module_name, f.module_id) in (select *
  from unnest(${subjects.map((subject) => subject.moduleName)}::text[],
    ${subjects.map((subject) => subject.moduleId)}::integer[]))
  and exists (select 1 from unnest(${subjects.map((subject) => subject.moduleName)}::text[],
      ${subjects.map((subject) => subject.moduleId)}::integer[],
      ${subjects.map((subject) => subject.subModuleName ?? null)}::text[],
      ${subjects.map((subject) => subject.subModuleId ?? null)}::integer[]) as s(module_name, module_id,
      sub_name, sub_id)
    where s.module_name = f.module_name and s.module_id = f.module_id
      and (s.sub_name is null or s.sub_name = f.sub_module_name) and (s.sub_id is null
      or s.sub_id = f.sub_module_id))`

/**
 * Loads the present files of the given records or lines, oldest first, in one statement. Replaced versions
 * are left out.
 */
export async function loadFiles(context: AnyContext, subjects: readonly FileSubject[]): Promise<FileInfo[]> {
  if (subjects.length === 0) return []
  const result = await sql<FileInfo>`select ${fileColumns} from ${fileTables}
    where f.replaced_by_id is null and ${isListed} and ${isAboutSql(subjects)} order by f.file_id`.execute(
    context.db,
  )
  return result.rows
}

/**
 * Prevents the census from removing contents until this transaction ends, so that a new row cannot name a
 * missing content.
 */
const lockContents = (context: AnyContext) =>
  sql`select pg_advisory_xact_lock_shared(hashtext('file contents'))`.execute(context.db)

/**
 * Adds received files to a record and returns them as stored, in the order received. Refuses with 403 if
 * the caller may not write there.
 */
export async function attachFiles(
  context: AnyContext,
  details: FileDetails,
  uploads: readonly Upload[],
): Promise<FileInfo[]> {
  if (uploads.length === 0) return []
  const bytes = uploads.reduce((sum, { size }) => sum + size, 0)
  await countUpload(context, details, { files: uploads.length, bytes })
  await lockContents(context)
  const { title, documentType, moduleUniqueName, ...subject } = details
  const added = await context.db
    .insertInto('file')
    .values(
      uploads.map((upload) => ({
        ...subject,
        title: title ?? null,
        documentType: documentType ?? null,
        moduleUniqueName: moduleUniqueName ?? null,
        internalToAgency: details.internalToAgency || getFileModule(details.moduleName)?.agencyOnly === true,
        fileName: upload.fileName,
        contentType: upload.contentType,
        sizeBytes: upload.size,
        contentHash: upload.contentHash,
        createdBy: context.actor.userId,
      })),
    )
    .returning('fileId')
    .execute()
  // Only files that the database accepted are stored.
  for (const { contentHash, fileName, keep } of uploads) {
    await keep()
    if (!(await context.services.files.has(contentHash)))
      refuse.conflict(`${fileName} is no longer in the store. Please send it again.`)
  }
  return loadFilesById(
    context,
    added.map((item) => item.fileId),
  )
}

async function loadFilesById(context: AnyContext, fileIds: readonly number[]): Promise<FileInfo[]> {
  const result = await sql<FileInfo>`select ${fileColumns} from ${fileTables}
    where f.file_id = any (${fileIds}::integer[]) order by f.file_id`.execute(context.db)
  return result.rows
}

/** Makes a file the newer version of others, which remain as its earlier versions. */
export async function makeNewerVersion(
  context: AnyContext,
  fileId: number,
  replaced: readonly number[],
): Promise<void> {
  await sql`update file set replaced_by_id = ${fileId}
    where file_id = any (${replaced}::integer[]) and file_id <> ${fileId} and replaced_by_id is null`.execute(
    context.db,
  )
}

/**
 * Removes a file together with the versions it replaced. The contents remain in the store, because other
 * files may share them.
 */
export async function removeFile(context: AnyContext, fileId: number): Promise<void> {
  await deleteWithVersions(context, sql<boolean>`f.file_id = ${fileId}`)
}

/** Removes every file of the given records or lines, for instance of items that were deleted. */
export async function removeFiles(context: AnyContext, subjects: readonly FileSubject[]): Promise<void> {
  if (subjects.length > 0) await deleteWithVersions(context, isAboutSql(subjects))
}

async function deleteWithVersions(context: AnyContext, condition: RawBuilder<boolean>): Promise<void> {
  await sql`with recursive chain as (
      select f.file_id from file f where ${condition}
      union select older.file_id from file older join chain on older.replaced_by_id = chain.file_id)
    delete from file where file_id in (select file_id from chain)`.execute(context.db)
}

/** The lines of one kind in one record. */
type RecordLines = { moduleName: string; moduleId: number; subModuleName: string }

/** Sets aside the files of removed lines. They wait until the line is restored or the record is filed. */
export async function setAsideFiles(
  context: AnyContext,
  lines: RecordLines,
  removedIds: readonly number[],
): Promise<void> {
  if (removedIds.length === 0) return
  await sql`update file set sub_module_name = ${SET_ASIDE} where module_name = ${lines.moduleName}
    and module_id = ${lines.moduleId} and sub_module_name = ${lines.subModuleName}
    and sub_module_id = any (${removedIds}::integer[])`.execute(context.db)
}

/** Gives files that were set aside to the lines that replaced their former lines. */
export async function restoreFiles(
  context: AnyContext,
  lines: RecordLines,
  back: readonly { formerId: number; id: number }[],
): Promise<void> {
  if (back.length === 0) return
  await sql`update file f set sub_module_name = ${lines.subModuleName}, sub_module_id = b.id
    from unnest(${back.map((item) => item.formerId)}::integer[],
    ${back.map((item) => item.id)}::integer[]) as b(former_id, id)
    where f.module_name = ${lines.moduleName} and f.module_id = ${lines.moduleId}
      and f.sub_module_name = ${SET_ASIDE} and f.sub_module_id = b.former_id`.execute(context.db)
}

/**
 * SQL: deletes the set-aside files of a record for good, to combine with another statement. Their earlier
 * versions are set aside, too.
 */
export const deleteSetAsideSql = (moduleName: string, moduleId: number) =>
  sql`delete from file where module_name = ${moduleName} and module_id = ${moduleId}
    and sub_module_name = ${SET_ASIDE}`

/**
 * Gives another record the same files, for instance an earlier W-9: new rows for the same contents, in one
 * statement. `to` is the record of a property they then belong to, without a company. Title, document type
 * and name are copied. Returns the new files. Refuses with 404 if the caller cannot see a file.
 */
export async function copyFiles(
  context: AnyContext,
  fileIds: readonly number[],
  to: FileSubject & { propertyId: number },
): Promise<FileInfo[]> {
  const uniqueIds = [...new Set(fileIds)]
  await lockContents(context)
  const copied = await sql<{ fileId: number }>`
    insert into file (property_id, status_id, title, module_name, module_id, sub_module_name, sub_module_id,
      document_type, module_unique_name, internal_to_agency, file_name, content_type, size_bytes,
      content_hash, created_by)
    select ${to.propertyId}, status_id, title, ${to.moduleName}, ${to.moduleId}::integer,
      ${to.subModuleName ?? null}, ${to.subModuleId ?? null}::integer, document_type, module_unique_name,
      internal_to_agency, file_name, content_type, size_bytes, content_hash, ${context.actor.userId}
    from file where file_id = any (${uniqueIds}::integer[]) order by file_id returning file_id`.execute(
    context.db,
  )
  if (copied.rows.length < uniqueIds.length) refuse.notFound('A file to copy')
  return loadFilesById(
    context,
    copied.rows.map((row) => row.fileId),
  )
}

/** Replaces a file by a received one. The old file remains as an earlier version that is no longer listed. */
export async function replaceFile(
  context: AnyContext,
  old: FileDetails & { fileId: number },
  upload: Upload,
): Promise<FileInfo[]> {
  const { fileId, ...details } = old
  const added = await attachFiles(context, details, [upload])
  await context.db
    .updateTable('file')
    .set({ replacedById: added[0]!.fileId })
    .where('fileId', '=', fileId)
    .execute()
  return added
}
