import { participationLenders } from '#core/platform/lookups/model/index.ts'
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
  requiredText,
  text,
} from '#kernel/model/field.ts'
import { paymentTerms } from './amortization.ts'

declare module '#kernel/model/access.ts' {
  interface PermissionKeys {
    EquityFigures: true
  }
}

/** The types of loans (domain 31). */
const loanTypes = [
  'HOME',
  'Fund balance',
  'TCAP',
  'FHA',
  'Rural Development',
  'Conventional',
  'Participation',
  'Soft',
  'Other',
] as const
const loanStatuses = ['Active', 'Paid off', 'Written off'] as const
/** The systems that number loans: the agency’s servicing system MITAS, and the lender’s own. */
const numberSystems = ['MITAS', 'Lender'] as const
/**
 * The balance-sheet accounts for the principal of a note beyond its current portion (domain 4.5).
 */
const loanAccounts = ['2160', '2310', '2311', '2320', '2321', '2322', '2323', '2324', '2330'] as const

const amount = (label: string, help?: string) => money(label, help, 0).unwrap()

/** A loan of a property: its terms and its current state. */
export const Loan = entity('Loan', {
  table: 'loan',
  key: 'loanId',
  label: 'Loan',
  fields: {
    loanId: id('Loan'),
    propertyId: id('Property'),
    version: number('Version').unwrap(),
    name: requiredText('Name', 120),
    lender: requiredText('Lender', 120),
    loanType: choiceField('Type', loanTypes),
    participationLender: choiceField('Participating lender', participationLenders)
      .nullable()
      .meta({ label: 'Participating lender', kind: 'choice' }),
    participationPercent: percent('Participation (percent)'),
    originalAmount: amount('Original amount'),
    interestRate: percent('Interest rate (percent)').unwrap(),
    startDate: day('Date of the note').unwrap(),
    maturityDate: day('Maturity'),
    amortizationMonths: number('Amortization (months)', 1, 720),
    paymentTerms: choiceField('Payment terms', paymentTerms),
    annualDebtService: money('Debt service a year', 'Left empty: the level payment of the terms.', 0),
    lienPosition: number('Lien position', 0, 20),
    accountCode: choiceField('Account of statements', loanAccounts)
      .nullable()
      .meta({ label: 'Account of statements', kind: 'choice' }),
    inEquity: flag('Counts in equity'),
    status: choiceField('Status', loanStatuses),
    paidOffDate: day('Paid off on'),
    note: longText('Note', 2000),
    createdBy: ref('Entered by', 'User'),
    createdAt: moment('Entered').unwrap(),
  },
  serverOnly: ['version', 'createdBy', 'createdAt'],
})

/** The number of a loan in a servicing system. A number that no longer applies is retained as history. */
export const LoanNumber = entity('LoanNumber', {
  table: 'loan_number',
  key: 'loanNumberId',
  label: 'Loan number',
  fields: {
    loanNumberId: id('Loan number'),
    propertyId: id('Property'),
    loanId: id('Loan'),
    number: requiredText('Number', 40),
    system: choiceField('System', numberSystems),
    active: flag('Active'),
    fromDate: day('From'),
    toDate: day('To'),
    note: text('Note', 200),
  },
  serverOnly: ['propertyId'],
})

/** The booked amounts of a loan's fiscal year. */
export const LoanYear = entity('LoanYear', {
  table: 'loan_year',
  key: 'loanYearId',
  label: 'Year of a loan',
  fields: {
    loanYearId: id('Year of a loan'),
    propertyId: id('Property'),
    loanId: id('Loan'),
    year: number('Fiscal year', 1990, 2200).unwrap(),
    additions: amount('Additions'),
    principalPaid: amount('Principal paid'),
    interestPaid: amount('Interest paid'),
    endingBalance: amount('Ending balance'),
    note: longText('Reason', 500, 'Why booked figures are corrected. It stays in the history of the loan.'),
    source: text('Source', 100).unwrap(),
    setById: ref('Entered by', 'User'),
    setAt: moment('Entered').unwrap(),
  },
  serverOnly: ['propertyId', 'source', 'setById', 'setAt'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
