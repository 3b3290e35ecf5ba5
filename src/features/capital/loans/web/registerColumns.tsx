import { columns } from '#ui/table/DataTable.tsx'
import type { LoanLine } from '../model/calls.ts'

const col = columns<LoanLine>()
/** Returns the path of a property’s Loans tab with this loan selected. */
export const getLoanPath = ({ propertyId, loanId }: Pick<LoanLine, 'propertyId' | 'loanId'>): string =>
  `/EditProject/${propertyId}?tab=Loans&loan=${loanId}`

/** The part of the balance (0.5 %) by which books may differ from the terms without a mark. */
const TOLERANCE = 0.005
/** Whether the books of a loan differ from the terms by more than a dollar and the tolerance. */
export const isOffTerms = ({ difference, balance }: Pick<LoanLine, 'difference' | 'balance'>): boolean =>
  difference !== null && Math.abs(difference) > Math.max(1, TOLERANCE * (balance ?? 0))

const getStatusColor = ({ status }: LoanLine) => (status === 'Active' ? 'green' : 'gray')

/** The columns of the register, and of its list of a year. */
export const registerColumns = [
  col.link('Property', (item) => item.propertyName, getLoanPath, { width: 215 }),
  col.text('Number', (item) => item.agencyNumber, { width: 90, lesser: true }),
  col.text('Loan', (item) => item.name, { width: 150 }),
  col.text('Lender', (item) => item.lender, { width: 170, lesser: true }),
  col.text('Type', (item) => item.loanType, { width: 125 }),
  col.text('Participation', (item) => item.participationLender, { width: 130, lesser: true }),
  col.text('Numbers', (item) => item.numbers, { width: 145 }),
  col.text('Rate', (item) => `${item.interestRate}%`, { width: 70 }),
  col.date('Matures', (item) => item.maturityDate, { width: 95, lesser: true }),
  col.money('Original', (item) => item.originalAmount, { width: 125, total: true, lesser: true }),
  col.text('Year', (item) => item.year, { width: 60 }),
  col.money('Principal paid', (item) => item.principalPaid, { width: 115, total: true }),
  col.money('Balance', (item) => item.balance, { width: 125, total: true }),
  col.money('By the terms', (item) => item.computedBalance, { width: 130, lesser: true }),
  col.money('Difference', (item) => item.difference, { width: 95 }),
  col.chip(
    'Books',
    (item) => (isOffTerms(item) ? 'Off the terms' : null),
    () => 'yellow',
    { width: 110 },
  ),
  col.money('Debt service', (item) => item.annualDebtService, { width: 120, total: true }),
  col.bool('In equity', (item) => item.inEquity, { lesser: true }),
  col.chip('Status', (item) => item.status, getStatusColor, { width: 90 }),
]

/** The tabs of the register, each with its condition. */
export const registerTabs = [
  { label: 'Active', match: (item: LoanLine) => item.status === 'Active' },
  { label: 'Off the terms', match: isOffTerms },
  { label: 'Without figures', match: (item: LoanLine) => item.status === 'Active' && item.year === null },
  { label: 'Paid off', match: (item: LoanLine) => item.status !== 'Active' },
]
