/**
 * The arithmetic of rent increases, the same in browser and server. Percents have four decimals and are
 * computed as whole ten-thousandths of a percent, rents as whole cents, so that 600 at 3.5 percent is 621
 * (domain 14.4).
 */
import { formatMoney, toCents } from '#kernel/model/money.ts'

/** RI-01: the types of rent increases. */
export const RentIncreaseType = { Auto: 1, Budget: 2, Elderly: 3 } as const
export const rentIncreaseTypes: Readonly<Record<number, string>> = { 1: 'Auto', 2: 'Budget', 3: 'Elderly' }

const POINT = 10_000
const STEP = POINT / 2
const WHOLE = 100 * POINT

/**
 * Divides and rounds halves away from zero. Uses big integers, because a property's rents times the
 * decimals may exceed the safe integers.
 */
function divideRounded(amount: bigint, divisor: bigint): number {
  const size = amount < 0n ? -amount : amount
  const rounded = Number((2n * size + divisor) / (2n * divisor))
  return amount < 0n && rounded !== 0 ? -rounded : rounded
}

/** Returns the increase from one amount of cents to another, in ten-thousandths of a percent. */
const computeIncrease = (from: number, to: number): number =>
  divideRounded((BigInt(to) - BigInt(from)) * BigInt(WHOLE), BigInt(from))

const toParts = (percent: number): number => Math.round(percent * POINT)
const toPercent = (parts: number): number => (parts === 0 ? 0 : parts / POINT)

/**
 * RI-02: returns the increase in percent from the current to the requested rents, with four decimals. Null
 * without a current rent. Arguments in dollars.
 */
export function computePercentIncrease(currentRents: number, requestedRents: number): number | null {
  const current = toCents(currentRents)
  return current <= 0 ? null : toPercent(computeIncrease(current, toCents(requestedRents)))
}

/** RI-06: rounds up to the next half percent. */
export const roundUpPercent = (percent: number): number =>
  toPercent(Math.ceil(toParts(percent) / STEP) * STEP)

/**
 * The result of applying a percent to a rent: rounded up to whole dollars, then lowered by one dollar at a
 * time until the rent is within the percent.
 */
export type RaisedRent = { rent: number; firstRoundedUp: number; loweredBy: number; actualPercent: number }

/** RI-07: computes the rent for a percent, in dollars. The current rent must be above zero. */
export function raiseRent(currentRent: number, percent: number): RaisedRent {
  const [current, points] = [toCents(currentRent), toParts(percent)]
  const raised = BigInt(current) * BigInt(WHOLE + points)
  const dollar = 100n * BigInt(WHOLE)
  const firstRoundedUp = Math.max(0, Number((raised + dollar - 1n) / dollar))
  let rent = firstRoundedUp
  while (rent > 0 && computeIncrease(current, rent * 100) > points) rent -= 1
  return {
    rent,
    firstRoundedUp,
    loweredBy: firstRoundedUp - rent,
    actualPercent: toPercent(computeIncrease(current, rent * 100)),
  }
}

/** RI-09: the record that the check uses. Totals in dollars, percents as numbers such as 3.5. */
export type RentIncreaseRecord = {
  requestedRents: number
  currentRents: number
  percentIncrease: number | null
  suggestedIncreasePercent: number
  maxRentIncreasePercent: number
}
export type Caps = Pick<RentIncreaseRecord, 'suggestedIncreasePercent' | 'maxRentIncreasePercent'>

/** RI-03, RI-04: returns the maximum percent of a type. */
export const getRentIncreaseCap = (type: number, caps: Caps): number =>
  type === RentIncreaseType.Budget ? caps.maxRentIncreasePercent : caps.suggestedIncreasePercent

/**
 * RI-03 to RI-05: whether the percent is at most its cap. An administrator passes any percent; for others a
 * missing percent fails.
 */
export const isWithinCap = (type: number, record: RentIncreaseRecord, isAdmin: boolean): boolean =>
  isAdmin || (record.percentIncrease !== null && record.percentIncrease <= getRentIncreaseCap(type, record))

