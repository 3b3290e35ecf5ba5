import { columns } from '#ui/table/DataTable.tsx'
import type { LoanLine } from '../model/calls.ts'

const col = columns<LoanLine>()
/** The loans of a property, at one of them. */
export const loanPath = ({ propertyId, loanId }: Pick<LoanLine, 'propertyId' | 'loanId'>): string =>
  `/EditProject/${propertyId}?tab=Loans&loan=${loanId}`

/** Books that are further from the terms than this part of the balance are marked. */
const TOLERANCE = 0.005
export const isOff = ({ difference, balance }: Pick<LoanLine, 'difference' | 'balance'>): boolean =>
  difference !== null && Math.abs(difference) > Math.max(1, TOLERANCE * (balance ?? 0))

const statusTone = ({ status }: LoanLine) => (status === 'Active' ? 'green' : 'gray')

/** The register, and a year of it. */
export const registerColumns = [
  col.link('Property', (one) => one.propertyName, loanPath, { width: 215 }),
  col.text('Number', (one) => one.agencyNumber, { width: 90, lesser: true }),
  col.text('Loan', (one) => one.name, { width: 150 }),
  col.text('Lender', (one) => one.lender, { width: 170, lesser: true }),
  col.text('Type', (one) => one.loanType, { width: 125 }),
  col.text('Participation', (one) => one.participationLender, { width: 130, lesser: true }),
  col.text('Numbers', (one) => one.numbers, { width: 145 }),
  col.text('Rate', (one) => `${one.interestRate}%`, { width: 70 }),
  col.date('Matures', (one) => one.maturityDate, { width: 95, lesser: true }),
  col.money('Original', (one) => one.originalAmount, { width: 125, total: true, lesser: true }),
  col.text('Year', (one) => one.year, { width: 60 }),
  col.money('Principal paid', (one) => one.principalPaid, { width: 115, total: true }),
  col.money('Balance', (one) => one.balance, { width: 125, total: true }),
  col.money('By the terms', (one) => one.computedBalance, { width: 130, lesser: true }),
  col.money('Difference', (one) => one.difference, { width: 95 }),
  col.chip(
    'Books',
    (one) => (isOff(one) ? 'Off the terms' : null),
    () => 'yellow',
    { width: 110 },
  ),
  col.money('Debt service', (one) => one.annualDebtService, { width: 120, total: true }),
  col.bool('In equity', (one) => one.inEquity, { lesser: true }),
  col.chip('Status', (one) => one.status, statusTone, { width: 90 }),
]

export const registerTabs = [
  { label: 'Active', match: (one: LoanLine) => one.status === 'Active' },
  { label: 'Off the terms', match: isOff },
  { label: 'Without figures', match: (one: LoanLine) => one.status === 'Active' && one.year === null },
  { label: 'Paid off', match: (one: LoanLine) => one.status !== 'Active' },
]
