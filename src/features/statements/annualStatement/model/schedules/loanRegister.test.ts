import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyFigures, makeStatement } from '#tests/madeStatements.ts'
import { getCarriedLines } from './carry.ts'
import { getAnnualStatementTies } from './index.ts'

const [books] = fc.sample(anyFigures, { numRuns: 1, seed: 7 })
const statement = makeStatement(books!)
const loan = {
  lender: 'First Bank',
  accountCode: '2320',
  noteDate: '2010-06-01',
  originalAmount: 2_450_000,
  interestRate: 6,
  maturity: null,
  paymentTerms: 'Amortizing',
  lienPosition: 1,
  beginning: 2_450_000,
  additions: 0,
  payments: 61_600,
  interestPaid: 120_000,
  ending: 2_388_400,
}

test('domain 31: notes are prefilled from the loan register, last year’s ending remains the beginning, and a difference fails a tie-out', () => {
  const sources = { ...statement, months: 12, institutions: [], loans: [loan], prior: null }
  const [line] = getCarriedLines('notesPayable', sources)
  expect(line).toEqual({
    values: expect.objectContaining({
      lender: 'First Bank',
      accountCode: '2320',
      payments: 61_600,
      interestRate: 6,
    }),
    from: expect.objectContaining({ beginning: 'the agency’s register of loans' }),
  })
  const lastYearNote = { lender: 'First Bank', accountCode: '2320', beginning: 2_500_000, payments: 60_000 }
  const priorYear = {
    read: () => 0,
    filed: () => 0,
    rows: { ...statement.rows, notesPayable: [lastYearNote] },
  }
  const [carriedLine] = getCarriedLines('notesPayable', { ...sources, prior: priorYear })
  expect(carriedLine?.values).toMatchObject({ beginning: 2_440_000, payments: 61_600 })
  expect(carriedLine?.from.beginning).toContain('statement')
  const ties = getAnnualStatementTies({
    ...statement,
    loans: [loan],
    rows: { ...statement.rows, notesPayable: [lastYearNote] },
  })
  expect(ties.find((tie) => tie.id.startsWith('AFS-T48'))).toMatchObject({ agrees: false, stops: false })
})
