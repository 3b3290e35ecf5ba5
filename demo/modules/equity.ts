import { fromCents } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import {
  computeYears,
  type EquityFacts,
  type EquityYear,
  type EquityYearInput,
} from '#modules/capital/equity/model/index.ts'
import { countMonthsBetween } from '#modules/capital/loans/model/index.ts'
import { loadInBulk } from '../bulkLoading.ts'
import { drawChance } from '../chance.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { type Cell, copyRows } from '../insertRows.ts'
import type { DemoStatement } from './annualStatement/statements.ts'
import { getDistributingStatements } from './surplusCash.ts'

/** The rate of everybody’s rights. */
const RATE_PERCENT = 8

/**
 * What was set of a property before its first statement: at its cut-off so much of the first mortgage was
 * paid.
 */
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

const buildYearInput = (year: number): EquityYearInput => ({
  year,
  developmentCost: null,
  originalMortgages: null,
  principalBefore: null,
  cutoffDate: null,
  approvedImprovements: 0,
  discretion: null,
})

/** The first mortgage as the register has it. */
function getFacts(statements: readonly DemoStatement[]): EquityFacts {
  const { books } = statements[0]!
  const { original, rate, noteDate, maturity } = books.notes[0]!
  const terms = {
    original,
    rate,
    startDate: noteDate,
    amortizationMonths: countMonthsBetween(noteDate, maturity),
  }
  const years = statements.map(({ year, books: of }) => {
    const { additions, payments, closing } = of.notes[0]!
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

/** The years of a property that its accepted statements cover; what is under way is still to be updated. */
function getRows(statements: readonly DemoStatement[], userId: number | null): Cell[][] {
  const [first] = statements
  if (!first?.books.notes[0]) return []
  const accepted = statements.filter((statement) => statement.statusId === RequestStatus.APPROVED)
  const openingInput = getOpeningInput(first)
  const yearlyInputs = [openingInput, ...accepted.map((demoStatement) => buildYearInput(demoStatement.year))]
  const equityYears = computeYears(yearlyInputs, getFacts(statements)).filter(
    (reckoned) => reckoned.equity !== null,
  )
  const getSetTime = (reckoned: EquityYear) =>
    accepted.find((each) => each.year === reckoned.year)?.submitted ?? `${first.begun}T15:00:00Z`
  return equityYears.map((reckoned) => {
    const yearInput = reckoned.year === openingInput.year ? openingInput : buildYearInput(reckoned.year)
    return [
      ...[
        first.propertyId,
        reckoned.year,
        toDollars(yearInput.developmentCost),
        toDollars(yearInput.originalMortgages),
      ],
      ...[
        toDollars(reckoned.initialEquity),
        toDollars(yearInput.principalBefore),
        yearInput.cutoffDate,
        yearInput.cutoffDate,
      ],
      ...[
        toDollars(reckoned.mortgageBalance),
        fromCents(reckoned.principalPaid),
        toDollars(reckoned.computed),
        toDollars(reckoned.equity),
      ],
      ...[
        reckoned.rate,
        toDollars(reckoned.allowed),
        yearInput.developmentCost === null ? null : 'Demonstration: cost certification',
      ],
      ...[userId, getSetTime(reckoned)],
    ]
  })
}

/**
 * For most properties: the day on which their figure of a year was announced, some weeks after it was set.
 */
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

/** Equity of every property whose distributions the agency approves, as its computations have it. */
export default { after: ['surplusCash', 'loans'], load } satisfies DemoPart
