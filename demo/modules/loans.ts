import { participationLenders } from '#ground/platform/lookups/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import { countMonthsBetween } from '#modules/capital/loans/model/index.ts'
import { loadInBulk } from '../bulkLoading.ts'
import { drawBetween, drawChance, drawChoice } from '../chance.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { type Cell, copyRows, insertRows } from '../insertRows.ts'
import type { Property } from '../types.ts'
import { type DemoStatement, getDemoStatements } from './annualStatement/statements.ts'
import type { NoteYear } from './annualStatement/types.ts'

/** A loan of the demonstration: a note of the books through the years. */
type DemoLoan = {
  loanId: number
  propertyId: number
  noteIndex: number
  firstNote: NoteYear
  statements: readonly DemoStatement[]
}

/** The loans of the properties that file statements, as the notes of their books are. */
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

const hasProgram = (property: Property | undefined, word: string): boolean =>
  property?.federalTypes.some((federalType) => federalType.name.includes(word)) ?? false

/**
 * The type of loan of a note: the first mortgage by the programs of the property, and soft debt by its
 * lender.
 */
function getType(
  { propertyId, firstNote: first, noteIndex: at }: DemoLoan,
  property: Property | undefined,
): string {
  if (first.related) return 'Other'
  if (at > 0) return hasProgram(property, 'HOME') ? 'HOME' : 'Soft'
  if (hasProgram(property, 'Rural Development')) return 'Rural Development'
  if (hasProgram(property, 'fund balance')) return 'Fund balance'
  if (drawChance(`participation ${propertyId}`, 12)) return 'Participation'
  return drawChance(`fha ${propertyId}`, 30) ? 'FHA' : 'Conventional'
}
const getName = ({ firstNote: first, noteIndex: at }: DemoLoan): string =>
  at === 0 ? 'First mortgage' : first.related ? 'Developer fee note' : 'Second mortgage'

/** The cost of a full year of the first mortgage. Soft debt has no cost. */
function computeDebtService({ noteIndex: at, statements }: DemoLoan): number | null {
  const note = statements.find(({ books }) => books.months === 12 && books.notes[at]!.payments > 0)?.books
    .notes[at]
  return note ? fromCents(note.payments + note.interest) : null
}

/**
 * In how many months the level payment pays the note off: that of the terms is then what a year of it costs.
 * The months of its term where the payment does not even cover the interest, or nothing is paid.
 */
function computeAmortizationMonths({ firstNote: first }: DemoLoan, yearlyService: number | null): number {
  const termMonths = countMonthsBetween(first.noteDate, first.maturity)
  const [monthly, payment] = [first.rate / 1200, (yearlyService ?? 0) / 12]
  const interest = fromCents(first.original) * monthly
  if (monthly === 0 || payment <= interest) return termMonths
  const months = Math.round(-Math.log(1 - interest / payment) / Math.log(1 + monthly))
  return Math.min(MAX_AMORTIZATION_MONTHS, Math.max(1, months))
}
/** The maximal number of months that the portal accepts. */
const MAX_AMORTIZATION_MONTHS = 720

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
 * The day on which one loan in thirty was paid off: after the last year that is booked, so that all books
 * agree.
 */
function getPaidOffDay({ loanId, statements }: DemoLoan, day: string): string | null {
  if (!drawChance(`paid off ${loanId}`, 3)) return null
  const year = Math.max(...statements.map((statement) => statement.year)) + 1
  const paid = `${year}-0${drawBetween(`paid off month ${loanId}`, 1, 9)}-15`
  return paid < day ? paid : null
}

function getRow(demoLoan: DemoLoan, property: Property | undefined, userId: number | null, day: string) {
  const { loanId, propertyId, noteIndex: index, firstNote: first } = demoLoan
  const type = getType(demoLoan, property)
  const isParticipation = type === 'Participation'
  const paidOff = getPaidOffDay(demoLoan, day)
  return {
    loan_id: loanId,
    property_id: propertyId,
    name: getName(demoLoan),
    lender: first.lender,
    loan_type: type,
    participation_lender: isParticipation ? drawChoice(`lender ${propertyId}`, participationLenders) : null,
    participation_percent: isParticipation ? drawBetween(`share ${propertyId}`, 4, 10) * 5 : null,
    original_amount: fromCents(first.original),
    interest_rate: first.rate,
    start_date: first.noteDate,
    maturity_date: first.maturity,
    amortization_months: computeAmortizationMonths(demoLoan, computeDebtService(demoLoan)),
    payment_terms: first.terms === 'Cash flow' ? 'From cash flow' : first.terms,
    status: paidOff ? 'Paid off' : 'Active',
    paid_off_date: paidOff,
    annual_debt_service: computeDebtService(demoLoan),
    lien_position: first.lien,
    account_code: first.account,
    // The mortgage that the property was built with; soft debt is not paid down.
    in_equity: index === 0,
    note: 'Demonstration: invented with the notes of the statements',
    created_by: userId,
    created_at: `${demoLoan.statements[0]!.begun}T15:00:00Z`,
  }
}

/** The current and previous number in the servicing system, and the number of the lender. */
function getNumbers({ loanId, propertyId, noteIndex: at, firstNote: first }: DemoLoan): Cell[][] {
  const buildNumber = (
    text: string,
    system: string,
    active: boolean,
    from: string,
    to: string | null,
  ): Cell[] => [...[propertyId, loanId, text, system, active, from, to, 'Demonstration']]
  if (first.related) return []
  const hasMoved = drawChance(`moved ${loanId}`, 15)
  const since = hasMoved ? `${drawBetween(`since ${loanId}`, 2019, 2024)}-01-01` : first.noteDate
  return [
    buildNumber(`${400_000 + loanId * 7}`, 'MITAS', true, since, null),
    ...(hasMoved ? [buildNumber(`${200_000 + loanId * 3}`, 'MITAS', false, first.noteDate, since)] : []),
    ...(at === 0 ? [buildNumber(`DMB-${10_000 + loanId}`, 'Lender', true, first.noteDate, null)] : []),
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
/** The years of a loan, as the notes of the statements have them. */
const getYears = (
  { loanId, propertyId, noteIndex: at, statements }: DemoLoan,
  userId: number | null,
): Cell[][] =>
  statements.map(({ year, begun, books }) => {
    const { additions, payments, interestPaid, closing } = books.notes[at]!
    const amounts = [additions, payments, interestPaid, closing].map(fromCents)
    return [propertyId, loanId, year, ...amounts, 'Upload', userId, `${begun}T15:00:00Z`]
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

/** The loans of every property that files statements: they agree with its notes payable, year by year. */
export default { after: ['annualStatement'], load, idColumns: { loan: 'loan_id' } } satisfies DemoPart
