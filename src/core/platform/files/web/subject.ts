import { mergeEntries } from '#kernel/model/slot.ts'
import { slot } from '#kernel/web/module.ts'
import type { FileInfo } from '../model/entities.ts'

/**
 * The record that documents belong to: a property, a company, or a record of a module that belongs to a
 * property or company.
 */
export type DocumentSubject =
  | { moduleName: 'Property'; moduleId: number; propertyId: number }
  | { moduleName: 'Company'; moduleId: number; managementCompanyId: number }
  | { moduleName: string; moduleId: number; propertyId: number }
  | { moduleName: string; moduleId: number; managementCompanyId: number }

/** The filter of the list: all documents of a property, otherwise those of the record. */
export function getFilter(subject: DocumentSubject) {
  const { moduleName, moduleId } = subject
  // Documents of a merged company still have the id of the record they were added to, so the company is
  // used.
  if (moduleName === 'Company' && 'managementCompanyId' in subject)
    return { moduleName, managementCompanyId: subject.managementCompanyId }
  return moduleName === 'Property' && 'propertyId' in subject
    ? { propertyId: subject.propertyId }
    : { moduleName, moduleId }
}

/** Whether a document may be changed in this list, because it belongs to the record itself. */
export const belongsToRecord = (file: FileInfo, subject: DocumentSubject): boolean =>
  file.moduleName === subject.moduleName &&
  (subject.moduleName === 'Company' || file.moduleId === subject.moduleId)

/**
 * The query keys to refetch after a change, in addition to those of documents: the records of the module show
 * them, too.
 */
export const getKeysToRefetch = (moduleName: string): readonly string[] => [moduleName.replaceAll('_', '')]

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** The names of this module's records in lists of documents, by the `moduleName` of files. */
    documentLabels?: Readonly<Record<string, string>>
  }
}

/** The names of records in lists of documents. Without an entry, the name of the module is used. */
const labels = slot('documentLabels', mergeEntries)

/** Describes the record of a document: `Replacement reserve request 12`. */
export function describeRecord(file: FileInfo): string {
  const label = labels()[file.moduleName] ?? file.moduleName.replaceAll('_', ' ')
  return label === 'Property' || label === 'Company'
    ? label
    : [label, file.moduleId].filter(Boolean).join(' ')
}
