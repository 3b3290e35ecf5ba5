import { toCents } from '#kernel/model/money.ts'
import { amount, count, type Figure, minus, named, plus, type Read, times } from '#statement/model/index.ts'

/** Income that the analyst adds to, or subtracts from, the income used for debt coverage (domain 8.3). */
type CustomIncome = { description: string; amount: number; include: boolean }

/** The source of reserve deposits: the agency's ledger where it covers the whole year, else the statement. */
export const BY_LEDGER = 'by the agency’s ledger'
export const BY_SCHEDULE = 'by the reserve schedule'

/**
 * The data of one fiscal year for a report card: the statement’s figures and those they are compared with, in
 * cents.
 */
export type Year = {
  afsId: number
  year: number
  months: number
  units: number
  read: Read
  /** Principal paid on debt that must be paid; null where it is unknown. */
  principal: number | null
  /** How that is known: `by the notes payable`. */
  principalFrom: string
  /** Deposits to the replacement reserve that fell due in the year, and how that is known. */
  reserveDeposits: number
  reserveDepositsFrom: typeof BY_LEDGER | typeof BY_SCHEDULE
  /** Rows of the year’s card. */
  custom: readonly CustomIncome[]
  /**
   * Score of the last physical inspection: typed by the analyst, or else that of the property’s inspections.
   */
  inspectionScore: number | null
  /**
   * The most a management fee may be, in dollars a unit and month, the mean of its days; null where it is
   * judged otherwise.
   */
  mostFee: number | null
  /**
   * The same in all, by the maximum of each day for the units of its month; null where a month is not
   * reported.
   */
  mostFees: number | null
  /** Occupied units of its months, as the property reported them; null where a month is missing. */
  reportedOccupied: number | null
}

/** A figure of the statement by its account. */
export const at = ({ read }: Year, code: string, label: string): Figure => amount(label, read(code), { code })

const accounts = (year: Year, names: Readonly<Record<string, string>>): Figure[] =>
  Object.entries(names).map(([code, name]) => at(year, code, name))

const operating = {
  '6263T': 'administrative',
  '6400T': 'utilities',
  '6500T': 'operating and maintenance',
  '6700T': 'taxes and insurance',
}
const financed = {
  6820: 'interest, first mortgage',
  6825: 'interest, other mortgages',
  6850: 'mortgage insurance and service fee',
}
const cashAccounts = { 1110: 'petty cash', 1120: 'cash, operations', 1170: 'short-term investments' }

/**
 * Administrative, utilities, operating and maintenance, taxes and insurance: cost of operations without debt.
 */
export const operatingCost = (year: Year): Figure =>
  named('operating cost', plus(...accounts(year, operating)))

/** Total revenue less operating cost (domain 8.3). */
export const operatingIncome = (year: Year): Figure =>
  named('net operating income', minus(at(year, '5000T', 'total revenue'), ...accounts(year, operating)))

/** Income that the analyst counts in debt coverage; null without a row. */
export function customIncome({ custom }: Year): Figure | null {
  const rows = custom.filter((row) => row.include)
  if (rows.length === 0) return null
  return named('custom income', plus(...rows.map((row) => amount(row.description, row.amount))))
}

/**
 * Interest, mortgage insurance and principal of debt that must be paid; deferred and surplus-cash debt is
 * left out.
 */
export const debtService = (year: Year): Figure =>
  named(
    'debt service',
    plus(...accounts(year, financed), amount(`principal ${year.principalFrom}`, year.principal ?? 0)),
  )

/** Cash and short-term investments. */
export const cash = (year: Year): Figure => named('cash', plus(...accounts(year, cashAccounts)))

/**
 * Returns occupied unit-months as the property reported them month by month; else from the statement: all
 * units in all months less the part of gross potential rent lost to vacancy, in whole months (domain 8.2: a
 * full fee only at full occupancy).
 */
function occupiedMonths({ read, units, months, reportedOccupied }: Year): number {
  if (typeof reportedOccupied === 'number') return reportedOccupied
  const lost = read('5120') === 0 ? 0 : read('5220') / read('5120')
  return Math.max(0, Math.floor(units * months * (1 - lost) + 1e-9))
}

/** Whether one maximum holds all year: the greatest fee is then occupied unit-months times it. */
export const isProduct = ({ mostFee, mostFees }: Year, occupied: number): boolean =>
  mostFees === null || toCents(mostFees) === occupied * toCents(mostFee ?? 0)

/** The most that a management fee may be, for occupied units; null where it is judged otherwise. */
export function greatestFee(year: Year): { occupied: number; fee: Figure } | null {
  if (year.mostFee === null) return null
  const occupied = occupiedMonths(year)
  const factors = [
    count('occupied unit-months', occupied),
    amount('maximum a unit and month', toCents(year.mostFee)),
  ]
  if (isProduct(year, occupied)) return { occupied, fee: named('greatest fee', times(...factors)) }
  return { occupied, fee: amount('greatest fee, by the maximum of each day', toCents(year.mostFees ?? 0)) }
}
