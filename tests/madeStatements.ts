import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { type Account, buildChart } from '#core/money/chart/model/index.ts'
import { createCentsReader } from '#engines/worksheet/model/index.ts'
import {
  carryFigures,
  getCarriedAccounts,
  type Sources,
} from '#features/statements/annualStatement/model/schedules/carry.ts'
import {
  cashFlowLines,
  restrictedCash,
} from '#features/statements/annualStatement/model/schedules/cashFlowLines.ts'
import type { Rows } from '#features/statements/annualStatement/model/schedules/compared.ts'
import type { ScheduleRow } from '#features/statements/annualStatement/model/schedules/declare.ts'
import { restatePriorYear } from '#features/statements/annualStatement/model/schedules/restating.ts'
import { fromCents } from '#kernel/model/money.ts'

/**
 * Generates annual statements for property-based tests: random figures of a year whose accounts and schedules
 * agree.
 */

const SQL = readFileSync(new URL('../migrations/0047_chart_of_accounts.sql', import.meta.url), 'utf8')
const LINE =
  /\((\d+), '(\w+)', '((?:[^']|'')*)', '(Balance sheet|Income and expense)', '([^']+)', (-?1), (null|'[^']*')\)/g
/** The chart of accounts, read from the migration that inserts it. */
export const chart = buildChart(
  [...SQL.matchAll(LINE)].map(
    ([, position, code, name, statement, section, sign, formula]) =>
      ({
        position: Number(position),
        code,
        name,
        statement,
        section,
        sign: Number(sign),
        formula: formula === 'null' ? null : formula!.slice(1, -1),
      }) as unknown as Account,
  ),
)

const amounts = <const K extends string>(...names: K[]) =>
  fc.record(
    Object.fromEntries(names.map((name) => [name, fc.integer({ min: 0, max: 50_000_000 })])) as Record<
      K,
      fc.Arbitrary<number>
    >,
  )

const openingBalances = amounts(
  '1120',
  '1130',
  '1200',
  '1191',
  '1310',
  '1320',
  '1340',
  '1410',
  '1420',
  '1460',
  '1495',
  '2110',
  '2131',
  '2170',
  '2191',
  '2210',
  '2320',
  '2330',
)
const income = amounts('5120', '5220', '5410', '5990', '6310', '6320', '6450', '6520', '6710', '6720', '6820')
const yearMovements = amounts(
  '1130',
  '1200',
  '1191',
  '2110',
  '2191',
  '2210',
  'principal',
  'interest',
  'drawn',
  'due',
  'deposits',
  'earned',
  'released',
  'escrow',
  'additions',
  'depreciation',
  'contributed',
  'distributed',
  'feePaid',
)

const dollars = (figures: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(figures).map(([name, cents]) => [name, fromCents(cents)]))
const none: Rows = {
  notesPayable: [],
  relatedParties: [],
  reserves: [],
  fundsHeld: [],
  partnersEquity: [],
  cashFlows: [],
  taxCredits: [],
  fixedAssets: [],
  restatements: [],
}

/**
 * Amounts in cents by account code: balances at the start of the year, income and expenses, and what changed
 * in the year.
 */
export type Figures = {
  open: Record<string, number>
  year: Record<string, number>
  moves: Record<string, number>
}
export const anyFigures: fc.Arbitrary<Figures> = fc.record({
  open: openingBalances,
  year: income,
  moves: yearMovements,
}) as fc.Arbitrary<Figures>

type FiguresWithBalances = Figures & { before: ReadonlyMap<string, number> }

const getDebtRows = ({ open, year, moves }: FiguresWithBalances): Partial<Rows> => ({
  notesPayable: [
    {
      lender: 'First Bank',
      accountCode: '2320',
      ...dollars({
        beginning: open['2320']! + open['2170']!,
        additions: moves.drawn!,
        payments: moves.principal!,
        currentPortion: moves.due!,
        interestBeginning: open['2131']!,
        interestExpensed: year['6820']!,
        interestPaid: moves.interest!,
      }),
    },
  ],
  relatedParties: [{ ...sponsor, ...dollars({ beginning: open['2330']!, paid: moves.feePaid! }) }],
})
const sponsor = { party: 'Sponsor', nature: 'Developer fee', accountCode: '2330', owedCode: '2330' }

function getReserveRows({ open, moves }: FiguresWithBalances): Partial<Rows> {
  const reserve = (reserveKind: string, code: string, figures: Record<string, number>) => ({
    reserveKind,
    institution: 'First Bank',
    ...dollars({ beginning: open[code]!, ...figures }),
  })
  const { deposits, earned, released, escrow } = moves
  return {
    reserves: [
      reserve('Replacement reserve', '1320', { deposits: deposits!, interest: earned!, releases: released! }),
      reserve('Residual receipts', '1340', { deposits: earned! }),
      reserve('Tax escrow', '1310', { deposits: escrow! }),
    ],
  }
}

function getOwnershipRows({ open, year, moves, before }: FiguresWithBalances): Partial<Rows> {
  const net = createCentsReader(
    chart,
    new Map([...Object.entries(year), ['6600', moves.depreciation!]]),
  )('3250')
  const partner = (name: string, percentOwned: number, part: (cents: number) => number) => ({
    partner: name,
    partnerClass: 'Limited partner',
    percentOwned,
    ...dollars({
      beginning: part(before.get('3130')!),
      contributions: part(moves.contributed!),
      netIncome: part(net),
      distributions: part(moves.distributed!),
    }),
  })
  const small = (cents: number) => Math.trunc(cents / 10_000)
  const asset = (code: string, additions: number, depreciation: number, worn: number) => ({
    code,
    ...dollars({
      beginning: open[code]!,
      additions,
      depreciationBeginning: worn,
      depreciationExpense: depreciation,
    }),
  })
  return {
    partnersEquity: [
      partner('General', 0.01, small),
      partner('Investor', 99.99, (cents) => cents - small(cents)),
    ],
    fixedAssets: [
      asset('1410', 0, 0, 0),
      asset('1420', 0, moves.depreciation!, open['1495']!),
      asset('1460', moves.additions!, 0, 0),
    ],
  }
}

/**
 * Builds a statement whose accounts and schedules agree, with the statement of the year before. `restricted`
 * lists the cash-flow codes of restricted cash that the statement discloses.
 */
export function makeStatement(
  figures: Figures,
  restricted: readonly string[] = [],
): Sources & { typed: Map<string, number> } {
  const { open, year, moves } = figures
  const before = balanceWithEquity(new Map(Object.entries(open)))
  const balancedFigures = { ...figures, before }
  const priorRows: Rows = {
    ...none,
    relatedParties: [{ ...sponsor, ...dollars({ beginning: open['2330']! }) }],
    cashFlows: [{ code: 'C510', amount: fromCents(open['1120']!) }],
    taxCredits: [credit(9)],
  }
  const rows: Rows = {
    ...none,
    ...getDebtRows(balancedFigures),
    ...getReserveRows(balancedFigures),
    ...getOwnershipRows(balancedFigures),
    taxCredits: [credit(10)],
  }
  const prior = restatePriorYear(chart, before, priorRows, [])
  return addFundsAndCashFlows(getTypedAmounts(rows, year, moves, before), { rows, prior }, restricted)
}

const credit = (years: number): ScheduleRow => ({
  bin: 'MO-12-00001',
  firstCreditYear: 2026,
  eligibleBasis: 1_900_000,
  applicableFraction: 100,
  applicablePercentage: 9,
  ...Object.fromEntries(Array.from({ length: years }, (_, index) => [`claimed${index + 1}`, 171_000])),
})

/** Sets equity (3130) to assets minus liabilities, so that the balance sheet balances. */
function balanceWithEquity(draft: Map<string, number>): Map<string, number> {
  const read = createCentsReader(chart, draft)
  return draft.set('3130', read('1000T') - read('2000T'))
}

const getSources = (
  amountsByCode: ReadonlyMap<string, number>,
  { rows, prior }: Pick<Sources, 'rows' | 'prior'>,
): Sources => ({
  propertyId: 1,
  year: 2035,
  months: 12,
  ledger: [],
  institutions: [],
  approvedDistributions: null,
  chart,
  read: createCentsReader(chart, amountsByCode),
  rows,
  prior,
  rules: { tolerance: 1, insuredLimit: 250_000 },
})

/**
 * The accounts of the year: working capital as given, the accounts that the schedules carry, and cash (1120)
 * as the remaining amount that balances the sheet.
 */
function getTypedAmounts(
  rows: Rows,
  year: Figures['year'],
  moves: Figures['moves'],
  before: ReadonlyMap<string, number>,
) {
  const draft = new Map(Object.entries(year))
  for (const code of ['1130', '1200', '1191', '2110', '2191', '2210']) draft.set(code, moves[code]!)
  draft.set('2131', before.get('2131')! + year['6820']! - moves.interest!)
  draft.set('2330', before.get('2330')! - moves.feePaid!)
  for (const { code, amount } of getCarriedAccounts(getSources(draft, { rows, prior: null })))
    draft.set(code, Math.round(amount * 100))
  const read = createCentsReader(chart, draft)
  return draft.set('1120', read('2033T') - read('1000T'))
}

/** Adds the schedules of funds held and cash flows, computed from the accounts. */
function addFundsAndCashFlows(
  draft: Map<string, number>,
  schedules: Pick<Sources, 'rows' | 'prior'>,
  restricted: readonly string[],
) {
  const fund = (fundKind: string, code: string, institution: string) => ({
    fundKind,
    institution,
    balance: fromCents(draft.get(code) ?? 0),
  })
  const fundsHeld = [
    fund('Operating', '1120', 'First Bank'),
    fund('Security deposits', '1191', 'Second Bank'),
    fund('Escrow', '1310', 'Third Bank'),
    fund('Reserve', '1320', 'Fourth Bank'),
    fund('Residual receipts', '1340', 'Fifth Bank'),
  ]
  const disclosed = restrictedCash
    .filter(({ code }) => restricted.includes(code))
    .map(({ code, accounts }): ScheduleRow => ({ code, amount: fromCents(draft.get(accounts[0]) ?? 0) }))
  const sources = getSources(draft, {
    ...schedules,
    rows: { ...schedules.rows, fundsHeld, cashFlows: disclosed },
  })
  const flows = carryFigures('cashFlows', disclosed, sources).rows
  // The developer fee that was paid is a payment of operations.
  const fee = fromCents((schedules.prior?.read('2330') ?? 0) - (draft.get('2330') ?? 0))
  const adjusted = [...flows, { code: 'C689', amount: -fee }]
  const reconciled = cashFlowLines
    .filter(({ code, formula }) => code.startsWith('C6') && !formula)
    .reduce(
      (sum, { code }) =>
        sum + Math.round(Number(adjusted.find((row) => row.code === code)?.amount ?? 0) * 100),
      0,
    )
  const cashFlows = [
    ...adjusted,
    { code: 'C205', amount: 12_345.67 },
    { code: 'C110', amount: fromCents(reconciled + 1_234_567) },
  ]
  return { ...sources, rows: { ...sources.rows, cashFlows }, typed: draft }
}
