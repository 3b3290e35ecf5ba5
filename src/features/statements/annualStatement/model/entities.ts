import { z } from 'zod'
import { declareReviewedEntity } from '#engines/review/model/index.ts'
import { declareFigureLine } from '#engines/worksheet/model/index.ts'
import { entity } from '#kernel/model/entity.ts'
import {
  choiceField,
  day,
  flag,
  id,
  longText,
  moment,
  number,
  ref,
  requiredText,
  text,
} from '#kernel/model/field.ts'
import { facts } from './facts.ts'

/** Who vouches for the figures (domain 4.2). */
export const statementTypes = ['Audit', 'Review', 'Compilation', 'Internal'] as const
/** The auditor's opinions on a statement. */
export const opinions = ['Unmodified', 'Qualified', 'Adverse', 'Disclaimer'] as const
const accountingBases = ['Accrual', 'Cash'] as const
/** Who certifies a statement: the owner (mortgagor) and the managing agent (domain 4.12). */
export const certifierRoles = ['Owner', 'Managing agent'] as const
export type CertifierRole = (typeof certifierRoles)[number]

/**
 * Totals of a statement that lists and other modules read, in dollars; computed from its lines when they are
 * saved.
 */
export const totals = z.object({
  assets: z.number(),
  liabilities: z.number(),
  equity: z.number(),
  revenue: z.number(),
  expenses: z.number(),
  netIncome: z.number(),
})
export type Totals = z.infer<typeof totals>

/**
 * The annual financial statement of a property for one of its fiscal years, named after the year it ends in
 * (domain 4).
 */
export const AFS = declareReviewedEntity('AFS', {
  table: 'annual_statement',
  key: 'afsId',
  label: facts.label,
  fields: {
    afsId: id('Statement'),
    propertyId: id('Property'),
    year: number('Fiscal year', 1990, 2200).unwrap(),
    periodStart: day('First day of the period').unwrap(),
    periodEnd: day('Last day of the period').unwrap(),
    /** Whole months of the period, counted by the database. */
    months: number('Months in the period').unwrap(),
    periodReason: text('Why the period does not end on the fiscal year end', 500),
    /**
     * The length of a period of more than twelve months that the agency approved, with who approved it and
     * when (domain 47.2).
     */
    approvedMonths: number('Months the agency approved', 13, 18),
    monthsApprovedById: ref('Months approved by', 'User'),
    monthsApprovedOn: day('Months approved on'),
    statementType: choiceField('Type of statement', statementTypes).nullable(),
    opinion: choiceField('Opinion', opinions).nullable(),
    goingConcern: flag('Doubt about going concern').nullable(),
    auditFirm: text('Audit firm', 120),
    auditContact: text('Contact at the audit firm', 120),
    auditReportDate: day('Date of the auditor’s report'),
    priorPeriodAdjustment: flag('Prior-period adjustment').nullable(),
    findingsCount: number('Findings', 0, 999),
    consolidatedEntity: flag('The audit covers more than this property').nullable(),
    accountingBasis: choiceField('Basis of accounting', accountingBases).nullable(),
    taxCreditsAttached: flag('Tax-credit schedule attached').nullable(),
    comments: longText('Comments'),
    /** The extension that moved its due date. */
    extensionId: ref('Extension', 'ExtensionRequest'),
    ownerCertificationId: ref('Certified by the owner', 'Certification'),
    agentCertificationId: ref('Certified by the managing agent', 'Certification'),
    totals: totals.nullable(),
  },
  begunWith: ['year'],
  content: [
    'periodStart',
    'periodEnd',
    'periodReason',
    'statementType',
    'opinion',
    'goingConcern',
    'auditFirm',
    'auditContact',
    'auditReportDate',
    'priorPeriodAdjustment',
    'findingsCount',
    'consolidatedEntity',
    'accountingBasis',
    'taxCreditsAttached',
    'comments',
  ],
})

/**
 * The amount of one account in a statement. The amount of the prior year is that of the previous year's
 * statement.
 */
export const AFSAmount = declareFigureLine('AFSAmount', {
  table: 'annual_statement_line',
  key: 'afsAmountId',
  parent: 'afsId',
  label: 'Statement line',
  columns: { amount: 'Amount' },
})

/**
 * A person's certification of a statement. It is first created as a draft, then signed and so bound to the
 * statement (domain 4.12).
 */
export const Certification = entity('Certification', {
  table: 'certification',
  key: 'certificationId',
  label: 'Certification',
  fields: {
    certificationId: id('Certification'),
    /** Null where the statement was certified on paper. */
    userId: ref('Certifier', 'User'),
    afsId: ref('Statement', 'AFS'),
    role: choiceField('Certifies as', certifierRoles).nullable(),
    name: requiredText('Name', 120),
    title: text('Title', 120),
    /** The version of the certification text that was signed. */
    textVersion: number('Text version', 1).unwrap(),
    signature: text('Typed signature', 120, 'Your name, as shown above.'),
    certifiedAt: moment('Certified'),
    address: text('Internet address', 60),
    /** When a later change of the statement withdrew this certification, and who made that change. */
    withdrawnAt: moment('Taken back'),
    withdrawnById: ref('Taken back by', 'User'),
  },
  serverOnly: [
    'userId',
    'afsId',
    'name',
    'textVersion',
    'certifiedAt',
    'address',
    'withdrawnAt',
    'withdrawnById',
  ],
  agencyOnly: ['address'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
