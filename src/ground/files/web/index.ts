export { loadFile, uploadForm } from './content.ts'
export { Documents } from './Documents.tsx'
export { openDocument } from './openDocument.ts'
export type { DocumentSubject } from './subject.ts'
