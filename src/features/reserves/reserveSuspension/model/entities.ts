import { declareReviewedEntity } from '#engines/review/model/index.ts'
import { choiceField, day, id, longText, money } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

/** The causes of a suspension. Only with the first must a balance per unit remain (domain 12.1). */
export const causes = ['The reserve holds more than required', 'The property is short of cash'] as const

/** A request to suspend the monthly deposits to a property's replacement reserve. */
export const ReplacementReserveSuspension = declareReviewedEntity('ReplacementReserveSuspension', {
  table: 'replacement_reserve_suspension',
  key: 'replacementReserveSuspensionId',
  label: facts.label,
  fields: {
    replacementReserveSuspensionId: id('Request'),
    propertyId: id('Property'),
    cause: choiceField('Cause', causes),
    reason: longText('Reason', 2000),
    startMonth: day('First month without deposit'),
    endMonth: day('Last month without deposit'),
    thresholdPerUnit: money('Balance per unit that must remain', undefined, 0),
    nextReview: day('Next yearly review'),
    restartMonth: day('Deposits again from'),
  },
  content: ['cause', 'reason', 'startMonth', 'endMonth'],
  review: ['thresholdPerUnit'],
})

/**
 * A request to let an active suspension last longer; its approval moves the suspension's last month (domain
 * 12.2).
 */
export const ReplacementReserveExtension = declareReviewedEntity('ReplacementReserveExtension', {
  table: 'replacement_reserve_extension',
  key: 'replacementReserveExtensionId',
  label: 'Suspension extension',
  fields: {
    replacementReserveExtensionId: id('Request'),
    propertyId: id('Property'),
    replacementReserveSuspensionId: id('Suspension'),
    requestedEnd: day('New last month without deposit'),
    reason: longText('Reason', 2000),
  },
  begunWith: ['replacementReserveSuspensionId'],
  content: ['requestedEnd', 'reason'],
})
