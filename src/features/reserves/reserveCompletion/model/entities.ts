import { declareReviewedEntity, declareReviewedLine } from '#engines/review/model/index.ts'
import { day, flag, id, longText, money, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

/**
 * The completion that a company files when pre-approved work is done: the agency releases no more than the
 * pre-approved amount.
 */
export const ReplacementReserveCompletion = declareReviewedEntity('ReplacementReserveCompletion', {
  table: 'replacement_reserve_completion',
  key: 'replacementReserveCompletionId',
  label: facts.label,
  fields: {
    replacementReserveCompletionId: id('Completion'),
    propertyId: id('Property'),
    replacementReserveRequestId: id('Advance review'),
    completedOn: day('Work completed on'),
    remarks: longText('Remarks', 2000, 'Differences from the plan, and why.'),
    certified: flag(
      'I certify that the work is complete and that its costs have not been claimed elsewhere.',
    ),
    submittedAsException: flag('Submitted as exception'),
    exceptionReason: longText('Reason for the exception', 1000),
  },
  begunWith: ['replacementReserveRequestId'],
  content: ['completedOn', 'remarks', 'certified'],
  review: ['submittedAsException', 'exceptionReason'],
  withheld: [],
})

/** A line with the cost of one pre-approved item. Without an amount it is not part of the completion. */
export const CompletionItem = declareReviewedLine('ReplacementReserveCompletionItem', {
  table: 'replacement_reserve_completion_item',
  key: 'replacementReserveCompletionItemId',
  label: 'Item',
  parent: 'replacementReserveCompletionId',
  fields: {
    replacementReserveCompletionItemId: id('Item'),
    replacementReserveCompletionId: id('Completion'),
    propertyId: id('Property'),
    replacementReserveRequestItemId: id('Pre-approved item'),
    invoiceNumber: text('Invoice number', 60),
    invoiceDate: day('Invoice date'),
    invoicedAmount: money('Invoiced amount'),
    checkNumber: text('Check number', 60),
    payVendorDirectly: flag('Pay vendor directly'),
    duplicateInvoiceComment: longText('Comment on the duplicate invoice', 1000),
    approvedAmount: money('Released amount'),
    denialReason: text('Reason for the reduction', 1000),
  },
  content: [
    'replacementReserveRequestItemId',
    'invoiceNumber',
    'invoiceDate',
    'invoicedAmount',
    'checkNumber',
    'payVendorDirectly',
    'duplicateInvoiceComment',
  ],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
