import { z } from 'zod'
import type { FileInfo } from './entities.ts'

/** A document attached to a record or to one of its lines. */
export const attachedFile = z.object({
  fileId: z.int(),
  itemId: z.int().nullable(),
  documentType: z.string().nullable(),
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.number(),
  createdAt: z.string(),
})
export type AttachedFile = z.infer<typeof attachedFile>

/** Converts a document to the form in which the screen of a record lists it. */
export const toAttachedFile = (file: FileInfo): AttachedFile => ({
  fileId: file.fileId,
  itemId: file.subModuleId,
  documentType: file.documentType,
  fileName: file.fileName,
  contentType: file.contentType,
  sizeBytes: file.sizeBytes,
  createdAt: file.createdAt,
})
