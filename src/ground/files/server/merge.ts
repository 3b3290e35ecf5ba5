import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { FileStore, Upload } from '#kernel/server/files.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FileDetails, FileInfo } from '../model/entities.ts'
import { attachFiles, replaceFile } from './store.ts'

const PDF = 'application/pdf'

/** A PDF file to be joined with others. */
type PdfPart = { fileName: string; content: Uint8Array }

/**
 * The pages of all files in one PDF, in the order given. Refuses by name a file that is encrypted or cannot be read as
 * a PDF. The library is loaded with the first use: the server starts without it.
 */
async function joinPdfs(parts: readonly PdfPart[]): Promise<Uint8Array> {
  const { PDFDocument, EncryptedPDFError } = await import('@cantoo/pdf-lib')
  const joined = await PDFDocument.create()
  for (const { fileName, content } of parts) {
    try {
      const source = await PDFDocument.load(content)
      for (const page of await joined.copyPages(source, source.getPageIndices())) joined.addPage(page)
    } catch (error) {
      const why =
        error instanceof EncryptedPDFError
          ? 'is protected by a password and cannot be joined. Save it without protection first.'
          : 'cannot be read as a PDF and cannot be joined.'
      refuse.invalid([{ field: 'file', message: `${fileName} ${why}` }])
    }
  }
  return joined.save()
}

/**
 * Joins received PDF files into one file of the record. Where it has a present PDF of the same name within the module,
 * they are joined behind that, which is kept as an earlier version (ENT-20). All or nothing.
 */
export async function mergeFiles(
  context: AnyContext,
  details: FileDetails,
  uploads: readonly Upload[],
): Promise<FileInfo[]> {
  const other = uploads.find((one) => one.contentType !== PDF)
  if (other) refuse.invalid([{ field: 'file', message: `${other.fileName} is no PDF; only PDF files are joined.` }])
  const present = await presentPdf(context, details)
  if (!present && uploads.length === 1) return attachFiles(context, details, uploads)
  const sources = [...(present ? [present] : []), ...uploads]
  const { files } = context.services
  refuseTooLarge(sources.reduce((sum, one) => sum + ('size' in one ? one.size : one.sizeBytes), 0))
  const parts: PdfPart[] = []
  for (const { fileName, contentHash } of sources)
    parts.push({ fileName, content: await contentOf(files, contentHash) })
  const { contentHash, size } = await files.put(Readable.from([Buffer.from(await joinPdfs(parts))]), fileLimits.bytes)
  const joined = { ...uploads[0]!, fileName: sources[0]!.fileName, contentType: PDF, contentHash, size }
  return present ? replaceFile(context, present, joined) : attachFiles(context, details, [joined])
}

async function contentOf(files: FileStore, contentHash: string): Promise<Uint8Array> {
  return new Uint8Array(await files.get(contentHash))
}

function refuseTooLarge(bytes: number): void {
  if (bytes > fileLimits.bytes)
    refuse.invalid([
      { field: 'file', message: `Joined, the files would have more than ${fileLimits.bytes / 1_048_576} MB.` },
    ])
}

type Present = FileDetails & { fileId: number; fileName: string; contentHash: string; sizeBytes: number }

/** The PDF these are to be joined behind, locked. */
async function presentPdf(context: AnyContext, details: FileDetails): Promise<Present | undefined> {
  if (!details.moduleUniqueName) return undefined
  const found = await sql<Present>`select file_id, management_company_id, property_id, status_id, title, module_name,
      module_id, sub_module_name, sub_module_id, document_type, module_unique_name, internal_to_agency, file_name,
      content_hash, size_bytes from file
    where module_name = ${details.moduleName} and module_id is not distinct from ${details.moduleId ?? null}::integer
      and module_unique_name = ${details.moduleUniqueName} and replaced_by_id is null and content_type = ${PDF}
      and sub_module_id is not distinct from ${details.subModuleId ?? null}::integer
      and property_id is not distinct from ${details.propertyId ?? null}::integer
    order by file_id limit 1 for update`.execute(context.db)
  return found.rows[0]
}
