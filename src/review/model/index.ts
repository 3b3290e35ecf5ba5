export { attachCall, documentKind, propertyCall, removalCall, stepCall, stepFields } from './calls.ts'
export { companyMails, complianceMails, financeMails, type MailTable, mailParts } from './mails.ts'
export {
  type AnyReview,
  type DetailOfReview,
  isOfAgency,
  type LineOfReview,
  openPath,
  review,
  wayToRecord,
} from './review.ts'
export { getReviewKey, type ReviewedRow, reviewed, reviewedLine } from './reviewed.ts'
export { findReviewFaults, required, type Said } from './rules.ts'
export { beyondDocuments, reviewSettings } from './settings.ts'
export { letterLine, mailLine, type StandingDetail } from './shapes.ts'
export { forcible, stepTo } from './steps.ts'