type Amounts = { current: number; requested: number }
export type IncreaseOutcome = {
  percent: number | null
  passes: boolean
  roundedPercent: number | null
  /** The new rent of each line. Null if the check fails. */
  rents: readonly RaisedRent[] | null
}

/**
 * RI-08: computes one percent over the lines, checks it, rounds it up and applies it to each line. The
 * worksheet calls this for each row separately, so that no row exceeds the cap and neither do the totals
 * (domain 44.6).
 */
export function getOutcome(
  type: number,
  lines: readonly Amounts[],
  caps: Caps,
  isAdmin = false,
): IncreaseOutcome {
  const sum = (name: keyof Amounts) => lines.reduce((cents, line) => cents + toCents(line[name]), 0) / 100
  const [currentRents, requestedRents] = [sum('current'), sum('requested')]
  const percent = computePercentIncrease(currentRents, requestedRents)
  const passed = isWithinCap(
    type,
    { ...caps, currentRents, requestedRents, percentIncrease: percent },
    isAdmin,
  )
  if (!passed || percent === null) return { percent, passes: passed, roundedPercent: null, rents: null }
  const roundedPercent = roundUpPercent(percent)
  const rents = lines.map((line) => raiseRent(line.current, roundedPercent))
  return { percent, passes: true, roundedPercent, rents }
}

/**
 * Returns the cap of elderly properties: the cost-of-living adjustment in whole percents, halves up, and at
 * least the floor (domain 14.2).
 */
export const getElderlyCap = (costOfLiving: number, floor: number): number =>
  Math.max(floor, Math.floor(costOfLiving + 0.5))

export type CashFlow = {
  operatingExpenses: number
  debtService: number
  targetCoverage: number
  reserveDeposits: number
  otherIncome: number
  vacancyPercent: number
}

/**
 * Computes the yearly gross potential rent that the cash flow needs, in whole dollars, halves up (domain
 * 14.6).
 */
export function computeRequiredRent(flow: CashFlow): number {
  const coverage = BigInt(Math.round(flow.targetCoverage * POINT))
  const cents = (dollars: number) => BigInt(toCents(dollars)) * BigInt(POINT)
  const needed =
    cents(flow.operatingExpenses) +
    BigInt(toCents(flow.debtService)) * coverage +
    cents(flow.reserveDeposits) -
    cents(flow.otherIncome)
  return divideRounded(needed, BigInt(WHOLE - toParts(flow.vacancyPercent)))
}

/**
 * Computes the debt coverage at a yearly gross potential rent: the amount left after vacancy, costs and
 * reserve deposits, divided by the debt service. Null without debt.
 */
export function computeCoverage(grossPotential: number, flow: CashFlow): number | null {
  if (flow.debtService <= 0) return null
  const collected = (toCents(grossPotential) * (100 - flow.vacancyPercent)) / 100
  const remaining =
    collected + toCents(flow.otherIncome) - toCents(flow.operatingExpenses) - toCents(flow.reserveDeposits)
  return remaining / toCents(flow.debtService)
}

/** Describes the formula of {@link computeRequiredRent} with its figures. */
export const describeRequiredRent = (flow: CashFlow): string =>
  `(operating expenses ${formatMoney(flow.operatingExpenses)} + debt service ${formatMoney(flow.debtService)} × ${flow.targetCoverage} + reserve deposits ${formatMoney(flow.reserveDeposits)} − other income ${formatMoney(flow.otherIncome)}) ÷ (100% − vacancy ${flow.vacancyPercent}%)`

/**
 * Returns the percent that a cash flow recommends: the needed percent, rounded down to the half percent and
 * limited by the cap; 0 if none is needed.
 */
export function recommendPercent(currentYearlyRent: number, required: number, cap: number): number {
  const needed = computePercentIncrease(currentYearlyRent, required) ?? 0
  return Math.max(0, Math.min(cap, toPercent(Math.floor(toParts(needed) / STEP) * STEP)))
}
