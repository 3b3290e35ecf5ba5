import { isTaxCreditOnly } from '#core/portfolio/properties/model/index.ts'
import { computeEarned, getEquity } from '#features/statements/surplusCash/model/computation.ts'
import { fromCents } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { loadInBulk } from '../bulkLoading.ts'
import { drawChance } from '../chance.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'
import { getAnnualStatementInput } from './annualStatement/inputs.ts'
import { type DemoStatement, getDemoStatements } from './annualStatement/statements.ts'

/** The percent of its equity that an owner may distribute each year, the same for every property. */
const RATE_PERCENT = 8
/** The number of newest years whose payments come from distribution requests; older ones are typed history. */
export const REQUEST_YEARS = 3

/**
 * Returns the statements of properties whose distributions the agency approves, by property, the oldest
 * first.
 */
export async function getDistributingStatements(context: DemoContext): Promise<Map<number, DemoStatement[]>> {
  const byId = new Map(context.portfolio.properties.map((property) => [property.id, property]))
  const statements = (await getDemoStatements(context)).filter(({ propertyId }) => {
    const property = byId.get(propertyId)
    if (!property || isTaxCreditOnly(property.federalTypes.map((federalType) => federalType.name)))
      return false
    return !getAnnualStatementInput(property, new Map()).hasOnlyTaxCredits
  })
  return Map.groupBy(statements, (demoStatement) => demoStatement.propertyId)
}

/** Returns the missing deposits to the replacement reserve in a year, in cents. */
export const getMissingDeposits = ({ books }: DemoStatement): number =>
  books.reserves.reduce(
    (sum, reserveYear) =>
      sum +
      (reserveYear.kind === 'Replacement reserve'
        ? Math.max(0, reserveYear.required - reserveYear.deposits)
        : 0),
    0,
  )

/**
 * Returns the lines that the company entered: deposits that were not made, and for some statements another
 * obligation.
 */
function getLines(demoStatement: DemoStatement) {
  const missingDeposits = getMissingDeposits(demoStatement)
  const { afsId, propertyId, year, statusId, startDay, filer } = demoStatement
  const isReviewed = statusId >= RequestStatus.UNDER_REVIEW && drawChance(`reviewed surplus ${afsId}`, 20)
  const buildLine = (code: string, cents: number, description: string, added: number) => ({
    afs_id: afsId,
    property_id: propertyId,
    line_code: code,
    description,
    submitted_amount: fromCents(cents),
    review_amount: isReviewed ? fromCents(cents + added) : null,
    reviewer_comment: isReviewed ? 'Demonstration: agrees with the bank’s list after this change.' : null,
    origins: filer === null ? null : { submittedAmount: { by: filer, at: `${startDay}T15:00:00Z` } },
  })
  return [
    ...(missingDeposits > 0
      ? [buildLine('A6', missingDeposits, `Deposits of ${year} that were not made in full`, 0)]
      : []),
    // Only statements without a decision get this line: the surplus of a decided one was already paid out.
    ...(statusId < RequestStatus.APPROVED && drawChance(`other obligations ${afsId}`, 15)
      ? [
          buildLine(
            'A13',
            50_000,
            'Next month’s reserve deposit',
            drawChance(`more ${afsId}`, 50) ? 25_000 : 0,
          ),
        ]
      : []),
  ]
}

const lineColumns = {
  afs_id: 'integer',
  property_id: 'integer',
  line_code: 'text',
  description: 'text',
  submitted_amount: 'numeric',
  review_amount: 'numeric',
  reviewer_comment: 'text',
  origins: 'jsonb',
} as const
const basisColumns = {
  property_id: 'integer',
  from_year: 'integer',
  method: 'text',
  rate: 'numeric',
  development_cost: 'numeric',
  mortgage_principal: 'numeric',
  first_year_months: 'integer',
  source: 'text',
  set_by_id: 'integer',
  set_at: 'timestamptz',
} as const
const yearColumns = {
  property_id: 'integer',
  computation_of_distributions_id: 'integer',
  year: 'integer',
  months: 'integer',
  equity: 'numeric',
  rate: 'numeric',
  earned: 'numeric',
  typed: 'boolean',
  note: 'text',
} as const

