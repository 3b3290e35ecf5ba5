import { type Base, computeSum, divideRounded, type Statement, toDollars } from './base.ts'
import type { Rows } from './occupancy.ts'

/**
 * Financial reports, computed independently of the product from domains 8.3, 8.4 and 35.1 over amounts in
 * memory. Amounts are in cents.
 */

const sumAccounts = ({ amounts }: Statement, group: RegExp): number =>
  computeSum(amounts, ([code, cents]) => (group.test(code) ? cents : 0))
export const getAccount = ({ amounts }: Statement, code: string): number => amounts.get(code) ?? 0

export const sumRent = (statement: Statement) => sumAccounts(statement, /^51\d\d$/)
export const sumLosses = (statement: Statement) => sumAccounts(statement, /^52\d\d$/)
const computeRevenue = (statement: Statement) =>
  sumRent(statement) - sumLosses(statement) + sumAccounts(statement, /^(5300|54\d\d|59\d\d)$/)
const computeCost = (statement: Statement) => sumAccounts(statement, /^(62|63|64|65|67)\d\d$/)
export const computeNetIncome = (statement: Statement) => computeRevenue(statement) - computeCost(statement)
/** Sums interest and mortgage insurance. */
export const sumInterestAndInsurance = (statement: Statement) =>
  getAccount(statement, '6820') + getAccount(statement, '6825') + getAccount(statement, '6850')
/** Sums the mortgages and other long-term notes that must be paid, with their current parts. */
const sumDebt = (statement: Statement) => sumAccounts(statement, /^(2170|2171|2320|2321|2322)$/)

/** Pairs the filed statements of a year with the statement of the year before, filed or not. */
export function pairWithYearBefore(base: Base, year: number) {
  const getKey = (source: { property: number; year: number }) => `${source.property} ${source.year}`
  const all = new Map(base.statements.map((statement) => [getKey(statement), statement]))
  const filed = base.statements.filter(
    (statement) => statement.year === year && statement.filed && statement.amounts.size > 0,
  )
  return filed.map((now) => ({ now, before: all.get(getKey({ property: now.property, year: year - 1 })) }))
}
const getUnits = (base: Base) => new Map(base.properties.map((each) => [each.id, each.units]))

/**
 * Computes the principal paid: as the notes that must be paid state it, or else as the decrease of the debt.
 * Without a statement of the year before it is unknown (null), unless there is no debt.
 */
export function computePrincipal(now: Statement, before: Statement | undefined): number | null {
  if (now.paid !== null) return now.paid
  if (before && before.amounts.size > 0) return Math.max(0, sumDebt(before) - sumDebt(now))
  return sumDebt(now) === 0 ? 0 : null
}

/** Report 10; its coverage is that of the report cards. */
export function computeIncomeRows(
  base: Base,
  year: number,
  coverage: (now: Statement, before: Statement | undefined) => number | null,
): Rows {
  const units = getUnits(base)
  return pairWithYearBefore(base, year).map(({ now, before }) => {
    const [operatingIncome, paid, unitCount] = [
      computeNetIncome(now),
      computePrincipal(now, before),
      units.get(now.property)!,
    ]
    const prior = before?.filed && before.amounts.size > 0 ? computeNetIncome(before) : null
    const service = paid === null ? null : sumInterestAndInsurance(now) + paid
    return {
      propertyId: now.property,
      units: unitCount,
      revenue: toDollars(computeRevenue(now)),
      opex: toDollars(computeCost(now)),
      noi: toDollars(operatingIncome),
      noiPerUnit: divideRounded(operatingIncome, 100 * unitCount, 2),
      priorNoi: prior === null ? null : toDollars(prior),
      change: prior === null ? null : divideRounded(100 * (operatingIncome - prior), Math.abs(prior), 2),
      debtService: service === null ? null : toDollars(service),
      dcr: coverage(now, before),
    }
  })
}

/** Report 11; physical occupancy is the mean of the months of that year, weighted by units. */
export function computeEconomicRows(
  base: Base,
  year: number,
  decided: (statement: number, figure: number | null) => number | null,
): Rows {
  return pairWithYearBefore(base, year).map(({ now }) => {
    const [gross, lost, bad, free] = [
      sumRent(now),
      sumLosses(now),
      getAccount(now, '6370'),
      getAccount(now, '5250'),
    ]
    const months = (base.months.get(now.property) ?? []).filter(
      (month) => month.month.startsWith(`${year}`) && month.vacant !== null,
    )
    const [all, vacant] = [
      computeSum(months, (month) => month.units),
      computeSum(months, (month) => month.vacant!),
    ]
    const economic = decided(now.id, divideRounded(100 * (gross - lost - bad), gross, 2))
    const physical = divideRounded(100 * (all - vacant), all, 2)
    return {
      propertyId: now.property,
      gpr: toDollars(gross),
      vacancy: toDollars(lost - free),
      concessions: toDollars(free),
      badDebt: toDollars(bad),
      econOcc: economic,
      physicalOcc: physical,
      gap: economic === null || physical === null ? null : Math.round((physical - economic) * 100) / 100,
    }
  })
}

/** Report 12 for statements: the debt to vendors, in days of operating cost. */
export function computePayableRows(base: Base, year: number): Rows {
  const units = getUnits(base)
  return pairWithYearBefore(base, year).map(({ now, before }) => {
    const [owing, unitCount] = [getAccount(now, '2110'), units.get(now.property)!]
    const prior = before?.filed && before.amounts.size > 0 ? getAccount(before, '2110') : null
    return {
      propertyId: now.property,
      ap: toDollars(owing),
      perUnit: divideRounded(owing, 100 * unitCount, 2),
      daysPayable: divideRounded(365 * owing, computeCost(now), 0),
      prior: prior === null ? null : toDollars(prior),
      change: prior === null ? null : toDollars(owing - prior),
    }
  })
}

/**
 * Report 3, for accounts without a formula: the sum over all filed statements, the amount a unit, and the
 * median of the properties' amounts a unit.
 */
export function computeAccountRows(base: Base, year: number, codes: readonly string[]): Rows {
  const units = getUnits(base)
  const getFiledStatements = (filingYear: number) =>
    base.statements.filter((each) => each.year === filingYear && each.filed)
  const [now, before] = [getFiledStatements(year), getFiledStatements(year - 1)]
  const all = computeSum(now, (statement) => units.get(statement.property)!)
  return codes.map((code) => {
    const [sum, was] = [
      computeSum(now, (statement) => getAccount(statement, code)),
      computeSum(before, (statement) => getAccount(statement, code)),
    ]
    const each = now
      .filter((statement) => statement.amounts.has(code))
      .map((statement) => getAccount(statement, code) / units.get(statement.property)!)
      .toSorted((a, b) => a - b)
    const middle = (each[Math.floor((each.length - 1) / 2)]! + each[Math.ceil((each.length - 1) / 2)]!) / 2
    return {
      code,
      y1: toDollars(sum),
      y2: toDollars(was),
      perUnit: divideRounded(sum, 100 * all, 2),
      change: divideRounded(100 * (sum - was), Math.abs(was), 2),
      peerMedian: Math.round(middle) / 100,
      properties: each.length,
    }
  })
}
