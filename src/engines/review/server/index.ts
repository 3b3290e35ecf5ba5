export { dependentDecisionsSql, type RecordDependency } from './dependents.ts'
export { followLines, getDocumentValues, placeDocument } from './documents.ts'
export type { Kit, LetterText, RefusedAtProperty, StepNotes } from './kit.ts'
export { draftLetter } from './letters.ts'
export { loadReviewMail, mailAbout } from './mails.ts'
export { previewed } from './preview.ts'
export { loadReviewDetail } from './records.ts'
export { combineManifests, getManifest } from './register.ts'
export {
  type LineEntity,
  mergeLine,
  refuseUnlessUnderReview,
  saveLines,
  storeRows,
  toStoredValues,
} from './saving.ts'
export { type RegisteredReview, serveReview } from './serve.ts'
export { refuseOtherCaller } from './stepHandlers.ts'
export { takeSystemStep as takeAll } from './steps.ts'
export { openAtProperty } from './work.ts'
export { reviewWritersSql } from './writers.ts'
