export { attachCall, documentKind, propertyCall, removalCall, stepCall, stepFields } from './calls.ts'
export { companyMails, complianceMails, financeMails, type MailTable, mailParts } from './mails.ts'
export {
  type AnyReview,
  buildRecordLink as wayToRecord,
  type DetailOfReview,
  isFiledByAgency as isOfAgency,
  type LineOfReview,
  openPath,
  review,
} from './review.ts'
export {
  declareReviewedEntity as reviewed,
  declareReviewedLine as reviewedLine,
  getReviewKey,
  type ReviewedRow,
} from './reviewed.ts'
export { findReviewFaults, type RuleResult as Said, required } from './rules.ts'
export { beyondDocuments, reviewSettings } from './settings.ts'
export { letterLine, mailLine, type SharedDetail as StandingDetail } from './shapes.ts'
export { findStepTo as stepTo, getForcibleStatuses as forcible } from './steps.ts'
