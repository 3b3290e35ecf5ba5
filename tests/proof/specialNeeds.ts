import { computeSum, divideRounded } from './base.ts'
import type { Rows } from './occupancy.ts'
import { computeAgencyRows } from './referrals.ts'
import { countDays, findLatest, type Hold, type Tables } from './tables.ts'

/**
 * Both reports with number 8, computed independently of the product from domains 17.3 and 35.1: by unit, and
 * by population.
 */

const FILED = 2
type NeedsQuery = { tables: Tables; today: string; population?: string }
type Group = { population: string; committed: number; referred: number; others: number; holds: Hold[] }
type PropertyNeeds = { property: number; month: string | null; groups: Group[] }

const getNextMonth = (month: string): string => {
  const [year, monthNumber] = month.split('-').map(Number) as [number, number]
  return monthNumber === 12 ? `${year + 1}-01-01` : `${year}-${String(monthNumber + 1).padStart(2, '0')}-01`
}

/** Collects the set-asides, households and holds of each property that has any. */
function getNeeds({ tables, population }: NeedsQuery): PropertyNeeds[] {
  const livedByProperty = Map.groupBy(
    tables.lived.filter((lived) => lived.status >= FILED),
    (lived) => lived.property,
  )
  const byPlace = {
    sets: Map.groupBy(tables.setAsides, getProperty),
    holds: Map.groupBy(tables.holds.filter(isOpen), getProperty),
  }
  return tables.places.flatMap(({ id: property }): PropertyNeeds[] => {
    const month = findLatest((livedByProperty.get(property) ?? []).map((lived) => lived.month))
    const details = (livedByProperty.get(property) ?? [])
      .filter((lived) => lived.month === month)
      .flatMap((lived) => lived.details)
    const [sets, holds] = [byPlace.sets.get(property) ?? [], byPlace.holds.get(property) ?? []]
    const names = new Set([...sets, ...details, ...holds].map((item) => item.population))
    const groups = [...names]
      .filter((name) => population === undefined || name === population)
      .map((name) => {
        const isOfPopulation = (item: { population: string }) => item.population === name
        const households = details.filter(isOfPopulation)
        return {
          population: name,
          committed: computeSum(sets.filter(isOfPopulation), (item) => item.units),
          referred: computeSum(households, (item) => item.referred ?? 0),
          others: computeSum(households, (item) => item.others ?? 0),
          holds: holds.filter(isOfPopulation),
        }
      })
    return groups.length === 0 ? [] : [{ property, month, groups }]
  })
}
const getProperty = (item: { property: number }) => item.property
const isOpen = (hold: Hold) => hold.rented === null

const getState = ({ referred, until }: Hold, today: string): string => {
  if (referred !== null) return 'Referral received'
  return until < today ? 'Hold has ended' : 'Held'
}

/**
 * Counts the units of a population that were empty at the end of the month and that no hold of that time
 * names.
 */
function countUnitsWithoutHold({ committed, referred, others, holds }: Group, month: string | null): number {
  if (month === null) return 0
  const count = holds.filter((hold) => hold.vacated < getNextMonth(month)).length
  return Math.max(0, Math.max(0, committed - referred - others) - count)
}

function getFacts(query: NeedsQuery) {
  const agency = new Map(computeAgencyRows(query).map((agency) => [agency.propertyId, agency.lra]))
  const places = new Map(query.tables.places.map((place) => [place.id, place]))
  return (property: number) => {
    const { name, number, company } = places.get(property)!
    return {
      propertyId: property,
      property: name,
      propertyNumber: number,
      company,
      lra: agency.get(property) ?? null,
    }
  }
}

/**
 * Report 8 with one row for each property. Units are counted only if their number or their
 * households are known.
 */
export function computeNeedsByProperty(query: NeedsQuery): Rows {
  const getPropertyFacts = getFacts(query)
  const { tables, today } = query
  const newest = new Map(getNeeds({ tables, today }).map((need) => [need.property, need.month]))
  const lived = tables.lived.filter(
    (lived) => lived.status >= FILED && lived.month === newest.get(lived.property),
  )
  const households = lived.flatMap(({ property, details }) =>
    details.map(({ population }) => ({ property, population })),
  )
  const reportedKeys = new Set([...tables.setAsides, ...households].map(getKey))
  return getNeeds(query).map(({ property, month, groups }) => {
    const matchingGroups = groups.filter(({ population }) =>
      reportedKeys.has(getKey({ property, population })),
    )
    const sumGroups = (name: 'committed' | 'referred' | 'others') =>
      computeSum(matchingGroups, (group) => group[name])
    const isKnown = month !== null && matchingGroups.length > 0
    const holds = groups.flatMap((group) => group.holds)
    const countInState = (...names: string[]) =>
      holds.filter((hold) => names.includes(getState(hold, today))).length
    const open = computeSum(groups, (group) => countUnitsWithoutHold(group, month))
    const first = holds.map((hold) => hold.vacated).toSorted()[0]
    return {
      ...getPropertyFacts(property),
      committed: matchingGroups.length > 0 ? sumGroups('committed') : null,
      counted: isKnown ? sumGroups('committed') : null,
      month: isKnown ? month : null,
      filled: isKnown ? sumGroups('referred') : null,
      filledOther: isKnown ? sumGroups('others') : null,
      filledPct: isKnown ? divideRounded(100 * sumGroups('referred'), sumGroups('committed'), 2) : null,
      vacant: holds.length + open > 0 || isKnown ? holds.length + open : null,
      onHold: countInState('Held', 'Referral received'),
      holdEnded: countInState('Hold has ended'),
      oldestVacantDays: first === undefined ? null : countDays(first, today),
    }
  })
}
const getKey = (item: { property: number; population: string }): string =>
  `${item.property} ${item.population}`

/**
 * Report 8 with one row for each unit that is or was on hold, and one row for the other units of a
 * population.
 */
export function computeNeedsByUnit(query: NeedsQuery): Rows {
  const getPropertyFacts = getFacts(query)
  return getNeeds(query).flatMap(({ property, month, groups }): Rows => {
    const { company: _, ...facts } = getPropertyFacts(property)
    return groups.flatMap((group): Rows => {
      const { population, holds } = group
      const open = countUnitsWithoutHold(group, month)
      const remaining = {
        vacatedOn: null,
        daysVacant: null,
        notifiedOn: null,
        holdUntil: null,
        referredOn: null,
      }
      const otherRows = {
        ...facts,
        population,
        unit: null,
        units: open,
        state: 'Vacant, no hold',
        ...remaining,
      }
      return [
        ...holds.map((hold) => ({
          ...facts,
          population,
          unit: hold.unit,
          units: 1,
          state: getState(hold, query.today),
          vacatedOn: hold.vacated,
          daysVacant: countDays(hold.vacated, query.today),
          notifiedOn: hold.notified,
          holdUntil: hold.until,
          referredOn: hold.referred,
        })),
        ...(open > 0 ? [otherRows] : []),
      ]
    })
  })
}
