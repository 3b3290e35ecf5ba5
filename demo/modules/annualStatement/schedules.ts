import type { Chart } from '#core/money/chart/model/index.ts'
import { createCentsReader, type ReadCents } from '#engines/worksheet/model/index.ts'
import {
  getCarriedLines,
  type Rows,
  readCashFlows,
  type ScheduleRow,
  type Sources,
} from '#features/statements/annualStatement/model/schedules/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import type { DemoStatement } from './statements.ts'
import type { CashFlows, YearBooks } from './types.ts'

const emptyRows: Rows = {
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
/** The data of a statement from which its schedules are generated. */
export type ScheduleInput = Pick<DemoStatement, 'propertyId' | 'year' | 'books' | 'prior' | 'credits'> & {
  /** The banks of the property. The first one has its replacement reserve. */
  banks: readonly { financialInstitutionId: number; name: string }[]
}

/** Converts each figure from cents to dollars. */
const toDollars = <T extends Readonly<Record<string, number>>>(figures: T): Record<keyof T, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, cents]) => [name, fromCents(cents)])) as Record<
    keyof T,
    number
  >

const DEVELOPER_FEE = '2330'

/** Returns the rows of notes payable, without the developer fee, which is owed to a related party. */
const getNotesPayable = ({ books }: ScheduleInput): ScheduleRow[] =>
  books.notes
    .filter((note) => note.account !== DEVELOPER_FEE)
    .map((note) => ({
      lender: note.lender,
      accountCode: note.account,
      relatedParty: note.related,
      noteDate: note.noteDate,
      maturity: note.maturity,
      interestRate: note.rate,
      lienPosition: note.lien,
      secured: note.lien !== null,
      paymentTerms: note.terms === 'Cash flow' ? 'From cash flow' : note.terms,
      fromSurplusCash: note.payableFromSurplus,
      ...toDollars({
        beginning: note.opening,
        additions: note.additions,
        payments: note.payments,
        currentPortion: note.current,
        interestBeginning: note.accruedOpening,
        interestExpensed: note.interest,
        interestPaid: note.interestPaid,
        originalAmount: note.original,
      }),
    }))

/** Returns the rows of transactions with related parties, including the developer fee. */
const getRelatedParties = ({ books }: ScheduleInput): ScheduleRow[] => [
  ...books.related.map((relatedParty) => ({
    party: relatedParty.party,
    nature: relatedParty.nature,
    accountCode: relatedParty.account,
    relationship: 'Identity of interest',
    owedCode: relatedParty.account === '6320' ? '2123' : null,
    armsLength: true,
    ...toDollars({ beginning: relatedParty.opening, charged: relatedParty.charged, paid: relatedParty.paid }),
  })),
  ...books.notes
    .filter((note) => note.account === DEVELOPER_FEE)
    .map((note) => ({
      party: note.lender,
      nature: 'Developer fee',
      accountCode: DEVELOPER_FEE,
      owedCode: DEVELOPER_FEE,
      relationship: 'Sponsor of the property',
      armsLength: true,
      ...toDollars({ beginning: note.opening, charged: note.additions, paid: note.payments }),
    })),
]

const reserveKinds: Readonly<Record<string, string>> = {
  'Replacement reserve': 'Replacement reserve',
  'Operating reserve': 'Operating reserve',
  'Interior-painting reserve': 'Painting reserve',
}

/**
 * Returns the schedule row of escrow or residual receipts, which have no account in the portal. Their change
 * in a year, without the interest, was deposited or released.
 */
function getOtherFund(
  books: YearBooks,
  code: string,
  reserveKind: string,
  change: number,
  institution: string,
): ScheduleRow[] {
  const [closing, interest] = [books.amounts[code] ?? 0, code === '1340' ? (books.amounts['5430'] ?? 0) : 0]
  const [opening, paidIn] = [closing - change, change - interest]
  if (closing === 0 && opening === 0) return []
  const movements = paidIn >= 0 ? { deposits: paidIn, releases: 0 } : { deposits: 0, releases: -paidIn }
  return [{ reserveKind, institution, ...toDollars({ beginning: opening, interest, ...movements }) }]
}

