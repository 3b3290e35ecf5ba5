import { drawBetween, drawChance } from '../../chance.ts'
import { inventCurrentBalances } from './currentBalances.ts'
import { getAnnualStatementDebts } from './debts.ts'
import { computeCashFlows, getAnnualStatementFunds, getPartners, getRelatedParties } from './derived.ts'
import { getOperations } from './operations.ts'
import { getPeriodsUntil, type Period } from './periods.ts'
import { computeReserveYears } from './reserveYears.ts'
import { floorToMultiple } from './rounding.ts'
import { inventTaxCredits } from './taxCredits.ts'
import type {
  AssetYear,
  Books,
  BooksInput,
  Distributable,
  NoteYear,
  ReserveYear,
  YearBooks,
} from './types.ts'

export type { Books, BooksInput as BooksOf, YearBooks } from './types.ts'

const sum = (cents: Iterable<number>): number => [...cents].reduce((total, number) => total + number, 0)
/** The percentage of the equity that owners earn as a right to distributions in a year. */
const EARNED_PERCENT = 8

/** The figures that are carried from one year to the next. */
type CarriedFigures = {
  cash: number
  assets: Readonly<Record<string, number>>
  depreciated: number
  intangible: number
  residual: number
  equity: number
  partners: readonly number[]
  unpaid: number
  available: number
  residualDue: number
}

/** The facts of a year that do not depend on the books of the year before. */
type YearInput = {
  propertyFacts: BooksInput
  period: Period
  operations: Record<string, number>
  notes: NoteYear[]
  reserves: ReserveYear[]
  developmentCost: number
}

/** Returns the account of a reserve: 1320 for the replacement reserve and 1330 for others. */
const getReserveAccount = (kind: string): string => (kind === 'Replacement reserve' ? '1320' : '1330')

/**
 * Returns the fixed assets of a year. The releases of the replacement reserve are additions, to the
 * buildings from $20,000 on, and worn furnishings are disposals.
 */
function getAssets(
  { propertyFacts: { key }, period: { year }, reserves }: YearInput,
  previousAssets: CarriedFigures['assets'],
): AssetYear[] {
  const reserveReleases = sum(
    reserves.filter((reserve) => reserve.kind === 'Replacement reserve').map((reserve) => reserve.releases),
  )
  const improvedAccount = reserveReleases > 2_000_000 ? '1420' : '1460'
  const wornFurnishings = drawChance(`worn ${key} ${year}`, 12)
    ? floorToMultiple((previousAssets['1460'] ?? 0) * 0.05)
    : 0
  return [
    ['1410', 'Land'],
    ['1420', 'Buildings'],
    ['1460', 'Furnishings'],
  ].map(([account, name]): AssetYear => {
    const opening = previousAssets[account!] ?? 0
    const additions = account === improvedAccount ? reserveReleases : 0
    const disposals = account === '1460' ? wornFurnishings : 0
    return {
      account: account!,
      name: name!,
      opening,
      additions,
      disposals,
      closing: opening + additions - disposals,
    }
  })
}

/**
 * Returns the results of the year in cents by account: operations, the effects of loans, reserves and assets,
 * and entity expenses.
 */
function getResult(
  { propertyFacts, period, operations, notes, reserves }: YearInput,
  previousFigures: CarriedFigures,
): Record<string, number> {
  const { months } = period
  const interest = sum(notes.filter((note) => note.interestAccount === '6820').map((note) => note.interest))
  const depreciationExpense =
    Math.round(
      (((previousFigures.assets['1420'] ?? 0) / 40 + (previousFigures.assets['1460'] ?? 0) / 15) * months) /
        1200,
    ) * 100
  const result: Record<string, number> = {
    ...operations,
    5430: Math.round((previousFigures.residual * months) / 120_000) * 100,
    5440: sum(reserves.map((reserve) => reserve.interest)),
    6600: depreciationExpense,
    6610: Math.min(
      previousFigures.intangible,
      Math.round((previousFigures.intangible * months) / 14_400) * 100,
    ),
    6820: interest,
  }
  if (propertyFacts.hasTaxCredits) result['7190'] = Math.round((propertyFacts.units * 60 * months) / 12) * 100
  return result
}

/** Computes the net profit (account 3250) from amounts by account. */
export const computeNetIncome = (amounts: Readonly<Record<string, number>>): number =>
  sum(
    Object.entries(amounts).map(([code, cents]) => {
      if (!/^[567]/.test(code)) return 0
      // Accounts 52xx are lost rents, and 7105 is the only revenue among the entity's accounts.
      const isRevenue = (code.startsWith('5') && !code.startsWith('52')) || code === '7105'
      return isRevenue ? cents : -cents
    }),
  )

