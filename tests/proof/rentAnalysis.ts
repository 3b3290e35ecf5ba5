import { computeSum, dollars, ratio } from './base.ts'
import type { Allowance, Money, Rent } from './moneyTables.ts'
import type { Rows } from './occupancy.ts'
import type { Tables } from './tables.ts'

/**
 * Report 2, worked out a second time from domain 14.3, 14.5, 18 and 35.1: rents on a day and their limits, in
 * cents.
 */

const APPROVED = 5
export type RentsAsked = { tables: Tables; money: Money; asOf: string; today: string }
type Program = Money['programs'][number]

/** Of those of one kind the one that holds on a day: the last that began by then. */
function inForce(rents: readonly Rent[], day: string): Rent[] {
  const matchingRents = rents.filter((rent) => rent.from <= day)
  const kinds = Map.groupBy(matchingRents, (rent) => `${rent.program} ${rent.existing}`)
  return [...kinds.values()].map((all) => all.reduce((last, rent) => (rent.from > last.from ? rent : last)))
}

/**
 * What the agency approved last: of the newest quarter, of its lines the one that began last, and of several
 * the highest.
 */
function approvedOn(lines: readonly Allowance[], day: string): number | null {
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

/** The newest of a county that was in force by a day, in the order of persons or bedrooms. */
function newest<T extends { county: number; year: number; from: string }>(
  all: readonly T[],
  county: number,
  day: string,
): T[] {
  const candidates = all.filter((item) => item.county === county && item.from <= day)
  const last = Math.max(...candidates.map((item) => item.year))
  return candidates.filter((item) => item.year === last)
}

type Published = { incomes: Map<number, number>; markets: { bedrooms: number; amount: number }[] }

/**
 * The greatest gross rent a month, whole dollars: 30 percent of a twelfth of the income of one and a half
 * persons a bedroom.
 */
function getLimit(
  { incomes, markets }: Published,
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

function publishedOn(money: Money, county: number | null, day: string): Published {
  if (county === null) return { incomes: new Map(), markets: [] }
  return {
    incomes: new Map(newest(money.incomes, county, day).map((item) => [item.persons, item.amount])),
    markets: newest(money.markets, county, day),
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
  const all = (value: number | null) => (headroom === null || value === null ? null : dollars(units * value))
  return {
    rentType: program ? `${program.name}${rent.existing ? ', present households' : ''}` : null,
    amiPercent: rent.percent ?? program?.percent ?? null,
    units,
    current: dollars(rent.rent),
    ua: allowance === null ? null : dollars(allowance),
    gross: gross === null ? null : dollars(gross),
    maxGross: limit,
    headroom: headroom === null ? null : dollars(headroom),
    headroomPct: headroom === null || limit === null ? null : ratio(100 * headroom, 100 * limit, 2),
    headroomTotal: all(headroom),
    grossTotal: all(gross),
    limitTotal: all(100 * (limit ?? 0)),
    lastIncrease: rent.from,
  }
}

/** Every rent of units on a day. */
export function rentsOn({ tables, money, asOf }: RentsAsked): Rows {
  const typeKey = (item: { property: number; type: number }) => `${item.property} ${item.type}`
  const [rents, lines] = [Map.groupBy(money.rents, typeKey), Map.groupBy(money.allowances, typeKey)]
  const programs = new Map(money.programs.map((program) => [program.id, program]))
  const places = new Map(tables.places.map((place) => [place.id, place]))
  const counties = new Map<number | null, Published>()
  const published = (county: number | null): Published => {
    const published = counties.get(county) ?? publishedOn(money, county, asOf)
    counties.set(county, published)
    return published
  }
  return money.roomTypes.flatMap((room): Rows => {
    const place = places.get(room.property)!
    const current = inForce(rents.get(typeKey(room)) ?? [], asOf)
    const statedUnits = computeSum(current, (rent) => rent.units ?? 0)
    const approved = approvedOn(lines.get(typeKey(room)) ?? [], asOf)
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
          ? getLimit(published(place.countyId), percent, room.bedrooms, program?.market ?? false)
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

/** By at least so many percent below the limit. */
export const isBelowBy =
  (percent: number) =>
  ({ headroom, maxGross }: Rows[number]): boolean =>
    headroom !== null && 100 * Math.round(100 * Number(headroom)) >= percent * 100 * Number(maxGross)
