import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { Upload } from '#kernel/server/files.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FileDetails, FileInfo } from '../model/entities.ts'
import { joinPdfs, type PdfPart } from './joinPdfs.ts'
import { getFileModules } from './modules.ts'
import { attachFiles, replaceFile } from './store.ts'

const PDF = 'application/pdf'

/**
 * Joins received PDF files into one file of the record. If the record already has a current PDF with the same
 * `moduleUniqueName`, the received files are appended to it; the result replaces it, and the old file remains
 * as an earlier version (ENT-20). If one file cannot be joined, nothing is stored.
 */
export async function mergeFiles(
  context: AnyContext,
  details: FileDetails,
  uploads: readonly Upload[],
): Promise<FileInfo[]> {
  const nonPdf = uploads.find((upload) => upload.contentType !== PDF)
  if (nonPdf)
    refuse.invalid([{ field: 'file', message: `${nonPdf.fileName} is no PDF; only PDF files are joined.` }])
  const existing = await lockExistingPdf(context, details)
  if (!existing && uploads.length === 1) return attachFiles(context, details, uploads)
  const { files } = context.services
  const sources = uploads.map(({ fileName, size, content }) => ({ fileName, size, load: () => content() }))
  if (existing) {
    const { fileName, sizeBytes, contentHash } = existing
    sources.unshift({ fileName, size: sizeBytes, load: () => files.get(contentHash) })
  }
  refuseTooLarge(sources.reduce((sum, { size }) => sum + size, 0))
  const parts: PdfPart[] = []
  for (const { fileName, load } of sources) parts.push({ fileName, content: new Uint8Array(await load()) })
  const received = await files.receive(Readable.from([await joinPdfs(parts)]), fileLimits.bytes)
  try {
    // The type and metadata are those of the first upload, and the content is that of the joined file.
    const mergedUpload = {
      ...uploads[0]!,
      ...received,
      fileName: existing?.fileName ?? (await buildFileName(context, details)),
    }
    return await (existing
      ? replaceFile(context, existing, mergedUpload)
      : attachFiles(context, details, [mergedUpload]))
  } finally {
    await received.discard()
  }
}

/**
 * Returns the file name of joined files: property or company, number of the record, and title or document
 * type.
 */
async function buildFileName(context: AnyContext, details: FileDetails): Promise<string> {
  const { moduleName, moduleId, title, documentType } = details
  const result = await sql<{ owner: string | null }>`select coalesce(
      (select name from property where property_id = ${details.propertyId ?? null}::integer),
      (select name from management_company
      where management_company_id = ${details.managementCompanyId ?? null}::integer)) as owner`.execute(
    context.db,
  )
  const module = getFileModules().find(({ name }) => name === moduleName)
  const number = moduleId ? module?.numberOf?.(moduleId) : undefined
  const text = [result.rows[0]?.owner, number, title || documentType || 'Documents']
    .filter(Boolean)
    .join(', ')
  return `${text.replaceAll(/[\\/:*?"<>|]/g, ' ')}.pdf`
}

function refuseTooLarge(bytes: number): void {
  if (bytes > fileLimits.bytes)
    refuse.invalid([
      {
        field: 'file',
        message: `The joined file would be larger than ${fileLimits.bytes / 1_048_576} MB.`,
      },
    ])
}

type ExistingPdf = FileDetails & { fileId: number; fileName: string; contentHash: string; sizeBytes: number }

/** Locks and returns the PDF to which the received files are appended. */
async function lockExistingPdf(context: AnyContext, details: FileDetails): Promise<ExistingPdf | undefined> {
  if (!details.moduleUniqueName) return undefined
  const result =
    await sql<ExistingPdf>`select file_id, management_company_id, property_id, status_id, title, module_name,
      module_id, sub_module_name, sub_module_id, document_type, module_unique_name, internal_to_agency,
      file_name,
      content_hash, size_bytes from file
    where module_name = ${details.moduleName} and module_id is not distinct
    from ${details.moduleId ?? null}::integer
      and module_unique_name = ${details.moduleUniqueName} and replaced_by_id is null
      and content_type = ${PDF}
      and sub_module_id is not distinct from ${details.subModuleId ?? null}::integer
      and property_id is not distinct from ${details.propertyId ?? null}::integer
    order by file_id limit 1 for update`.execute(context.db)
  return result.rows[0]
}
