import { computeSum, divideRounded, toDollars } from './base.ts'
import type { Allowance, MoneyTables, Rent } from './moneyTables.ts'
import type { Rows } from './occupancy.ts'
import type { Tables } from './tables.ts'

/**
 * Report 2, computed independently of the product from domains 14.3, 14.5, 18 and 35.1: rents on a day and
 * their limits. Amounts are in cents.
 */

const APPROVED = 5
export type RentsQuery = { tables: Tables; money: MoneyTables; asOf: string; today: string }
type Program = MoneyTables['programs'][number]

/** Returns the rents in force on a day: of each kind the last that began by then. */
function findRentsInForce(rents: readonly Rent[], day: string): Rent[] {
  const matchingRents = rents.filter((rent) => rent.from <= day)
  const kinds = Map.groupBy(matchingRents, (rent) => `${rent.program} ${rent.existing}`)
  return [...kinds.values()].map((all) => all.reduce((last, rent) => (rent.from > last.from ? rent : last)))
}

/**
 * Returns the allowance that the agency approved last: from the newest quarter, the line that began last, and
 * among several the highest.
 */
function findApprovedAllowance(lines: readonly Allowance[], day: string): number | null {
  const order = (allowance: Allowance) =>
    `${allowance.year} ${allowance.quarter} ${allowance.from} ${String(allowance.cents).padStart(12, '0')}`
  const matchingLines = lines.filter(
    (line) => line.status === APPROVED && line.cents !== null && line.from !== null && line.from <= day,
  )
  return (
    matchingLines.reduce<Allowance | null>(
      (last, allowance) => (last && order(last) >= order(allowance) ? last : allowance),
      null,
    )?.cents ?? null
  )
}

/** Returns the newest published figures of a county that were in force by a day. */
function findNewest<T extends { county: number; year: number; from: string }>(
  all: readonly T[],
  county: number,
  day: string,
): T[] {
  const candidates = all.filter((item) => item.county === county && item.from <= day)
  const last = Math.max(...candidates.map((item) => item.year))
  return candidates.filter((item) => item.year === last)
}

type PublishedFigures = { incomes: Map<number, number>; markets: { bedrooms: number; amount: number }[] }

/**
 * Computes the greatest gross rent a month in whole dollars: 30 percent of a twelfth of the income limit for
 * one and a half persons a bedroom, and with `market` at most the market rent.
 */
function computeLimit(
  { incomes, markets }: PublishedFigures,
  percent: number,
  bedrooms: number,
  market: boolean,
): number | null {
  const people = bedrooms === 0 ? 1 : 1.5 * bedrooms
  const scaleIncome = (persons: number) => {
    const half = incomes.get(persons)
    return half === undefined ? null : Math.round((half * percent) / 50)
  }
  const [low, high] = [scaleIncome(Math.floor(people)), scaleIncome(Math.ceil(people))]
  if (low === null || high === null) return null
  const maximum = Math.floor((3 * (low + high)) / 240)
  if (!market || markets.length === 0) return maximum
  const largest = markets.toSorted((market, other) => other.bedrooms - market.bedrooms)
  return Math.min(maximum, (largest.find((item) => item.bedrooms <= bedrooms) ?? largest.at(-1)!).amount)
}

function getPublishedFigures(money: MoneyTables, county: number | null, day: string): PublishedFigures {
  if (county === null) return { incomes: new Map(), markets: [] }
  return {
    incomes: new Map(findNewest(money.incomes, county, day).map((item) => [item.persons, item.amount])),
    markets: findNewest(money.markets, county, day),
  }
}

type Line = {
  rent: Rent
  units: number
  allowance: number | null
  limit: number | null
  program: Program | undefined
}

function getRow({ rent, units, allowance, limit, program }: Line) {
  const gross = allowance === null ? null : rent.rent + allowance
  const headroom = gross === null || limit === null ? null : 100 * limit - gross
  const multiplyByUnits = (value: number | null) =>
    headroom === null || value === null ? null : toDollars(units * value)
  return {
    rentType: program ? `${program.name}${rent.existing ? ', present households' : ''}` : null,
    amiPercent: rent.percent ?? program?.percent ?? null,
    units,
    current: toDollars(rent.rent),
    ua: allowance === null ? null : toDollars(allowance),
    gross: gross === null ? null : toDollars(gross),
    maxGross: limit,
    headroom: headroom === null ? null : toDollars(headroom),
    headroomPct: headroom === null || limit === null ? null : divideRounded(100 * headroom, 100 * limit, 2),
    headroomTotal: multiplyByUnits(headroom),
    grossTotal: multiplyByUnits(gross),
    limitTotal: multiplyByUnits(100 * (limit ?? 0)),
    lastIncrease: rent.from,
  }
}

/** Returns every rent of every unit type on a day. */
export function computeRentRows({ tables, money, asOf }: RentsQuery): Rows {
  const getTypeKey = (item: { property: number; type: number }) => `${item.property} ${item.type}`
  const [rents, lines] = [Map.groupBy(money.rents, getTypeKey), Map.groupBy(money.allowances, getTypeKey)]
  const programs = new Map(money.programs.map((program) => [program.id, program]))
  const places = new Map(tables.places.map((place) => [place.id, place]))
  const counties = new Map<number | null, PublishedFigures>()
  const published = (county: number | null): PublishedFigures => {
    const published = counties.get(county) ?? getPublishedFigures(money, county, asOf)
    counties.set(county, published)
    return published
  }
  return money.roomTypes.flatMap((room): Rows => {
    const place = places.get(room.property)!
    const current = findRentsInForce(rents.get(getTypeKey(room)) ?? [], asOf)
    const statedUnits = computeSum(current, (rent) => rent.units ?? 0)
    const approved = findApprovedAllowance(lines.get(getTypeKey(room)) ?? [], asOf)
    const all = current.map((rent): Line => {
      const program = rent.program === null ? undefined : programs.get(rent.program)
      const percent = rent.percent ?? program?.percent ?? null
      const limited = percent !== null && !program?.elsewhere
      return {
        rent,
        program,
        units: rent.units ?? Math.max(0, room.count - statedUnits),
        allowance: approved ?? rent.allowance,
        limit: limited
          ? computeLimit(published(place.countyId), percent, room.bedrooms, program?.market ?? false)
          : null,
      }
    })
    const facts = {
      propertyId: place.id,
      property: place.name,
      propertyNumber: place.number,
      roomType: room.name,
    }
    return all.filter(({ units }) => units > 0).map((line) => ({ ...facts, ...getRow(line) }))
  })
}

/** Answers whether a rent is at least `percent` percent below its limit. */
export const isBelowBy =
  (percent: number) =>
  ({ headroom, maxGross }: Rows[number]): boolean =>
    headroom !== null && 100 * Math.round(100 * Number(headroom)) >= percent * 100 * Number(maxGross)
