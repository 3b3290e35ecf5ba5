export { loadFile, uploadForm } from './content.ts'
export { Documents } from './Documents.tsx'
export type { DocumentSubject } from './subject.ts'
