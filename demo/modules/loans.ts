import { participationLenders } from '#core/platform/lookups/model/index.ts'
import { countMonthsBetween } from '#features/capital/loans/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import { loadInBulk } from '../bulkLoading.ts'
import { drawBetween, drawChance, drawChoice } from '../chance.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { type Cell, copyRows, insertRows } from '../insertRows.ts'
import type { Property } from '../types.ts'
import { type DemoStatement, getDemoStatements } from './annualStatement/statements.ts'
import type { NoteYear } from './annualStatement/types.ts'

/**
 * A loan of the demonstration, which is a note in the books of the property. `noteIndex` is its position
 * among the notes of each year.
 */
type DemoLoan = {
  loanId: number
  propertyId: number
  noteIndex: number
  firstNote: NoteYear
  statements: readonly DemoStatement[]
}

/** Builds the loans of the properties that file statements from the notes in their books. */
function buildLoans(statements: readonly DemoStatement[]): DemoLoan[] {
  let loanId = 0
  return [...Map.groupBy(statements, (demoStatement) => demoStatement.propertyId)].flatMap(
    ([propertyId, propertyStatements]) =>
      propertyStatements[0]!.books.notes.map((firstNote, noteIndex) => ({
        loanId: ++loanId,
        propertyId,
        noteIndex,
        firstNote,
        statements: propertyStatements,
      })),
  )
}

/** Whether the name of one of the property's programs contains a word. */
const hasProgram = (property: Property | undefined, word: string): boolean =>
  property?.federalTypes.some((federalType) => federalType.name.includes(word)) ?? false

/**
 * Returns the loan type of a note. It depends on the programs of the property for the first mortgage, and on
 * the lender for soft debt.
 */
function getType({ propertyId, firstNote, noteIndex }: DemoLoan, property: Property | undefined): string {
  if (firstNote.related) return 'Other'
  if (noteIndex > 0) return hasProgram(property, 'HOME') ? 'HOME' : 'Soft'
  if (hasProgram(property, 'Rural Development')) return 'Rural Development'
  if (hasProgram(property, 'fund balance')) return 'Fund balance'
  if (drawChance(`participation ${propertyId}`, 12)) return 'Participation'
  return drawChance(`fha ${propertyId}`, 30) ? 'FHA' : 'Conventional'
}
function getName({ firstNote, noteIndex }: DemoLoan): string {
  if (noteIndex === 0) return 'First mortgage'
  return firstNote.related ? 'Developer fee note' : 'Second mortgage'
}

/**
 * Computes the cost of a full year of the first mortgage, in dollars. Null for soft debt, which has no cost.
 */
function computeDebtService({ noteIndex, statements }: DemoLoan): number | null {
  const note = statements.find(({ books }) => books.months === 12 && books.notes[noteIndex]!.payments > 0)
    ?.books.notes[noteIndex]
  return note ? fromCents(note.payments + note.interest) : null
}

/** The maximum number of months that the portal accepts. */
const MAX_AMORTIZATION_MONTHS = 720

/**
 * Computes in how many months the yearly service pays the loan off with level payments. If the payments do
 * not cover the interest, or there are none, it is the term of the loan.
 */
function computeAmortizationMonths({ firstNote }: DemoLoan, yearlyService: number | null): number {
  const termMonths = countMonthsBetween(firstNote.noteDate, firstNote.maturity)
  const [monthly, payment] = [firstNote.rate / 1200, (yearlyService ?? 0) / 12]
  const interest = fromCents(firstNote.original) * monthly
  if (monthly === 0 || payment <= interest) return termMonths
  const months = Math.round(-Math.log(1 - interest / payment) / Math.log(1 + monthly))
  return Math.min(MAX_AMORTIZATION_MONTHS, Math.max(1, months))
}

const loanColumns = {
  loan_id: 'integer',
  property_id: 'integer',
  name: 'text',
  lender: 'text',
  loan_type: 'text',
  participation_lender: 'text',
  participation_percent: 'numeric',
  original_amount: 'numeric',
  interest_rate: 'numeric',
  start_date: 'date',
  maturity_date: 'date',
  amortization_months: 'integer',
  payment_terms: 'text',
  annual_debt_service: 'numeric',
  lien_position: 'integer',
  account_code: 'text',
  in_equity: 'boolean',
  note: 'text',
  status: 'text',
  paid_off_date: 'date',
  created_by: 'integer',
  created_at: 'timestamptz',
} as const

/**
 * Returns the day on which the loan was paid off, for about one loan in thirty. It is after the last year in
 * the books, so that all books agree. Null for other loans.
 */
