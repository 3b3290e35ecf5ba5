import { z } from 'zod'
import { createSheetReader } from '#engines/worksheet/model/index.ts'
import { Loan, LoanNumber, LoanYear } from './entities.ts'

const { number, system } = LoanNumber.fields
const { additions, principalPaid, interestPaid, endingBalance } = LoanYear.fields
const { name, lender, loanType, originalAmount, interestRate, startDate, maturityDate, amortizationMonths } =
  Loan.fields

/**
 * A row of an upload: a loan by its number in a servicing system, and the amounts of the year. A loan that is
 * not in the register is added if the row has its property and terms.
 */
export const uploadRow = z.object({
  number,
  system: system.optional(),
  principalPaid,
  interestPaid: interestPaid.optional(),
  additions: additions.optional(),
  endingBalance,
  propertyNumber: LoanNumber.fields.number.optional().meta({ label: 'Property number', kind: 'text' }),
  name: name.optional().meta({ label: 'Loan', kind: 'text' }),
  lender: lender.optional(),
  loanType: loanType.optional(),
  originalAmount: originalAmount.optional(),
  interestRate: interestRate.optional(),
  startDate: startDate.optional(),
  maturityDate: maturityDate.optional(),
  amortizationMonths: amortizationMonths.optional(),
})
export type UploadRow = z.infer<typeof uploadRow>
/** The further fields that a row needs to add a loan to the register. */
export const newLoanFields = ['propertyNumber', 'name', 'lender', 'originalAmount', 'startDate'] as const

/** The sheet of loan figures, with the column headings that servicing systems use. */
export const loanSheet = createSheetReader(uploadRow, {
  'MITAS number': 'number',
  'Loan number': 'number',
  Principal: 'principalPaid',
  Interest: 'interestPaid',
  Balance: 'endingBalance',
  Rate: 'interestRate',
  Property: 'propertyNumber',
})
