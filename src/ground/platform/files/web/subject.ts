import { merged } from '#kernel/model/slot.ts'
import { slot } from '#kernel/web/module.ts'
import type { FileInfo } from '../model/entities.ts'

/**
 * The record that documents belong to: a property, a company, or a record of a module at a property or of a
 * company.
 */
export type DocumentSubject =
  | { moduleName: 'Property'; moduleId: number; propertyId: number }
  | { moduleName: 'Company'; moduleId: number; managementCompanyId: number }
  | { moduleName: string; moduleId: number; propertyId: number }
  | { moduleName: string; moduleId: number; managementCompanyId: number }

/** The filter of the list: all documents of a property, otherwise those of the record. */
export function filterFor(subject: DocumentSubject) {
  const { moduleName, moduleId } = subject
  // A merged company's documents keep the number of the record they were added to.
  if (moduleName === 'Company' && 'managementCompanyId' in subject)
    return { moduleName, managementCompanyId: subject.managementCompanyId }
  return moduleName === 'Property' && 'propertyId' in subject
    ? { propertyId: subject.propertyId }
    : { moduleName, moduleId }
}

/** Whether a document may be changed here, or only where the record is that it belongs to. */
export const isOwn = (file: FileInfo, subject: DocumentSubject): boolean =>
  file.moduleName === subject.moduleName &&
  (subject.moduleName === 'Company' || file.moduleId === subject.moduleId)

/** Query keys to refetch after a change other than the documents: the module's records show them, too. */
export const alsoDrops = (moduleName: string): readonly string[] => [moduleName.replaceAll('_', '')]

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** What its records are called where their documents are listed, by the files' `moduleName`. */
    documentLabels?: Readonly<Record<string, string>>
  }
}

/** What records are called where their documents are listed; others go by the name of their module. */
const labels = slot('documentLabels', merged)

/** Describes the record of a document: `Replacement reserve request 12`. */
export function belongsTo(file: FileInfo): string {
  const label = labels()[file.moduleName] ?? file.moduleName.replaceAll('_', ' ')
  return label === 'Property' || label === 'Company'
    ? label
    : [label, file.moduleId].filter(Boolean).join(' ')
}
