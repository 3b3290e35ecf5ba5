export { attachCall, documentKind, propertyCall, removalCall, stepCall, stepFields } from './calls.ts'
export { companyMails, complianceMails, financeMails, type MailTable, mailParts } from './mails.ts'
export {
  type AnyReview,
  buildRecordLink,
  type DetailOfReview,
  isFiledByAgency,
  type LineOfReview,
  openPath,
  review,
} from './review.ts'
export {
  type ContentOf,
  declareReviewedEntity,
  declareReviewedLine,
  getReviewKey,
  type ReviewedRow,
} from './reviewed.ts'
export { findReviewFaults, type RuleResult, required } from './rules.ts'
export { beyondDocuments, reviewSettings } from './settings.ts'
export { letterLine, mailLine, type SharedDetail } from './shapes.ts'
export { findStepTo, getForcibleStatuses } from './steps.ts'
