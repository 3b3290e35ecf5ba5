import {
  type Base,
  computeSum,
  divideRounded,
  type Month,
  type Property,
  type Rent,
  toDollars,
} from './base.ts'

/**
 * Reports of occupancy, computed independently of the product from domains 17.5 and 35.1 over rows in memory.
 */

export type Rows = Record<string, unknown>[]

const getMonths = (base: Base, property: Property): Month[] => base.months.get(property.id) ?? []
/** Returns the first day of the month that is `count` months earlier. */
export function subtractMonths(month: string, count: number): string {
  const [year, monthNumber] = month.split('-').map(Number) as [number, number]
  const index = year * 12 + monthNumber - 1 - count
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`
}
const getLastDay = (month: string): string => {
  const next = new Date(`${subtractMonths(month, -1)}T00:00:00Z`)
  return new Date(next.getTime() - 86_400_000).toISOString().slice(0, 10)
}

/** Report 1, grouped by a name of the property: the share of occupied units, weighted by units. */
export function computeOccupancyRows(
  base: Base,
  getName: (property: Property) => string | null,
  last: string,
  count: number,
): Rows {
  const groups = Map.groupBy(base.properties, (property) => getName(property) ?? 'Not specified')
  const first = subtractMonths(last, Math.max(12, count - 1))
  const propertiesWithTask = new Set(
    base.tasks.filter((task) => task.month === last).map((task) => task.property),
  )
  return [...groups].map(([groupName, properties]) => {
    const countVacancy = (back: number) => {
      const reported = properties.flatMap((property) =>
        getMonths(base, property).filter(
          ({ month, units, vacant }) => month === subtractMonths(last, back) && units > 0 && vacant !== null,
        ),
      )
      const units = computeSum(reported, (month) => month.units)
      return { count: reported.length, units, vacant: computeSum(reported, (month) => month.vacant!) }
    }
    const computeShare = ({ units, vacant }: { units: number; vacant: number }) =>
      divideRounded(100 * (units - vacant), units, 2)
    const [now, yearBefore] = [countVacancy(0), countVacancy(12)]
    const change =
      computeShare(now) === null || computeShare(yearBefore) === null
        ? null
        : Math.round((computeShare(now)! - computeShare(yearBefore)!) * 100) / 100
    const trend = Object.fromEntries(
      Array.from({ length: count }, (_, back) => [`m${back}`, computeShare(countVacancy(back))]),
    )
    return {
      groupName,
      properties: properties.length,
      notReported: properties.filter(
        (property) =>
          propertiesWithTask.has(property.id) &&
          !getMonths(base, property).some(({ month }) => month === last),
      ).length,
      units: now.count === 0 ? null : now.units,
      vacant: now.count === 0 ? null : now.vacant,
      occupancy: computeShare(now),
      change: first <= subtractMonths(last, 12) ? change : null,
      ...trend,
    }
  })
}

/** Report 5: the filed months of a period, with the days late and whether each is below the threshold. */
export function computeMonthRows(base: Base, first: string, last: string, threshold: number): Rows {
  const due = new Map(base.tasks.map((task) => [`${task.property} ${task.month}`, task.due]))
  return base.properties.flatMap((property) =>
    getMonths(base, property)
      .filter(({ month }) => month >= first && month <= last)
      .map(({ month, units, vacant, submitted }) => ({
        propertyId: property.id,
        month,
        units,
        vacant,
        company: property.company,
        occupancy: vacant === null ? null : divideRounded(100 * (units - vacant), units, 2),
        below: vacant !== null && units > 0 && (units - vacant) * 100 < threshold * units,
        daysLate: countDaysLate(submitted, due.get(`${property.id} ${month}`)),
      })),
  )
}

/** Counts the days from the due day to the day of filing, in the agency's time zone; null if in time. */
function countDaysLate(submitted: string, due: string | undefined): number | null {
  if (!due) return null
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date(submitted))
  const days = Math.round((Date.parse(day) - Date.parse(due)) / 86_400_000)
  return days > 0 ? days : null
}

/**
 * Report 4: vacant units by unit type, with the rent of that day and the number of months in a row with
 * vacancies.
 */
export function computeVacancyRows(base: Base, rents: readonly Rent[], month: string): Rows {
  const rentsByKey = Map.groupBy(rents, (rent) => `${rent.property} ${rent.type}`)
  return base.properties.flatMap((property): Rows => {
    const months = getMonths(base, property)
    const now = months.find((item) => item.month === month)
    return (now?.rooms ?? []).map(({ type, name, bedrooms, units, vacant }) => {
      const rent = computeRentOn(rentsByKey.get(`${property.id} ${type}`) ?? [], getLastDay(month))
      const earlier = months.filter((item) => item.month <= month).toReversed()
      const vacantByMonth = earlier.map((month) => month.rooms.find((room) => room.type === type)?.vacant)
      const firstFullMonth = vacantByMonth.indexOf(0)
      return {
        propertyId: property.id,
        roomType: name,
        bedrooms,
        units,
        vacant,
        vacancyPct: divideRounded(100 * vacant, units, 2),
        rent: rent === null ? null : toDollars(rent),
        monthlyLoss: rent === null ? null : toDollars(vacant * rent),
        yearlyLoss: rent === null ? null : toDollars(12 * vacant * rent),
        monthsVacant: vacantByMonth
          .slice(0, firstFullMonth < 0 ? undefined : firstFullMonth)
          .filter((number) => number !== undefined).length,
      }
    })
  })
}

/** Returns the rent of a unit type on a day, in cents: the newest rent of each kind, averaged by units. */
function computeRentOn(rents: readonly Rent[], day: string): number | null {
  const newest = [
    ...Map.groupBy(
      rents.filter((rent) => rent.from <= day),
      (rent) => rent.kind,
    ).values(),
  ].map((kind) => kind.toSorted((a, b) => b.from.localeCompare(a.from))[0]!)
  if (newest.length === 0) return null
  const statedUnits = computeSum(newest, (rent) => rent.units ?? 0)
  const getWeight = (rent: Rent) => rent.units ?? Math.max(0, rent.count - statedUnits)
  const total = computeSum(newest, getWeight)
  return total === 0
    ? divideRounded(
        computeSum(newest, (rent) => rent.cents),
        newest.length,
        0,
      )
    : divideRounded(
        computeSum(newest, (rent) => rent.cents * getWeight(rent)),
        total,
        0,
      )
}

/** Report 17 by property: move-outs, and the turnover relative to the units of the newest month. */
export function computeMoveOutRows(base: Base, first: string, last: string): Rows {
  const propertiesWithTasks = new Set(base.tasks.map((task) => task.property))
  return base.properties.flatMap((property): Rows => {
    const months = getMonths(base, property).filter(({ month }) => month >= first && month <= last)
    if (months.length === 0)
      return propertiesWithTasks.has(property.id)
        ? [{ propertyId: property.id, months: 0, units: null, moveOuts: null, turnover: null }]
        : []
    const units = computeSum(months.at(-1)!.rooms, (room) => room.units)
    const reported = months.filter((month) => month.reported)
    const departures = computeSum(reported, (month) =>
      computeSum(month.rooms, (room) => computeSum(Object.values(room.moveOuts), (count) => count)),
    )
    const moveOutCount = reported.length === 0 ? null : departures
    return [
      {
        propertyId: property.id,
        months: months.length,
        units,
        moveOuts: moveOutCount,
        turnover: moveOutCount === null ? null : divideRounded(100 * moveOutCount, units, 2),
      },
    ]
  })
}

/** Report 13: how many months of a year were filed, were filed late, and are missing. */
export function computeFilingRows(base: Base, year: number, today: string): Rows {
  const isInYear = (month: string) => month.startsWith(String(year))
  const tasks = Map.groupBy(
    base.tasks.filter((task) => isInYear(task.month)),
    (task) => task.property,
  )
  return base.properties.flatMap((property): Rows => {
    const [dueTasks, filed] = [
      tasks.get(property.id) ?? [],
      getMonths(base, property).filter((month) => isInYear(month.month)),
    ]
    if (dueTasks.length + filed.length === 0) return []
    const due = new Map(dueTasks.map((task) => [task.month, task.due]))
    const filedKeys = new Set(filed.map((month) => month.month))
    return [
      {
        propertyId: property.id,
        submittedCount: filed.length,
        lateCount: filed.filter((month) => countDaysLate(month.submitted, due.get(month.month)) !== null)
          .length,
        missingCount: dueTasks.filter((task) => !filedKeys.has(task.month) && task.due < today).length,
      },
    ]
  })
}
