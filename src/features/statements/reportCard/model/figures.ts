import {
  amount,
  count,
  type Figure,
  minus,
  nameFigure,
  plus,
  type ReadCents,
  times,
} from '#engines/worksheet/model/index.ts'
import { toCents } from '#kernel/model/money.ts'

/** Income that the analyst adds to, or subtracts from, the income used for debt coverage (domain 8.3). */
type CustomIncome = { description: string; amount: number; include: boolean }

/**
 * The source of reserve deposits: the agency's ledger if it covers the whole year, otherwise the statement.
 */
export const BY_LEDGER = 'by the agency’s ledger'
export const BY_SCHEDULE = 'by the reserve schedule'

/**
 * The data of one fiscal year for a report card: the statement's figures and those they are compared with,
 * in cents.
 */
export type Year = {
  afsId: number
  year: number
  months: number
  units: number
  read: ReadCents
  /** Principal paid on debt that must be paid. Null if unknown. */
  principal: number | null
  /** The source of the principal, for example `by the notes payable`. */
  principalFrom: string
  /** Deposits to the replacement reserve that were due in the year, and their source. */
  reserveDeposits: number
  reserveDepositsFrom: typeof BY_LEDGER | typeof BY_SCHEDULE
  /** The custom income rows of the year's card. */
  custom: readonly CustomIncome[]
  /**
   * Score of the last physical inspection, entered by the analyst or else taken from the property's
   * inspections.
   */
  inspectionScore: number | null
  /**
   * The maximum management fee in dollars per unit and month, as the average over the year's days. Null if
   * no such maximum applies.
   */
  mostFee: number | null
  /**
   * The maximum fee of the year in dollars, by each day's maximum and the units of its month. Null if a
   * month is not reported.
   */
  mostFees: number | null
  /**
   * The sum of occupied units over the year's months as the property reported them. Null if a month is
   * missing.
   */
  reportedOccupied: number | null
}

/** Returns the amount of an account as a figure for formulas. */
export const accountFigure = ({ read }: Year, code: string, label: string): Figure =>
  amount(label, read(code), { code })

const getFigures = (year: Year, names: Readonly<Record<string, string>>): Figure[] =>
  Object.entries(names).map(([code, name]) => accountFigure(year, code, name))

const operatingAccounts = {
  '6263T': 'administrative',
  '6400T': 'utilities',
  '6500T': 'operating and maintenance',
  '6700T': 'taxes and insurance',
}
const financingAccounts = {
  6820: 'interest, first mortgage',
  6825: 'interest, other mortgages',
  6850: 'mortgage insurance and service fee',
}
const cashAccounts = { 1110: 'petty cash', 1120: 'cash, operations', 1170: 'short-term investments' }

/**
 * Returns the cost of operations without debt: administrative, utilities, operating and maintenance, taxes
 * and insurance.
 */
export const getOperatingCost = (year: Year): Figure =>
  nameFigure('operating cost', plus(...getFigures(year, operatingAccounts)))

/** Returns net operating income: total revenue less operating cost (domain 8.3). */
export const getOperatingIncome = (year: Year): Figure =>
  nameFigure(
    'net operating income',
    minus(accountFigure(year, '5000T', 'total revenue'), ...getFigures(year, operatingAccounts)),
  )

/** Returns the custom income that the analyst counts in debt coverage. Null without a row. */
export function getCustomIncome({ custom }: Year): Figure | null {
  const rows = custom.filter((row) => row.include)
  if (rows.length === 0) return null
  return nameFigure('custom income', plus(...rows.map((row) => amount(row.description, row.amount))))
}

/**
 * Returns the debt service: interest, mortgage insurance and principal of debt that must be paid. Deferred
 * and surplus-cash debt is left out.
 */
export const getDebtService = (year: Year): Figure =>
  nameFigure(
    'debt service',
    plus(
      ...getFigures(year, financingAccounts),
      amount(`principal ${year.principalFrom}`, year.principal ?? 0),
    ),
  )

/** Returns cash and short-term investments. */
export const getCash = (year: Year): Figure => nameFigure('cash', plus(...getFigures(year, cashAccounts)))

/**
 * Returns the occupied unit-months that the property reported. Otherwise estimates them from the statement:
 * all units in all months, less the share of gross potential rent lost to vacancy, in whole months (domain
 * 8.2: a full fee only at full occupancy).
 */
function countOccupiedMonths({ read, units, months, reportedOccupied }: Year): number {
  if (typeof reportedOccupied === 'number') return reportedOccupied
  const lost = read('5120') === 0 ? 0 : read('5220') / read('5120')
  return Math.max(0, Math.floor(units * months * (1 - lost) + 1e-9))
}

/** Whether one maximum applies all year. The highest fee is then this maximum times occupied unit-months. */
export const hasSingleMaximum = ({ mostFee, mostFees }: Year, occupied: number): boolean =>
  mostFees === null || toCents(mostFees) === occupied * toCents(mostFee ?? 0)

/** Returns the highest management fee for the occupied units. Null if no maximum in dollars applies. */
export function getHighestFee(year: Year): { occupied: number; fee: Figure } | null {
  if (year.mostFee === null) return null
  const occupied = countOccupiedMonths(year)
  const factors = [
    count('occupied unit-months', occupied),
    amount('maximum a unit and month', toCents(year.mostFee)),
  ]
  if (hasSingleMaximum(year, occupied))
    return { occupied, fee: nameFigure('greatest fee', times(...factors)) }
  return { occupied, fee: amount('greatest fee, by the maximum of each day', toCents(year.mostFees ?? 0)) }
}
