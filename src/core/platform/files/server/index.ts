import { type RawBuilder, sql } from 'kysely'
import { serveFixedList } from '#core/platform/lookups/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { narrow } from '#kernel/server/narrow.ts'
import { type Context, type Served, serve } from '#kernel/server/serve.ts'
import {
  deleteFile,
  documentTypes,
  downloadFile,
  getFileList,
  getViewerLinks,
  moduleList,
  uploadFiles,
} from '../model/calls.ts'
import type { FileDetails, FileInfo } from '../model/entities.ts'
import {
  checkGuard,
  loadVisibleFile,
  loadVisibleFiles,
  lockFileToChange,
  requireFileModule,
} from './access.ts'
import { mergeFiles } from './merge.ts'
import { getAllModules } from './modules.ts'
import { attachFiles, removeFile, replaceFile } from './store.ts'
import { loadTarget } from './target.ts'

export { FolderStore } from './folderStore.ts'
export type { FileGuard } from './modules.ts'
export { openFileStore } from './openStore.ts'
export { type CleanPicture, cleanPicture } from './pictures.ts'
export {
  attachFiles,
  copyFiles,
  deleteSetAsideSql,
  loadFiles,
  makeNewerVersion,
  removeFile,
  removeFiles,
  restoreFiles,
  setAsideFiles,
} from './store.ts'

type UploadContext = Context<undefined, undefined, NonNullable<typeof uploadFiles.body>>

/** SQL condition: the file agrees with every given field. Null, empty and missing fields do not filter. */
const matchesFilter = (filter: Record<string, unknown>): RawBuilder<boolean> =>
  sql.join(
    [
      sql`f.replaced_by_id is null`,
      ...Object.entries(filter)
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => sql`${sql.ref(`f.${snakeCase(name)}`)} = ${value}`),
    ],
    sql` and `,
  )

async function storeUpload(context: UploadContext): Promise<FileInfo[]> {
  const { body, uploads } = context
  if (uploads.length === 0) refuse.invalid([{ field: 'file', message: 'Choose a file.' }])
  if (body.replacesFileId) return replaceByUpload(context, body.replacesFileId)
  const module = requireFileModule(context, body.moduleName)
  if (body.internalToAgency && !isAgency(context.actor))
    refuse.forbidden('Only the agency keeps internal files.')
  const narrowed = await narrow(context, module.key, true)
  const { replacesFileId: _, merge, ...fileFields } = body
  const details: FileDetails = {
    ...fileFields,
    ...(await loadTarget(narrowed, module, body)),
    moduleName: module.name,
  }
  await checkGuard(narrowed, { ...details, fileId: null })
  return merge ? mergeFiles(narrowed, details, uploads) : attachFiles(narrowed, details, uploads)
}

async function replaceByUpload(context: UploadContext, fileId: number): Promise<FileInfo[]> {
  const [received, ...more] = context.uploads
  if (!received || more.length > 0)
    return refuse.invalid([{ field: 'file', message: 'Choose one file to put in the place of the other.' }])
  const { narrowed, file } = await lockFileToChange(context, fileId)
  const { contentHash: _, createdAt: __, createdBy: ___, ...details } = file
  return replaceFile(narrowed, details, received)
}

/** SQL condition: the file is a version of the same document as `fileId`. */
const isVersionOfSql = (fileId: number): RawBuilder<boolean> => sql<boolean>`f.file_id in (
  with recursive version as (
    select file_id, replaced_by_id from file where file_id = ${fileId}
    union select o.file_id, o.replaced_by_id from file o
      join version v on o.file_id = v.replaced_by_id or o.replaced_by_id = v.file_id)
  select file_id from version)`

/** Every call that the files module answers. */
export const served: Served[] = [
  ...serveController(documentTypes),
  ...serveFixedList({
    ...moduleList,
    get rows() {
      return getAllModules().map(({ id, name }) => ({ id, name }))
    },
  }),

  serve(getFileList, (context) => {
    const { moduleName, ...filter } = context.body
    return loadVisibleFiles(
      context,
      matchesFilter(filter),
      moduleName ? [requireFileModule(context, moduleName)] : undefined,
    )
  }),

  serve(uploadFiles, storeUpload),

  serve(downloadFile, async (context) => {
    const file = await loadVisibleFile(context, context.params.id)
    const { contentHash } = await context.db
      .selectFrom('file')
      .select('contentHash')
      .where('fileId', '=', file.fileId)
      .executeTakeFirstOrThrow()
    const content = await context.services.files.get(contentHash)
    return {
      fileBase64: `data:${file.contentType};base64,${content.toString('base64')}`,
      fileName: file.fileName,
    }
  }),

  serve(deleteFile, async (context) => {
    const { narrowed, file } = await lockFileToChange(context, context.params.id)
    await removeFile(narrowed, file.fileId)
    return true
  }),

  serve(getViewerLinks, async (context) => {
    const { moduleName } = context.query
    const modules = moduleName ? [requireFileModule(context, moduleName)] : undefined
    const condition = moduleName
      ? sql<boolean>`f.module_id = ${context.params.id}`
      : isVersionOfSql(context.params.id)
    const files = await loadVisibleFiles(context, condition, modules)
    if (!moduleName && files.length === 0) refuse.notFound('This file')
    return files.map((file) => ({
      fileId: file.fileId,
      fileName: file.fileName,
      title: file.title,
      documentType: file.documentType,
      contentType: file.contentType,
      sizeBytes: file.sizeBytes,
      createdAt: file.createdAt,
      current: file.replacedById === null,
      url: downloadFile.path.replace(':id', String(file.fileId)),
    }))
  }),
]
