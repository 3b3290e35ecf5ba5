import { declareReviewedEntity } from '#engines/review/model/index.ts'
import { day, id, longText, moment } from '#kernel/model/field.ts'

/** A company's request to move the due date of one task, once. */
export const ExtensionRequest = declareReviewedEntity('ExtensionRequest', {
  table: 'extension_request',
  key: 'extensionRequestId',
  label: 'Extension request',
  fields: {
    extensionRequestId: id('Request'),
    propertyId: id('Property'),
    taskInstanceId: id('Task'),
    requestedDueDate: day('New due date'),
    reason: longText('Reason', 4000, 'What keeps you from filing in time.'),
    reviewMailed: moment('Decision mailed again'),
  },
  begunWith: ['taskInstanceId'],
  content: ['requestedDueDate', 'reason'],
})
