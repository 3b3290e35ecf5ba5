import { z } from 'zod'
import { toCents } from '#kernel/model/money.ts'
import type { CarriedLine, Sources } from './carry.ts'
import { type ComparedStatement, getColumnSide, type TieRule } from './compared.ts'

const amount = z.number()
/**
 * A loan with the agency's register figures for the period of a statement, in dollars. A figure is null if
 * none is booked.
 */
export const loanFact = z.object({
  lender: z.string(),
  accountCode: z.string(),
  noteDate: z.string(),
  originalAmount: amount,
  interestRate: amount,
  maturity: z.string().nullable(),
  paymentTerms: z.string(),
  lienPosition: z.number().nullable(),
  beginning: amount.nullable(),
  additions: amount.nullable(),
  payments: amount.nullable(),
  interestPaid: amount.nullable(),
  ending: amount.nullable(),
})
export type LoanFact = z.infer<typeof loanFact>

const termColumns = [
  'noteDate',
  'originalAmount',
  'interestRate',
  'maturity',
  'paymentTerms',
  'lienPosition',
] as const
const bookedColumns = ['beginning', 'additions', 'payments', 'interestPaid'] as const
const REGISTER = 'the agency’s register of loans'

/**
 * Adds the loan register's figures of the period to the notes. Beginning principal comes from last year's
 * statement if it has one.
 */
export function addRegisterFigures(lines: readonly CarriedLine[], { loans = [] }: Sources): CarriedLine[] {
  const usedLines = new Set<CarriedLine>()
  const fromRegister = loans.map((fact): CarriedLine => {
    const { lender, accountCode } = fact
    const last = lines.find(
      (line) =>
        !usedLines.has(line) && line.values.lender === lender && line.values.accountCode === accountCode,
    )
    if (last) usedLines.add(last)
    const pick = (names: readonly (keyof LoanFact)[]) =>
      Object.fromEntries(names.flatMap((name) => (fact[name] === null ? [] : [[name, fact[name]] as const])))
    const figures = pick(bookedColumns)
    const from = Object.fromEntries(Object.keys(figures).map((name) => [name, REGISTER]))
    const opening = last?.from.beginning ? { beginning: last.values.beginning } : {}
    return {
      values: { ...pick(termColumns), ...last?.values, lender, accountCode, ...figures, ...opening },
      from: { ...from, ...last?.from },
    }
  })
  return [...fromRegister, ...lines.filter((line) => !usedLines.has(line))]
}

/**
 * Returns the pair that compares the ending principal of a lender's notes in an account with the register's
 * balance.
 */
function pairLenderNotes(
  compared: ComparedStatement,
  facts: readonly LoanFact[],
): ReturnType<TieRule['pairs']>[number] {
  const { lender, accountCode } = facts[0]!
  const parts = facts.map((fact) => ({ label: fact.lender, cents: toCents(fact.ending ?? 0) }))
  return {
    of: `${accountCode} ${lender}`,
    title: `${lender}, register of loans`,
    left: getColumnSide(compared, 'notesPayable', 'ending', {
      only: (row) => row.lender === lender && row.accountCode === accountCode,
      words: lender,
    }),
    right: {
      label: 'register of loans: balance',
      cents: parts.reduce((sum, item) => sum + item.cents, 0),
      to: `/EditProject/${compared.propertyId}?tab=Loans`,
      of: parts,
    },
  }
}

/** The tie-out of notes payable with the loan register (domain 31). */
export const loanRegisterTies: Readonly<Record<string, TieRule>> = {
  'AFS-T48': {
    title: 'Register of loans',
    source: 'domain 31, 4.5',
    says: 'Ending principal of notes is the balance that the agency’s register of loans has for the year.',
    stops: false,
    pairs: (compared) => {
      const matchingLoans = (compared.loans ?? []).filter((loan) => loan.ending !== null)
      return [...Map.groupBy(matchingLoans, (item) => `${item.accountCode} ${item.lender}`).values()].map(
        (facts) => pairLenderNotes(compared, facts),
      )
    },
  },
}
