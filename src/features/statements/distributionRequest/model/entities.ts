import { z } from 'zod'
import { declareReviewedEntity } from '#engines/review/model/index.ts'
import { interimLine } from '#features/statements/surplusCash/model/index.ts'
import { choiceField, day, flag, id, longText, money, number, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'
import { guard } from './guardFacts.ts'

/** The purposes for which surplus cash can be taken out (domain 7.2). */
export const purposes = [
  'Owner distribution',
  'Deferred developer fee',
  'Note payable from surplus cash',
  'Asset-management fee',
  'Residual receipts use',
] as const
/** How often distributions are taken (domain 7.2): yearly, or more often if the agency allows it. */
export const periodTypes = ['Annual', 'Semi-annual', 'Quarterly'] as const

const reviewerAnswer = (label: string) => flag(label).nullable()

/** An owner’s request to take surplus cash of a statement out of the property (domain 7). */
export const DistributionRequest = declareReviewedEntity('DistributionRequest', {
  table: 'distribution_request',
  key: 'distributionRequestId',
  label: facts.label,
  fields: {
    distributionRequestId: id('Request'),
    propertyId: id('Property'),
    afsId: id('Statement'),
    year: number('Fiscal year', 1990, 2200).unwrap(),
    periodType: choiceField('Period', periodTypes),
    interimDate: day('Surplus cash as of'),
    interimLines: z.array(interimLine).max(13).meta({ label: 'Interim figures', noun: 'Line' }),
    amountRequested: money('Amount requested'),
    purpose: choiceField('Purpose', purposes).nullable(),
    payee: text('Payee', 200),
    ownerComments: longText('Comments', 2000),
    surplusCash: money('Surplus cash when submitted'),
    allowable: money('Available when submitted'),
    approvedAmount: money('Amount approved'),
    freeOfNonCompliance: reviewerAnswer('No other non-compliance is open'),
    freeOfDeficiencies: reviewerAnswer('No physical deficiencies are open'),
    offWatchList: reviewerAnswer('Not watched for its finances'),
    meetsInterimRule: reviewerAnswer('Debt coverage and inspections allow more than one distribution a year'),
    waiver: longText('Why it is approved although a requirement is not met', 2000),
    // Has no label, because the decision letter shows it.
    guardsSeen: z.array(guard).nullable(),
  },
  begunWith: ['afsId'],
  content: [
    'periodType',
    'interimDate',
    'interimLines',
    'amountRequested',
    'purpose',
    'payee',
    'ownerComments',
  ],
  review: [
    'approvedAmount',
    'freeOfNonCompliance',
    'freeOfDeficiencies',
    'offWatchList',
    'meetsInterimRule',
    'waiver',
  ],
  agencyOnly: ['waiver'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
