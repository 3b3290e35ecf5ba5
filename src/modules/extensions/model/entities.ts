import { entity } from '#kernel/model/entity.ts'
import { code, day, id, longText, moment, number, ref } from '#kernel/model/field.ts'

/** A company's request to move the due date of one task, once. */
export const ExtensionRequest = entity('ExtensionRequest', {
  table: 'extension_request',
  key: 'extensionRequestId',
  label: 'Extension request',
  fields: {
    extensionRequestId: id(),
    propertyId: id('Property'),
    taskInstanceId: id('Task'),
    requestedDueDate: day('New due date'),
    reason: longText('Reason', 4000),
    statusId: code('Status', 1, 6),
    version: number('Version').unwrap(),
    submitted: moment('Submitted'),
    submittedById: ref('Submitted by', 'AppUser'),
    reviewerId: ref('Reviewer', 'AppUser'),
    decided: moment('Decided'),
    decisionReason: longText('Reason of the decision', 4000),
    reviewMailed: moment('Decision mailed'),
  },
  serverOnly: [
    'propertyId',
    'statusId',
    'version',
    'submitted',
    'submittedById',
    'reviewerId',
    'decided',
    'decisionReason',
    'reviewMailed',
  ],
})
