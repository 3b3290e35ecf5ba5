import { z } from 'zod'
import { createLabelList } from '#core/platform/lookups/model/index.ts'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { flag, id, ref } from '#kernel/model/field.ts'
import { DocumentType, FileInfo, StoredFile } from './entities.ts'

/**
 * The calls of /api/Files. They are open to everyone signed in, because the required permission depends on
 * the file. The handlers check it before they show or change anything.
 */

const params = z.object({ id: id('File') })

export const documentTypes = controller(DocumentType, {
  path: '/api/DocumentType',
  read: signedIn,
  write: agency('admin'),
})

const details = StoredFile.input.pick({
  managementCompanyId: true,
  propertyId: true,
  statusId: true,
  title: true,
  moduleName: true,
  moduleId: true,
  subModuleName: true,
  subModuleId: true,
  documentType: true,
  moduleUniqueName: true,
  internalToAgency: true,
})

export const getFileList = call({
  method: 'POST',
  path: '/api/Files/GetList',
  access: signedIn,
  body: details,
  answer: z.array(FileInfo),
  summary: 'Files that match all given fields, newest first, without replaced versions',
})

export const uploadFiles = call({
  method: 'POST',
  path: '/api/Files/Upload',
  access: signedIn,
  bodyType: 'multipart',
  body: details.extend({
    replacesFileId: ref('Replaces file', 'File').optional(),
    /**
     * Joins the uploaded PDF files into one. If there is a PDF with the same `moduleUniqueName`, they are
     * appended to it.
     */
    merge: flag('Join into one PDF').optional(),
  }),
  answer: z.array(FileInfo),
  summary: 'Add files to a record, join PDF files into one, or replace one file by a newer version',
})

export const downloadFile = call({
  method: 'GET',
  path: '/api/Files/Download/:id',
  access: signedIn,
  params,
  answer: z.object({ fileBase64: z.string(), fileName: z.string() }),
  summary: 'The content of a file as a data URL, and its name (FIL-01)',
})

export const deleteFile = call({
  method: 'DELETE',
  path: '/api/Files/Delete/:id',
  access: signedIn,
  params,
  answer: z.boolean(),
  summary: 'Remove a file with its earlier versions; the history shows who did',
})

export const getViewerLinks = call({
  method: 'GET',
  path: '/api/Files/GetViewerLinks/:id',
  access: signedIn,
  params,
  query: z.object({ moduleName: z.string().max(60).meta({ label: 'Module', kind: 'text' }).optional() }),
  answer: z.array(
    z.object({
      fileId: z.int(),
      fileName: z.string(),
      title: z.string().nullable(),
      documentType: z.string().nullable(),
      contentType: z.string(),
      sizeBytes: z.int(),
      createdAt: z.string(),
      /** False for a version that was replaced by a newer one. */
      current: z.boolean(),
      /** The path of the download call of this version. */
      url: z.string(),
    }),
  ),
  summary: 'All versions of a file; with a module name, of all files of that record',
})

/** The modules that files may belong to, as a list of labels. The server provides its values. */
export const moduleList = createLabelList('/api/Module', 'Module', {})