/** Returns the basis of the distributions of a property, from its first statement. */
const getBasis = ([first]: readonly DemoStatement[], setBy: number | null) => ({
  property_id: first!.propertyId,
  from_year: first!.year,
  method: 'Percent of equity',
  rate: RATE_PERCENT,
  development_cost: fromCents(first!.books.developmentCost),
  mortgage_principal: fromCents(first!.books.notes[0]?.original ?? 0),
  first_year_months: first!.books.months,
  source: 'Demonstration: cost certification',
  set_by_id: setBy,
  set_at: `${first!.startDay}T15:00:00Z`,
})

/** Returns the distribution that each year earned, after an opening row for the rights before the portal. */
function getYears(statements: readonly DemoStatement[]) {
  const [first] = statements
  const opening = {
    property_id: first!.propertyId,
    computation_of_distributions_id: null,
    year: first!.year - 1,
    months: 12,
    equity: null,
    rate: null,
    earned: fromCents(first!.books.distributable.unpaidBefore),
    typed: true,
    note: 'Demonstration: rights from before the portal',
  }
  const years = statements.map(({ afsId, propertyId, year, books }) => {
    const [note] = books.notes
    const mortgagePrincipal = note?.original ?? 0
    const basis = { developmentCost: books.developmentCost, mortgagePrincipal, improvements: 0 }
    const equity = getEquity(basis, mortgagePrincipal - (note?.closing ?? mortgagePrincipal))
    return {
      property_id: propertyId,
      computation_of_distributions_id: afsId,
      year,
      months: books.months,
      equity: fromCents(equity),
      rate: RATE_PERCENT,
      earned: fromCents(computeEarned(equity, RATE_PERCENT, books.months)),
      typed: false,
      note: null,
    }
  })
  return [opening, ...years]
}

/** Returns the payments from before the portal had requests, each at the end of its year. */
const getEarlierPayments = (statements: readonly DemoStatement[], lastHistoryYear: number) =>
  statements.flatMap(({ propertyId, year, books }) =>
    year <= lastHistoryYear && books.distributions > 0
      ? [
          {
            property_id: propertyId,
            year,
            paid_on: books.periodEnd,
            source: 'Before the portal',
            amount: fromCents(books.distributions),
            note: 'Demonstration: by the books of the property',
          },
        ]
      : [],
  )
const paymentColumns = {
  property_id: 'integer',
  year: 'integer',
  paid_on: 'date',
  source: 'text',
  amount: 'numeric',
  note: 'text',
} as const

async function load(context: DemoContext): Promise<void> {
  const { client, users } = context
  const properties = [...(await getDistributingStatements(context)).values()]
  const newest = Math.max(...properties.flat().map((property) => property.year))
  const statements = properties.flat()
  const tables = ['surplus_cash', 'distribution_basis']
  await loadInBulk(client, tables, async () => {
    await insertRows(client, 'surplus_cash', lineColumns, statements.flatMap(getLines))
    const setBy = users.get('agency.write') ?? null
    await insertRows(
      client,
      'distribution_basis',
      basisColumns,
      properties.map((property) => getBasis(property, setBy)),
    )
  })
  await client.query(
    'update surplus_cash s set filed_company_id = a.filed_company_id from annual_statement a where a.afs_id = s.afs_id',
  )
  await client.query(
    `insert into computation_of_distributions (computation_of_distributions_id, afs_id, property_id)
      select afs_id, afs_id, property_id from annual_statement where afs_id = any ($1)`,
    [statements.map((demoStatement) => demoStatement.afsId)],
  )
  await insertRows(client, 'yearly_distributions_accrued', yearColumns, properties.flatMap(getYears))
  await insertRows(
    client,
    'distribution_payment',
    paymentColumns,
    properties.flatMap((property) => getEarlierPayments(property, newest - REQUEST_YEARS)),
  )
}

/**
 * Loads the surplus cash of annual statements and seven years of rights to distributions, which agree with
 * the books.
 */
export default {
  after: ['annualStatement'],
  load,
  idColumns: { computation_of_distributions: 'computation_of_distributions_id' },
} satisfies DemoPart