/** Computes the allowed distribution of a year (domain 5.2, 6.2), in cents. */
function computeDistributable(
  yearInput: YearInput,
  amounts: Readonly<Record<string, number>>,
  previousFigures: CarriedFigures,
  paidDistributions: number,
): Distributable {
  const { propertyFacts, period, notes, reserves, developmentCost } = yearInput
  const sumAccounts = (...codes: string[]) => sum(codes.map((code) => amounts[code] ?? 0))
  const missingDeposits = sum(
    reserves
      .filter((reserve) => reserve.kind === 'Replacement reserve')
      .map((reserve) => Math.max(0, reserve.required - reserve.deposits)),
  )
  const surplus =
    sumAccounts('1110', '1120', '1170', '1191', '1135') -
    sumAccounts('2131', '2110', '2120', '2123', '2210', '2191') -
    missingDeposits
  const [first] = notes
  const equity = Math.max(0, developmentCost - (first?.closing ?? 0))
  const earned = Math.round((equity * EARNED_PERCENT * period.months) / 1200)
  const unpaid = earned + previousFigures.unpaid - paidDistributions
  const maximum = propertyFacts.hasOnlyTaxCredits ? surplus : Math.min(surplus, unpaid)
  return {
    surplus,
    equity,
    earned,
    unpaidBefore: previousFigures.unpaid,
    paid: paidDistributions,
    unpaid,
    available: Math.max(0, maximum),
    residualDue: propertyFacts.hasOnlyTaxCredits ? 0 : Math.max(0, surplus - Math.max(0, unpaid)),
  }
}

/** Returns the balance sheet without cash and equity, in cents by account. */
function computePosition(
  { period, operations, propertyFacts, notes, reserves }: YearInput,
  assets: readonly AssetYear[],
  furtherAmounts: Record<string, number>,
) {
  const position: Record<string, number> = {
    ...inventCurrentBalances(propertyFacts, period.year, operations, period.months),
    ...furtherAmounts,
  }
  const add = (code: string, cents: number) => {
    position[code] = (position[code] ?? 0) + cents
  }
  for (const reserve of reserves) add(getReserveAccount(reserve.kind), reserve.closing)
  for (const asset of assets) add(asset.account, asset.closing)
  for (const note of notes) {
    add(note.account, note.closing - note.current)
    if (note.currentAccount) add(note.currentAccount, note.current)
    add(note.accruedAccount, note.accruedClosing)
  }
  return position
}

/** Computes assets less liabilities, from amounts by account. */
export const getAnnualStatementWorth = (position: Readonly<Record<string, number>>): number =>
  sum(
    Object.entries(position).map(([code, cents]) => {
      if (code.startsWith('1')) return code === '1131' || code === '1495' ? -cents : cents
      return code.startsWith('2') ? -cents : 0
    }),
  )

/** Computes the distributions and contributions of the owners, so that enough cash remains. */
function computeOwnerPayments(
  { propertyFacts, operations }: YearInput,
  previousFigures: CarriedFigures,
  cash: number,
) {
  const minimumCash = Math.round((operations['5120'] ?? 0) * 0.03)
  if (cash < minimumCash)
    return { contributions: Math.ceil((minimumCash - cash) / 100_000) * 100_000, distributions: 0 }
  const desiredDistribution = drawChance(`takes ${propertyFacts.key}`, 75)
    ? previousFigures.available * (drawBetween(`share ${propertyFacts.key}`, 60, 100) / 100)
    : 0
  return {
    contributions: 0,
    distributions: Math.max(0, floorToMultiple(Math.min(desiredDistribution, cash - minimumCash), 10_000)),
  }
}

/** Computes the books of a year from those of the year before. */
function computeYear(
  yearInput: YearInput,
  previousFigures: CarriedFigures,
  opening: Record<string, number>,
): { books: YearBooks; after: CarriedFigures; position: Record<string, number> } {
  const { propertyFacts, period, notes, reserves } = yearInput
  const result = getResult(yearInput, previousFigures)
  const assets = getAssets(yearInput, previousFigures.assets)
  const disposals = sum(assets.map((asset) => asset.disposals))
  const expense = result['6600'] ?? 0
  const depreciated = previousFigures.depreciated + expense - disposals
  const intangible = previousFigures.intangible - (result['6610'] ?? 0)
  const residual = previousFigures.residual + previousFigures.residualDue + (result['5430'] ?? 0)
  const position = computePosition(yearInput, assets, { 1340: residual, 1495: depreciated, 1520: intangible })
  const netIncome = computeNetIncome(result)
  // Cash is the remainder and not an invented figure.
  const cashBeforeOwners = previousFigures.equity + netIncome - getAnnualStatementWorth(position)
  const { contributions, distributions } = computeOwnerPayments(yearInput, previousFigures, cashBeforeOwners)
  const cash = cashBeforeOwners + contributions - distributions
  const equity = previousFigures.equity + netIncome + contributions - distributions
  const amounts: Record<string, number> = Object.fromEntries(
    Object.entries({ ...position, ...result, 1120: cash, 3130: equity }).filter(([, cents]) => cents !== 0),
  )
  const distributable = computeDistributable(yearInput, amounts, previousFigures, distributions)
  const partners = getPartners(propertyFacts, previousFigures.partners, {
    netIncome,
    contributions,
    distributions,
  })
  const flows = computeCashFlows({
    result,
    opening,
    closing: position,
    notes,
    assets,
    contributions,
    distributions,
  })
  const pettyCash = 30_000
  const books: YearBooks = {
    ...period,
    amounts,
    reserves,
    notes,
    assets,
    partners,
    contributions,
    distributions,
    distributable,
    cash: { opening: previousFigures.cash + pettyCash, closing: cash + pettyCash, flows },
    depreciation: { opening: previousFigures.depreciated, expense, disposals, closing: depreciated },
    funds: getAnnualStatementFunds(propertyFacts, amounts),
    related: getRelatedParties(propertyFacts, opening['2123'] ?? 0, amounts),
    developmentCost: yearInput.developmentCost,
  }
  const nextFigures: CarriedFigures = {
    cash,
    depreciated,
    intangible,
    residual,
    equity,
    unpaid: distributable.unpaid,
    assets: Object.fromEntries(assets.map((asset) => [asset.account, asset.closing])),
    partners: partners.map((partner) => partner.closing),
    available: distributable.available,
    residualDue: floorToMultiple(distributable.residualDue),
  }
  return { books, after: nextFigures, position }
}

