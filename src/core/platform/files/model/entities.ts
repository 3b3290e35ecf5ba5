import { z } from 'zod'
import { entity, type Row } from '#kernel/model/entity.ts'
import { code, flag, id, moment, number, ofProduct, ref, requiredText, text } from '#kernel/model/field.ts'
import { requestStatusLabels } from '#kernel/model/status.ts'

/** The title of a document. Without a title, its file name is shown. */
export const fileTitleField = text('Title', 200)

/** The stored data of a file; its content is in the file store under `contentHash`. `File` on the wire. */
export const StoredFile = entity('File', {
  table: 'file',
  key: 'fileId',
  label: 'File',
  fields: {
    fileId: id(),
    managementCompanyId: ref('Management company', 'ManagementCompany'),
    propertyId: ref('Property', 'Property'),
    statusId: code('Status', -1, 6, requestStatusLabels).nullable(),
    title: fileTitleField,
    moduleName: requiredText('Module', 60),
    moduleId: ref('Record', 'Record'),
    subModuleName: text('Part of the record', 60),
    subModuleId: ref('Line of the record', 'Record'),
    documentType: text('Document type', 60),
    moduleUniqueName: text('Name within the module', 200),
    internalToAgency: ofProduct(flag('Internal to the agency'), 'internalTo{product}'),
    fileName: requiredText('File name', 255),
    contentType: requiredText('Content type', 100),
    sizeBytes: number('Size in bytes', 1).unwrap(),
    contentHash: requiredText('Content hash', 64),
    replacedById: ref('Replaced by', 'File'),
    createdBy: ref('Added by', 'User'),
    createdAt: moment('Added').unwrap(),
  },
  serverOnly: ['contentHash', 'replacedById', 'createdBy', 'createdAt'],
})

/** A document type that people choose from the agency's list. */
export const DocumentType = entity('DocumentType', {
  table: 'document_type',
  key: 'documentTypeId',
  label: 'Document type',
  fields: { documentTypeId: id(), name: requiredText('Name', 60), active: flag('Active') },
})

/** A file as lists and records show it (SHP-51). */
export const FileInfo = StoredFile.row
  .omit({ contentHash: true })
  .extend({ createdByName: z.string().nullable() })
export type FileInfo = z.infer<typeof FileInfo>

/**
 * The record, or the line of a record, that a file belongs to. Without a sub-module it means the record
 * with all its lines.
 */
export type FileSubject = {
  moduleName: string
  moduleId: number
  subModuleName?: string | null
  subModuleId?: number | null
}

/** The details that are sent when a file is added. The server reads the others from its content. */
export type FileDetails = Partial<
  Omit<
    Row<typeof StoredFile>,
    'fileId' | 'fileName' | 'contentType' | 'sizeBytes' | 'contentHash' | 'moduleName'
  >
> & { moduleName: string }

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
