import { z } from 'zod'
import { declareReviewedEntity } from '#engines/review/model/index.ts'
import { declareFigureLine } from '#engines/worksheet/model/index.ts'
import { entity } from '#kernel/model/entity.ts'
import { choiceField, day, id, longText, money, number, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'
import { totals } from './totals.ts'

const programs = ['TCAP', 'TCR'] as const

/**
 * The entry of a property in the program: TCAP or TCR, its first and last day, and the fee the agency has
 * for it (domain 10).
 */
export const TCAPProgram = entity('TCAPProgram', {
  table: 'tcap_program',
  key: 'tcapProgramId',
  label: 'TCAP program',
  fields: {
    tcapProgramId: id('Program'),
    propertyId: id('Property'),
    program: choiceField('Program', programs),
    beginsOn: day('Reports from').unwrap(),
    endsOn: day('Ended on'),
    endReason: longText('Why it ended', 500),
    feeTotal: money('Asset-management fee held'),
    feeYears: number('Years of release', 1, 60).unwrap(),
    firstReleaseYear: number('First year of release', 1990, 2200).unwrap(),
  },
})

/** A released part of the fee, for one year. */
export const TCAPFeeRelease = entity('TCAPFeeRelease', {
  table: 'tcap_fee_release',
  key: 'tcapFeeReleaseId',
  label: 'Fee release',
  fields: {
    tcapFeeReleaseId: id('Release'),
    tcapProgramId: id('Program'),
    propertyId: id('Property'),
    releaseYear: number('Year', 1990, 2200).unwrap(),
    amount: money('Amount').unwrap(),
    releasedOn: day('Released on').unwrap(),
  },
  serverOnly: ['propertyId', 'amount'],
})

/** A reason why households moved out, with their number (domain 10.2). */
const moveOutReason = z.object({
  clientKey: z.string().max(40).nullable(),
  reason: text('Reason', 120),
  households: number('Households', 0, 10_000),
})

const count = (label: string) => number(label, 0, 100_000)

/** The monthly report of a property in the program (domain 10.2). */
export const TCAP = declareReviewedEntity('TCAP', {
  table: 'tcap',
  key: 'tcapId',
  label: facts.month.label,
  fields: {
    tcapId: id('Month'),
    propertyId: id('Property'),
    /** The first day of the month. */
    periodDate: day('Month').unwrap(),
    /** The units of the property when the month was begun. */
    units: number('Units').unwrap(),
    payables30: money('0 to 30 days'),
    payables60: money('31 to 60 days'),
    payables90: money('61 to 90 days'),
    payablesOver: money('91 days and more'),
    moveIns: count('Move-ins'),
    moveOuts: count('Move-outs'),
    moveOutReasons: z.array(moveOutReason).max(50).meta({ label: 'Reasons of move-outs', noun: 'Reason' }),
    evictions: count('Evictions'),
    policeCalls: count('Police calls'),
    claimsFiled: count('Insurance claims filed'),
    vacantUnits: count('Vacant units at month end'),
    waitingList: count('Households on the waiting list'),
    comments: longText('Comments'),
    totals: totals.nullable(),
  },
  begunWith: ['periodDate'],
  content: [
    'payables30',
    'payables60',
    'payables90',
    'payablesOver',
    'moveIns',
    'moveOuts',
    'moveOutReasons',
    'evictions',
    'policeCalls',
    'claimsFiled',
    'vacantUnits',
    'waitingList',
    'comments',
  ],
})

/** A figure of a month: a balance at its end, or income or expense during it. */
export const TCAPAmount = declareFigureLine('TCAPAmount', {
  table: 'tcap_amount',
  key: 'tcapAmountId',
  parent: 'tcapId',
  label: 'TCAP figure',
  columns: { amount: 'Amount' },
})

/** A calendar quarter of a property, which the agency reviews once its months are in (domain 10.3). */
export const TCAPQuarter = declareReviewedEntity('TCAPQuarter', {
  table: 'tcap_quarter',
  key: 'tcapQuarterId',
  label: facts.quarter.label,
  fields: {
    tcapQuarterId: id('Quarter'),
    propertyId: id('Property'),
    year: number('Year', 1990, 2200).unwrap(),
    quarter: number('Quarter', 1, 4).unwrap(),
    reviewComments: longText('Reviewer’s comments', 4000),
  },
  begunWith: ['year', 'quarter'],
  content: [],
  review: ['reviewComments'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