/** Returns the rows of reserves, including escrow and residual receipts. */
function getReserves({ books, banks }: ScheduleInput): ScheduleRow[] {
  const institution = banks[0]?.name ?? 'Demo Mortgage Bank'
  const { flows } = books.cash
  return [
    ...books.reserves.map((reserve) => ({
      reserveKind: reserveKinds[reserve.kind] ?? 'Other reserve',
      institution,
      months: books.months,
      ...toDollars({
        beginning: reserve.opening,
        deposits: reserve.deposits,
        interest: reserve.interest,
        releases: reserve.releases,
        fees: reserve.fees,
      }),
      monthlyRequired: fromCents(Math.round(reserve.required / books.months)),
      confirmed: fromCents(reserve.closing),
    })),
    ...getOtherFund(books, '1310', 'Tax escrow', -flows.escrow, 'Demo Mortgage Bank'),
    ...getOtherFund(books, '1340', 'Residual receipts', -flows.residualReceipts, institution),
  ]
}

const fundKinds: Readonly<Record<string, string>> = {
  'Replacement reserve': 'Reserve',
  'Other reserves': 'Reserve',
}

/** Returns the rows of funds in banks, including petty cash. */
function getFunds({ books, banks }: ScheduleInput): ScheduleRow[] {
  const pettyCash = books.amounts['1110'] ?? 0
  const bank = banks[0]
  return [
    ...(pettyCash
      ? [{ fundKind: 'Petty cash', institution: 'Site office', balance: fromCents(pettyCash) }]
      : []),
    ...books.funds.map((fund) => ({
      fundKind: fundKinds[fund.kind] ?? fund.kind,
      ...(fund.account === '1310'
        ? { institution: 'Demo Mortgage Bank' }
        : {
            institution: bank?.name ?? 'Demo Mortgage Bank',
            financialInstitutionId: bank?.financialInstitutionId ?? null,
          }),
      accountNumber: fund.last4,
      balance: fromCents(fund.amount),
      interestRate: fund.rate,
      heldByAgency: fund.heldByAgency,
      insured: fromCents(Math.min(fund.amount, 25_000_000)),
    })),
  ]
}

const getPartners = ({ books }: ScheduleInput): ScheduleRow[] =>
  books.partners.map((partner) => ({
    partner: partner.name,
    partnerClass: partner.kind,
    percentOwned: partner.percent,
    ...toDollars({
      beginning: partner.opening,
      contributions: partner.contributions,
      netIncome: partner.netIncome,
      distributions: partner.distributions,
    }),
  }))

/**
 * Returns the rows of fixed assets. All depreciation is assigned to the buildings. The value of disposed
 * furnishings was written off with them.
 */
const getFixedAssets = ({ books: { assets: classes, depreciation } }: ScheduleInput): ScheduleRow[] =>
  classes.map((assetYear) => ({
    code: assetYear.account,
    ...toDollars({
      beginning: assetYear.opening,
      additions: assetYear.additions,
      disposals: assetYear.disposals,
    }),
    ...(assetYear.account === '1420'
      ? toDollars({
          depreciationBeginning: depreciation.opening,
          depreciationExpense: depreciation.expense,
          depreciationDisposals: depreciation.disposals,
        })
      : {}),
  }))

/** Returns the rows of tax credits, with the credit claimed in each year up to this one. */
const getTaxCredits = ({ credits: buildings, year }: ScheduleInput): ScheduleRow[] =>
  buildings.map((building) => {
    const yearly = Math.round(
      (Math.round((building.eligibleBasis * building.fraction) / 100) * building.percentage) / 100,
    )
    const claimedYears = Math.max(0, Math.min(10, year - building.firstYear + 1))
    return {
      bin: building.bin,
      firstCreditYear: building.firstYear,
      eligibleBasis: fromCents(building.eligibleBasis),
      applicableFraction: building.fraction,
      applicablePercentage: building.percentage,
      ...Object.fromEntries(
        Array.from({ length: claimedYears }, (_, index) => [`claimed${index + 1}`, fromCents(yearly)]),
      ),
    }
  })

