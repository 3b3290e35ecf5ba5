import {
  computeYears,
  type EquityFacts,
  type EquityYear,
  type EquityYearInput,
} from '#features/capital/equity/model/index.ts'
import { countMonthsBetween } from '#features/capital/loans/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { loadInBulk } from '../bulkLoading.ts'
import { drawChance } from '../chance.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { type Cell, copyRows } from '../insertRows.ts'
import type { DemoStatement } from './annualStatement/statements.ts'
import { getDistributingStatements } from './surplusCash.ts'

/** The percentage of the equity that owners may distribute each year, the same for every property. */
const RATE_PERCENT = 8

/** Returns the input before the first statement of a property, with the principal that was paid by then. */
function getOpeningInput({ year, books }: DemoStatement): EquityYearInput {
  const mortgage = books.notes[0]!
  return {
    year: year - 1,
    developmentCost: books.developmentCost,
    originalMortgages: mortgage.original,
    principalBefore: mortgage.original - mortgage.opening,
    cutoffDate: getDayBefore(books.periodStart),
    approvedImprovements: 0,
    discretion: null,
  }
}
const getDayBefore = (day: string): string =>
  new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

/** Returns the input of a later year, in which nothing was set by hand. */
const buildYearInput = (year: number): EquityYearInput => ({
  year,
  developmentCost: null,
  originalMortgages: null,
  principalBefore: null,
  cutoffDate: null,
  approvedImprovements: 0,
  discretion: null,
})

/** Returns the first mortgage as it is in the loan register. */
function getFacts(statements: readonly DemoStatement[]): EquityFacts {
  const { books } = statements[0]!
  const { original, rate, noteDate, maturity } = books.notes[0]!
  const terms = {
    original,
    rate,
    startDate: noteDate,
    amortizationMonths: countMonthsBetween(noteDate, maturity),
  }
  const years = statements.map(({ year, books: yearBooks }) => {
    const { additions, payments, closing } = yearBooks.notes[0]!
    return { year, additions, principalPaid: payments, endingBalance: closing }
  })
  const mortgage = { ...terms, paymentTerms: 'Amortizing' as const, annualDebtService: null }
  return {
    loans: [{ name: 'First mortgage', paidOffDate: null, terms: mortgage, years }],
    endMonth: Number(books.periodEnd.slice(5, 7)),
    rateOf: () => RATE_PERCENT,
  }
}

const toDollars = (cents: number | null): number | null => (cents === null ? null : fromCents(cents))

const equityColumns = [
  ...['property_id', 'year', 'development_cost', 'original_mortgages', 'initial_equity', 'principal_before'],
  ...[
    'closing_report_date',
    'cutoff_date',
    'mortgage_balance',
    'principal_paid',
    'computed_equity',
    'equity',
    'rate',
  ],
  ...['allowed_distribution', 'note', 'set_by_id', 'set_at'],
]

/**
 * Returns the equity rows of a property: an opening row and a row for each year with an accepted statement.
 */
function getRows(statements: readonly DemoStatement[], userId: number | null): Cell[][] {
  const [first] = statements
  if (!first?.books.notes[0]) return []
  const acceptedStatements = statements.filter((statement) => statement.statusId === RequestStatus.APPROVED)
  const openingInput = getOpeningInput(first)
  const yearlyInputs = [
    openingInput,
    ...acceptedStatements.map((demoStatement) => buildYearInput(demoStatement.year)),
  ]
  const equityYears = computeYears(yearlyInputs, getFacts(statements)).filter(
    (equityYear) => equityYear.equity !== null,
  )
  const getSetTime = (equityYear: EquityYear) =>
    acceptedStatements.find((statement) => statement.year === equityYear.year)?.submitted ??
    `${first.startDay}T15:00:00Z`
  return equityYears.map((equityYear) => {
    const yearInput = equityYear.year === openingInput.year ? openingInput : buildYearInput(equityYear.year)
    return [
      ...[
        first.propertyId,
        equityYear.year,
        toDollars(yearInput.developmentCost),
        toDollars(yearInput.originalMortgages),
      ],
      ...[
        toDollars(equityYear.initialEquity),
        toDollars(yearInput.principalBefore),
        yearInput.cutoffDate,
        yearInput.cutoffDate,
      ],
      ...[
        toDollars(equityYear.mortgageBalance),
        fromCents(equityYear.principalPaid),
        toDollars(equityYear.computed),
        toDollars(equityYear.equity),
      ],
      ...[
        equityYear.rate,
        toDollars(equityYear.allowed),
        yearInput.developmentCost === null ? null : 'Demonstration: cost certification',
      ],
      ...[userId, getSetTime(equityYear)],
    ]
  })
}

/** SQL: the notices of the figures, which most properties got 20 days after each figure was set. */
const noticesSql = `
  insert into equity_notice (property_id, year, recipients, equity, allowed_distribution, sent_by_id, sent_at)
  select property_id, year, 1, equity, allowed_distribution, set_by_id, set_at + interval '20 days' from equity_figure
  where property_id = any ($1) and set_at + interval '20 days' < $2::date and development_cost is null`

async function load(context: DemoContext): Promise<void> {
  const { client, users, day } = context
  const userId = users.get('agency.write') ?? null
  const properties = [...(await getDistributingStatements(context))]
  await loadInBulk(client, ['equity_figure', 'equity_notice'], async () => {
    await copyRows(
      client,
      'equity_figure',
      equityColumns,
      properties.flatMap(([, statements]) => getRows(statements, userId)),
    )
    const notifiedIds = properties.map(([id]) => id).filter((id) => drawChance(`told equity ${id}`, 85))
    await client.query(noticesSql, [notifiedIds, day])
  })
}

/**
 * Loads the equity of every property whose distributions the agency approves. It agrees with the
 * computations of distributions.
 */
export default { after: ['surplusCash', 'loans'], load } satisfies DemoPart
