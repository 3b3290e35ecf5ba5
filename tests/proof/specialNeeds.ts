import { ratio, computeSum } from './base.ts'
import type { Rows } from './occupancy.ts'
import { agencies } from './referrals.ts'
import { daysFrom, type Hold, max, type Tables } from './tables.ts'

/** Both reports number 8, worked out a second time from domain 17.3 and 35.1: unit by unit, population by population. */

const FILED = 2
type Asked = { tables: Tables; today: string; population?: string }
type Group = { population: string; committed: number; referred: number; others: number; holds: Hold[] }
type Needs = { property: number; month: string | null; groups: Group[] }

const nextMonth = (month: string): string => {
  const [year, of] = month.split('-').map(Number) as [number, number]
  return of === 12 ? `${year + 1}-01-01` : `${year}-${String(of + 1).padStart(2, '0')}-01`
}

/** What is known of each property that has any such units, households or holds. */
function getNeeds({ tables, population }: Asked): Needs[] {
  const lived = Map.groupBy(
    tables.lived.filter((one) => one.status >= FILED),
    (one) => one.property,
  )
  const own = { sets: Map.groupBy(tables.setAsides, by), holds: Map.groupBy(tables.holds.filter(isOpen), by) }
  return tables.places.flatMap(({ id: property }): Needs[] => {
    const month = max((lived.get(property) ?? []).map((one) => one.month))
    const details = (lived.get(property) ?? []).filter((one) => one.month === month).flatMap((one) => one.details)
    const [sets, holds] = [own.sets.get(property) ?? [], own.holds.get(property) ?? []]
    const names = new Set([...sets, ...details, ...holds].map((one) => one.population))
    const groups = [...names]
      .filter((name) => population === undefined || name === population)
      .map((name) => {
        const is = (one: { population: string }) => one.population === name
        const households = details.filter(is)
        return {
          population: name,
          committed: computeSum(sets.filter(is), (one) => one.units),
          referred: computeSum(households, (one) => one.referred ?? 0),
          others: computeSum(households, (one) => one.others ?? 0),
          holds: holds.filter(is),
        }
      })
    return groups.length === 0 ? [] : [{ property, month, groups }]
  })
}
const by = (one: { property: number }) => one.property
const isOpen = (one: Hold) => one.rented === null

const getState = ({ referred, until }: Hold, today: string): string => {
  if (referred !== null) return 'Referral received'
  return until < today ? 'Hold has ended' : 'Held'
}

/** Units of a population in which nobody lived by the end of the month, and which no hold of that time names. */
function unnamed({ committed, referred, others, holds }: Group, month: string | null): number {
  if (month === null) return 0
  const named = holds.filter((one) => one.vacated < nextMonth(month)).length
  return Math.max(0, Math.max(0, committed - referred - others) - named)
}

function getFacts(asked: Asked) {
  const agency = new Map(agencies(asked).map((one) => [one.propertyId, one.lra]))
  const places = new Map(asked.tables.places.map((one) => [one.id, one]))
  return (property: number) => {
    const { name, number, company } = places.get(property)!
    return { propertyId: property, property: name, propertyNumber: number, company, lra: agency.get(property) ?? null }
  }
}

/** A property a row. Whether units are counted at all depends on somebody having said how many or who lives there. */
export function byProperty(asked: Asked): Rows {
  const factual = getFacts(asked)
  const { tables, today } = asked
  const newest = new Map(getNeeds({ tables, today }).map((one) => [one.property, one.month]))
  const lived = tables.lived.filter((one) => one.status >= FILED && one.month === newest.get(one.property))
  const households = lived.flatMap(({ property, details }) =>
    details.map(({ population }) => ({ property, population })),
  )
  const said = new Set([...tables.setAsides, ...households].map(getKey))
  return getNeeds(asked).map(({ property, month, groups }) => {
    const counted = groups.filter(({ population }) => said.has(getKey({ property, population })))
    const all = (name: 'committed' | 'referred' | 'others') => computeSum(counted, (one) => one[name])
    const known = month !== null && counted.length > 0
    const holds = groups.flatMap((one) => one.holds)
    const state = (...names: string[]) => holds.filter((one) => names.includes(getState(one, today))).length
    const open = computeSum(groups, (one) => unnamed(one, month))
    const first = holds.map((one) => one.vacated).toSorted()[0]
    return {
      ...factual(property),
      ...{ committed: counted.length > 0 ? all('committed') : null, counted: known ? all('committed') : null },
      ...{ month: known ? month : null, filled: known ? all('referred') : null },
      filledOther: known ? all('others') : null,
      filledPct: known ? ratio(100 * all('referred'), all('committed'), 2) : null,
      vacant: holds.length + open > 0 || known ? holds.length + open : null,
      ...{ onHold: state('Held', 'Referral received'), holdEnded: state('Hold has ended') },
      oldestVacantDays: first === undefined ? null : daysFrom(first, today),
    }
  })
}
const getKey = (one: { property: number; population: string }): string => `${one.property} ${one.population}`

/** A row a unit that is held or was, and one for the others of its population. */
export function unitByUnit(asked: Asked): Rows {
  const factual = getFacts(asked)
  return getNeeds(asked).flatMap(({ property, month, groups }): Rows => {
    const { company: _, ...facts } = factual(property)
    return groups.flatMap((group): Rows => {
      const { population, holds } = group
      const open = unnamed(group, month)
      const rest = { vacatedOn: null, daysVacant: null, notifiedOn: null, holdUntil: null, referredOn: null }
      const others = { ...facts, population, unit: null, units: open, state: 'Vacant, no hold', ...rest }
      return [
        ...holds.map((one) => ({
          ...{ ...facts, population, unit: one.unit, units: 1, state: getState(one, asked.today) },
          ...{ vacatedOn: one.vacated, daysVacant: daysFrom(one.vacated, asked.today), notifiedOn: one.notified },
          ...{ holdUntil: one.until, referredOn: one.referred },
        })),
        ...(open > 0 ? [others] : []),
      ]
    })
  })
}