/**
 * Generates the books of a property for the seven fiscal years before a day, or since it was placed in
 * service. They are consistent: the closing balances of a year are the opening balances of the next, cash
 * results from the cash flows, net income increases equity, and reserves close with the balance of the
 * portal's ledger if it has one. The function is pure: the same input results in the same books.
 */
export function getAnnualStatementBooks(input: BooksInput, day: string): Books {
  const periods = getPeriodsUntil(day, input)
  const [start] = periods
  if (!start) return { years: [], credits: [] }
  const debts = getAnnualStatementDebts(input, periods)
  const accounts = [...(input.reserve ? [input.reserve] : []), ...input.otherReserves]
  const reserves = accounts.map((account, index) =>
    computeReserveYears(`${index} ${input.key}`, account, periods),
  )
  const original = debts[0]?.[0]?.original ?? 0
  const developmentCost = floorToMultiple(
    original *
      (drawBetween(`cost ${input.key}`, input.hasTaxCredits ? 190 : 112, input.hasTaxCredits ? 290 : 126) /
        100),
    100_000,
  )
  const inputByYear = periods.map(
    (period, index): YearInput => ({
      propertyFacts: input,
      period,
      developmentCost,
      operations: getOperations(input, period.year, period.months),
      notes: debts.map((debt) => debt[index]!),
      reserves: reserves.map((reserve) => reserve[index]!),
    }),
  )
  let { carried: carriedFigures, position } = getOpening(inputByYear[0]!)
  const years: YearBooks[] = []
  for (const yearInput of inputByYear) {
    const { books, after, position: closing } = computeYear(yearInput, carriedFigures, position)
    years.push(books)
    carriedFigures = after
    position = closing
  }
  return { years, credits: inventTaxCredits(input, developmentCost) }
}

/** Invents the balances before the first year. */
function getOpening(firstYear: YearInput): { carried: CarriedFigures; position: Record<string, number> } {
  const { propertyFacts, period, operations, notes, reserves, developmentCost } = firstYear
  const age = drawBetween(`age ${propertyFacts.key}`, 2, 16)
  const land = floorToMultiple(developmentCost * 0.08)
  const furnishings = floorToMultiple(developmentCost * 0.04)
  const fees = floorToMultiple(developmentCost * 0.02)
  const assets = { 1410: land, 1420: developmentCost - land - furnishings - fees, 1460: furnishings }
  const depreciated = floorToMultiple(
    (assets[1420] / 40) * age + Math.min(furnishings, (furnishings / 15) * age),
  )
  const intangible = floorToMultiple((fees * Math.max(0, 10 - age)) / 10)
  const openingPeriod = { ...period, year: period.year - 1 }
  const position = computePosition(
    {
      ...firstYear,
      period: openingPeriod,
      notes: notes.map((note) => ({
        ...note,
        closing: note.opening,
        current: Math.min(note.opening, note.payments),
        accruedClosing: note.accruedOpening,
      })),
      reserves: reserves.map((reserve) => ({ ...reserve, closing: reserve.opening })),
    },
    Object.entries(assets).map(([account, closing]) => ({
      account,
      name: '',
      opening: closing,
      additions: 0,
      disposals: 0,
      closing,
    })),
    { 1340: 0, 1495: depreciated, 1520: intangible },
  )
  const cash = floorToMultiple(
    ((operations['5120'] ?? 0) * drawBetween(`cash ${propertyFacts.key}`, 60, 160)) / 1000,
  )
  const equity = getAnnualStatementWorth(position) + cash
  return {
    position,
    carried: {
      cash,
      assets,
      depreciated,
      intangible,
      equity,
      residual: 0,
      residualDue: 0,
      available: 0,
      partners: getPartners(propertyFacts, null, {
        netIncome: equity,
        contributions: 0,
        distributions: 0,
      }).map((partner) => partner.closing),
      unpaid: floorToMultiple(developmentCost * 0.01 * drawBetween(`unpaid ${propertyFacts.key}`, 0, 3)),
    },
  }
}