/** The receipts and payments of operations by line. Payments are entered without a minus. */
const operatingLines: Readonly<Record<string, [keyof CashFlows, 1 | -1]>> = {
  C110: ['rentalReceipts', 1],
  C120: ['interestReceipts', 1],
  C130: ['otherReceipts', 1],
  C205: ['administrative', -1],
  C210: ['managementFee', -1],
  C215: ['utilities', -1],
  C220: ['salaries', -1],
  C225: ['operatingAndMaintenance', -1],
  C230: ['realEstateTaxes', -1],
  C235: ['propertyInsurance', -1],
  C240: ['otherTaxesAndInsurance', -1],
  C245: ['tenantDeposits', -1],
  C250: ['interestOnMortgages', -1],
  C260: ['mortgageInsurance', -1],
  C265: ['miscellaneousFinancial', -1],
  C270: ['entity', -1],
  C310: ['escrow', -1],
  C320: ['replacementReserve', -1],
  C330: ['residualReceipts', -1],
  C340: ['otherReserves', -1],
}

/**
 * Returns the rows of cash flows: the flows of the books, the lines that are carried from other schedules,
 * and the rest of the reconciliation in a first year.
 */
function getCashFlows(statement: ScheduleInput, sources: Sources): ScheduleRow[] {
  const { flows, opening } = statement.books.cash
  const lines = new Map(
    getCarriedLines('cashFlows', sources).map(({ values }) => [String(values.code), Number(values.amount)]),
  )
  for (const [code, [name, sign]] of Object.entries(operatingLines))
    lines.set(code, fromCents(sign * flows[name]))
  lines.set('C510', fromCents(opening))
  const rows = () =>
    [...lines].filter(([, amount]) => amount !== 0).map(([code, amount]) => ({ code, amount }))
  const read = readCashFlows(rows())
  lines.set('C689', fromCents(read('C290N') - read('C690N')))
  return rows()
}

/** Returns all schedules of a statement from its books. */
export function getSchedules(statement: ScheduleInput, chart: Chart): Rows {
  const rows: Rows = {
    ...emptyRows,
    notesPayable: getNotesPayable(statement),
    relatedParties: getRelatedParties(statement),
    reserves: getReserves(statement),
    fundsHeld: getFunds(statement),
    partnersEquity: getPartners(statement),
    taxCredits: getTaxCredits(statement),
    fixedAssets: getFixedAssets(statement),
  }
  return {
    ...rows,
    cashFlows: getCashFlows(statement, getAnnualStatementSources(statement, chart, rows, null)),
  }
}

/** Readers of the figures of a year. Each year is read twice: as the current and as the prior year. */
const readerByAmounts = new WeakMap<YearBooks['amounts'], ReadCents>()
function getReader(chart: Chart, amounts: YearBooks['amounts']): ReadCents {
  const read = readerByAmounts.get(amounts) ?? createCentsReader(chart, new Map(Object.entries(amounts)))
  readerByAmounts.set(amounts, read)
  return read
}

/** Returns the data of a statement that its tie-outs compare. */
export function getAnnualStatementSources(
  { propertyId, year, books, prior }: ScheduleInput,
  chart: Chart,
  rows: Rows,
  priorRows: Rows | null,
): Sources {
  return {
    propertyId,
    year,
    months: books.months,
    chart,
    read: getReader(chart, books.amounts),
    rows,
    prior: prior && {
      read: getReader(chart, prior.amounts),
      filed: getReader(chart, prior.amounts),
      rows: priorRows ?? emptyRows,
    },
    ledger: [],
    institutions: [],
    approvedDistributions: null,
    rules: { tolerance: 1, insuredLimit: 250_000 },
  }
}
