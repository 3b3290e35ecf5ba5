import { z } from 'zod'
import { origin } from '#engines/worksheet/model/index.ts'
import { entity } from '#kernel/model/entity.ts'
import {
  choiceField,
  day,
  flag,
  id,
  longText,
  moment,
  money,
  number,
  percent,
  ref,
  stepOnly,
  text,
} from '#kernel/model/field.ts'
import { methods } from './computation.ts'
import { equityFigure } from './figure.ts'
import { lineCodes } from './form.ts'
import { paymentSources } from './payments.ts'

const filed = ref('Filed by company', 'ManagementCompany')
const year = (label: string) => number(label, 1990, 2200).unwrap()

/**
 * A line of a statement's surplus cash. An empty amount means that the balance sheet's amount applies
 * (domain 5.3).
 */
export const SurplusCash = entity('SurplusCash', {
  table: 'surplus_cash',
  key: 'surplusCashId',
  label: 'Surplus cash line',
  fields: {
    surplusCashId: id('Line'),
    afsId: id('Statement'),
    propertyId: id('Property'),
    version: number('Version').unwrap(),
    lineCode: choiceField('Line', lineCodes),
    description: text('Explanation', 200),
    submittedAmount: money('Submitted'),
    reviewAmount: money('Reviewed'),
    reviewerComment: longText('Reviewer’s comment', 1000),
    // Has no label, because history shows the figure and not its source.
    origins: z.record(z.string(), origin).nullable(),
    filedCompanyId: filed,
  },
  serverOnly: ['propertyId', 'reviewAmount', 'reviewerComment', 'origins', 'filedCompanyId'],
  agencyOnly: ['reviewAmount', 'reviewerComment'],
})

/** The company's entries about a year's distributions; the rest of the computation is derived (domain 6). */
export const ComputationOfDistributions = entity('ComputationOfDistributions', {
  table: 'computation_of_distributions',
  key: 'computationOfDistributionsId',
  label: 'Computation of distributions',
  fields: {
    computationOfDistributionsId: id('Computation'),
    afsId: id('Statement'),
    propertyId: id('Property'),
    version: number('Version').unwrap(),
    principalPaid: money('Principal paid to date'),
    paidDeclared: money('Distributions paid in the year, by the books'),
    comments: longText('Comments', 2000),
    /** The approved amount that exceeds the statement's limit after a new decision. */
    toRepay: money('To repay'),
    /**
     * The equity figure at the time when the statement was accepted (domain 31). Has no label, because
     * history shows the decision.
     */
    equitySeen: equityFigure.nullable(),
    /**
     * The computation when the statement was accepted, and part B as computed today if it differs.
     */
    seen: z.record(z.string(), z.unknown()).nullable(),
    since: z.record(z.string(), z.number()).nullable(),
    filedCompanyId: filed,
  },
  serverOnly: ['propertyId', 'toRepay', 'equitySeen', 'seen', 'since', 'filedCompanyId'],
})

/** The basis of a property's yearly right, from a given year on, with the person who set it (domain 6.3). */
export const DistributionBasis = entity('DistributionBasis', {
  table: 'distribution_basis',
  key: 'distributionBasisId',
  label: 'Basis of distributions',
  fields: {
    distributionBasisId: id('Basis'),
    propertyId: id('Property'),
    fromYear: year('From fiscal year'),
    method: choiceField('Method', methods),
    rate: percent('Rate or yield (percent)').unwrap(),
    developmentCost: money('Development cost').unwrap(),
    mortgagePrincipal: money('Mortgages, original principal').unwrap(),
    improvements: money('Approved improvements').unwrap(),
    firstYearMonths: number('Months of the first year', 1, 12).unwrap(),
    rateApproval: text('Approval of a rate above the greatest one', 200),
    source: text('Where the figures come from', 200),
    setById: ref('Set by', 'User'),
    setAt: moment('Set').unwrap(),
  },
  serverOnly: ['setById', 'setAt'],
})

/** The amount that a year earned: computed, or set by hand with a reason (domain 47.3). */
export const YearlyDistributionsAccrued = entity('YearlyDistributionsAccrued', {
  table: 'yearly_distributions_accrued',
  key: 'yearlyDistributionsAccruedId',
  label: 'Yearly right to distributions',
  fields: {
    yearlyDistributionsAccruedId: id('Row'),
    propertyId: id('Property'),
    computationOfDistributionsId: ref('Computation', 'ComputationOfDistributions'),
    year: year('Fiscal year'),
    months: stepOnly(number('Months', 0, 18).unwrap()),
    equity: stepOnly(money('Equity')),
    rate: stepOnly(percent('Rate (percent)')),
    earned: stepOnly(money('Earned').unwrap()),
    typed: flag('Set by hand'),
    note: text('Reason', 200),
    writtenById: ref('Written by', 'User'),
  },
  serverOnly: ['computationOfDistributionsId', 'typed', 'writtenById'],
})

/** A payment of distributions, or an entry that reverses one (domain 47.3). */
export const DistributionPayment = entity('DistributionPayment', {
  table: 'distribution_payment',
  key: 'distributionPaymentId',
  label: 'Payment of distributions',
  fields: {
    distributionPaymentId: id('Payment'),
    propertyId: id('Property'),
    computationOfDistributionsId: ref('Computation', 'ComputationOfDistributions'),
    distributionRequestId: ref('Distribution request', 'DistributionRequest'),
    year: year('Fiscal year'),
    paidOn: day('Paid on').unwrap(),
    source: choiceField('Source', paymentSources),
    amount: money('Amount').unwrap(),
    /** The amount added to the distributions of its year; computed by the database. */
    paid: money('Counts as paid').unwrap(),
    note: text('Note', 200),
    writtenById: ref('Written by', 'User'),
  },
  serverOnly: ['computationOfDistributionsId', 'distributionRequestId', 'paid', 'writtenById'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
