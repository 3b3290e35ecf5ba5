import { addMonths, getMonthStart, monthName } from '#kernel/model/dates.ts'

/** A due visit that has no month yet. */
export type VisitToPlan = {
  propertyId: number
  dueBy: string
  countyName: string | null
  /** The region of the property's county; null if unknown. */
  regionName: string | null
  /** The inspector already assigned; null if any inspector may be proposed. */
  complianceInspectorId: number | null
}
/**
 * An inspector with the number of further visits they can make in each month; keys of `free` are first days
 * of months.
 */
export type InspectorCapacity = {
  complianceInspectorId: number
  name: string
  /** The region of the home office; null if unknown. */
  regionName: string | null
  free: Readonly<Record<string, number>>
}
/** A visit with the proposed month and inspector, and the reason in words. */
export type ProposedVisit = { propertyId: number; month: string; complianceInspectorId: number; why: string }
/** The proposed visits, and the ids of the properties for which no inspector has capacity. */
export type VisitProposal = { proposed: ProposedVisit[]; without: number[] }

/** Tracks the remaining capacity of the inspectors by month while visits are placed. */
class CapacityByMonth {
  readonly #left: Map<number, Map<string, number>>
  readonly #counties = new Map<string, number>()
  readonly #inspectors: readonly InspectorCapacity[]

  constructor(inspectors: readonly InspectorCapacity[]) {
    this.#inspectors = inspectors
    this.#left = new Map(
      inspectors.map((inspector) => [
        inspector.complianceInspectorId,
        new Map(Object.entries(inspector.free)),
      ]),
    )
  }

  getCapacity(id: number, month: string): number {
    return Math.max(0, this.#left.get(id)?.get(month) ?? 0)
  }

  /** Returns how many visits of a county an inspector already has in a month. */
  countInCounty(id: number, month: string, county: string | null): number {
    return county === null ? 0 : (this.#counties.get(`${id} ${month} ${county}`) ?? 0)
  }

  /**
   * Checks whether an inspector serves a region: that of their office, or one in which no inspector has an
   * office.
   */
  servesRegion({ regionName: home }: InspectorCapacity, region: string | null): boolean {
    if (region === null || home === null || home === region) return true
    return this.#inspectors.every(({ regionName }) => regionName !== region)
  }

  /**
   * Returns the inspector for a visit in a month: among those who serve its region, the one with the most
   * visits in its county, then the one with the most capacity. Null if none has capacity. With `anywhere`,
   * inspectors of all regions are considered.
   */
  chooseInspector(
    { complianceInspectorId, countyName, regionName }: VisitToPlan,
    month: string,
    anywhere: boolean,
  ): InspectorCapacity | null {
    const candidates = this.#inspectors.filter((inspector) => {
      const { complianceInspectorId: id } = inspector
      const isFor = complianceInspectorId === id || anywhere || this.servesRegion(inspector, regionName)
      return (
        (complianceInspectorId === null || complianceInspectorId === id) &&
        isFor &&
        this.getCapacity(id, month) > 0
      )
    })
    const [first = null] = candidates.toSorted(
      ({ complianceInspectorId: one }, { complianceInspectorId: other }) =>
        this.countInCounty(other, month, countyName) - this.countInCounty(one, month, countyName) ||
        this.getCapacity(other, month) - this.getCapacity(one, month) ||
        one - other,
    )
    return first
  }

  addVisit(id: number, month: string, county: string | null): void {
    this.#left.get(id)?.set(month, this.getCapacity(id, month) - 1)
    if (county !== null)
      this.#counties.set(`${id} ${month} ${county}`, this.countInCounty(id, month, county) + 1)
  }
}

/** Describes in words why a visit gets its month and its inspector. */
function describeVisit(
  visit: VisitToPlan,
  month: string,
  { inspector, near }: { inspector: InspectorCapacity; near: number },
  today: string,
): string {
  const due = getMonthStart(visit.dueBy)
  const when =
    visit.dueBy < today
      ? 'Overdue: first month with room'
      : month > due
        ? 'The months in time are full: next with room'
        : month === due
          ? 'Last month in time'
          : `${monthName(due)} is full: earlier`
  const person =
    visit.complianceInspectorId !== null
      ? `${inspector.name}’s already`
      : near > 0
        ? `${near} more in ${visit.countyName}`
        : 'has most room'
  return `${when}; ${person}`
}

/**
 * Proposes a month and an inspector for each visit, from the month of `today` through December of `year`.
 * Overdue visits come first, the longest overdue at the head, and take the first months with capacity. Then
 * as many visits as possible are placed on time: each takes the latest month with capacity up to its due day.
 * The others take the remaining months. Inspectors remain in the region of their office as long as someone
 * there has capacity. No inspector gets more visits than they can make.
 */
export function proposePlan(
  visits: readonly VisitToPlan[],
  inspectors: readonly InspectorCapacity[],
  { today, year }: { today: string; year: number },
): VisitProposal {
  const currentMonth = getMonthStart(today)
  const first = currentMonth.startsWith(String(year)) ? currentMonth : `${year}-01-01`
  const months = Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01-01`, index)).filter(
    (month) => month >= first && month >= currentMonth,
  )
  const room = new CapacityByMonth(inspectors)
  const order = visits.toSorted(
    (visit, other) => visit.dueBy.localeCompare(other.dueBy) || visit.propertyId - other.propertyId,
  )
  const proposed: ProposedVisit[] = []
  const put = (visit: VisitToPlan, among: readonly string[], anywhere = false): boolean => {
    for (const month of among) {
      const inspector = room.chooseInspector(visit, month, anywhere)
      if (inspector === null) continue
      const { complianceInspectorId } = inspector
      const near = room.countInCounty(complianceInspectorId, month, visit.countyName)
      room.addVisit(complianceInspectorId, month, visit.countyName)
      const why = describeVisit(visit, month, { inspector, near }, today)
      proposed.push({ propertyId: visit.propertyId, month, complianceInspectorId, why })
      return true
    }
    return false
  }
  const putSoon = (visit: VisitToPlan): boolean => put(visit, months) || put(visit, months, true)
  const backwards = months.toReversed()
  const putInTime = (visit: VisitToPlan): boolean => {
    const inTime = backwards.filter((month) => month <= getMonthStart(visit.dueBy))
    return put(visit, inTime) || put(visit, inTime, true)
  }
  const isLate = ({ dueBy }: VisitToPlan): boolean => dueBy < today
  const overdue = order.filter((visit) => isLate(visit) && !putSoon(visit))
  // Visits with an assigned inspector have fewer options, so they are placed before the others.
  const inTime = order.filter((visit) => !isLate(visit))
  const withInspector = inTime.filter((visit) => visit.complianceInspectorId !== null)
  const free = inTime.filter((visit) => visit.complianceInspectorId === null)
  const late = [...withInspector, ...free].filter((visit) => !putInTime(visit))
  const without = [...overdue, ...order.filter((visit) => late.includes(visit) && !putSoon(visit))]
  return { proposed, without: without.map((visit) => visit.propertyId) }
}