function getPaidOffDay({ loanId, statements }: DemoLoan, day: string): string | null {
  if (!drawChance(`paid off ${loanId}`, 3)) return null
  const year = Math.max(...statements.map((statement) => statement.year)) + 1
  const paidOffDay = `${year}-0${drawBetween(`paid off month ${loanId}`, 1, 9)}-15`
  return paidOffDay < day ? paidOffDay : null
}

function getRow(demoLoan: DemoLoan, property: Property | undefined, userId: number | null, day: string) {
  const { loanId, propertyId, noteIndex, firstNote } = demoLoan
  const type = getType(demoLoan, property)
  const isParticipation = type === 'Participation'
  const paidOff = getPaidOffDay(demoLoan, day)
  return {
    loan_id: loanId,
    property_id: propertyId,
    name: getName(demoLoan),
    lender: firstNote.lender,
    loan_type: type,
    participation_lender: isParticipation ? drawChoice(`lender ${propertyId}`, participationLenders) : null,
    participation_percent: isParticipation ? drawBetween(`share ${propertyId}`, 4, 10) * 5 : null,
    original_amount: fromCents(firstNote.original),
    interest_rate: firstNote.rate,
    start_date: firstNote.noteDate,
    maturity_date: firstNote.maturity,
    amortization_months: computeAmortizationMonths(demoLoan, computeDebtService(demoLoan)),
    payment_terms: firstNote.terms === 'Cash flow' ? 'From cash flow' : firstNote.terms,
    status: paidOff ? 'Paid off' : 'Active',
    paid_off_date: paidOff,
    annual_debt_service: computeDebtService(demoLoan),
    lien_position: firstNote.lien,
    account_code: firstNote.account,
    // Only the mortgage that financed the construction counts in equity. Soft debt is not paid down.
    in_equity: noteIndex === 0,
    note: 'Demonstration: invented with the notes of the statements',
    created_by: userId,
    created_at: `${demoLoan.statements[0]!.startDay}T15:00:00Z`,
  }
}

/** Returns the current and the previous number in the servicing system, and the number of the lender. */
function getNumbers({ loanId, propertyId, noteIndex, firstNote }: DemoLoan): Cell[][] {
  const buildNumber = (
    text: string,
    system: string,
    active: boolean,
    from: string,
    to: string | null,
  ): Cell[] => [...[propertyId, loanId, text, system, active, from, to, 'Demonstration']]
  if (firstNote.related) return []
  const hasMoved = drawChance(`moved ${loanId}`, 15)
  const numberSince = hasMoved ? `${drawBetween(`since ${loanId}`, 2019, 2024)}-01-01` : firstNote.noteDate
  return [
    buildNumber(`${400_000 + loanId * 7}`, 'MITAS', true, numberSince, null),
    ...(hasMoved
      ? [buildNumber(`${200_000 + loanId * 3}`, 'MITAS', false, firstNote.noteDate, numberSince)]
      : []),
    ...(noteIndex === 0
      ? [buildNumber(`DMB-${10_000 + loanId}`, 'Lender', true, firstNote.noteDate, null)]
      : []),
  ]
}
const numberColumns = ['property_id', 'loan_id', 'number', 'system', 'active', 'from_date', 'to_date', 'note']

const yearColumns = [
  ...[
    'property_id',
    'loan_id',
    'year',
    'additions',
    'principal_paid',
    'interest_paid',
    'ending_balance',
    'source',
  ],
  ...['set_by_id', 'set_at'],
]
/** Returns the years of a loan from the notes of the statements. */
const getYears = ({ loanId, propertyId, noteIndex, statements }: DemoLoan, userId: number | null): Cell[][] =>
  statements.map(({ year, startDay, books }) => {
    const { additions, payments, interestPaid, closing } = books.notes[noteIndex]!
    const amounts = [additions, payments, interestPaid, closing].map(fromCents)
    return [propertyId, loanId, year, ...amounts, 'Upload', userId, `${startDay}T15:00:00Z`]
  })

async function load(context: DemoContext): Promise<void> {
  const { client, users, portfolio } = context
  const userId = users.get('agency.write') ?? null
  const properties = new Map(portfolio.properties.map((property) => [property.id, property]))
  const loans = buildLoans(await getDemoStatements(context))
  await loadInBulk(client, ['loan_number', 'loan_year'], async () => {
    await insertRows(
      client,
      'loan',
      loanColumns,
      loans.map((loan) => getRow(loan, properties.get(loan.propertyId), userId, context.day)),
    )
    await copyRows(client, 'loan_number', numberColumns, loans.flatMap(getNumbers))
    await copyRows(
      client,
      'loan_year',
      yearColumns,
      loans.flatMap((loan) => getYears(loan, userId)),
    )
  })
}

/**
 * Loads the loans of every property that files statements. They agree with its notes payable in every year.
 */
export default { after: ['annualStatement'], load, idColumns: { loan: 'loan_id' } } satisfies DemoPart
