import { addMonths, getMonthStart, monthName } from '#kernel/model/dates.ts'

/** A due visit that has no month yet. */
export type ProposedFor = {
  propertyId: number
  dueBy: string
  countyName: string | null
  /** The region of the property's county; null if unknown. */
  regionName: string | null
  /** Whose it is already; null for anybody’s. */
  complianceInspectorId: number | null
}
/** How many more visits an inspector can make in each month: keys are first days of months. */
export type Room = {
  complianceInspectorId: number
  name: string
  /** The region of the home office; null if unknown. */
  regionName: string | null
  free: Readonly<Record<string, number>>
}
/** A visit with the month and the inspector it is proposed for, and why these. */
export type Proposed = { propertyId: number; month: string; complianceInspectorId: number; why: string }
/** The proposed visits, and those that no inspector has room for. */
export type Proposal = { proposed: Proposed[]; without: number[] }

/** The room of the months while visits are put into them. */
class Months {
  readonly #left: Map<number, Map<string, number>>
  readonly #counties = new Map<string, number>()
  readonly #inspectors: readonly Room[]

  constructor(inspectors: readonly Room[]) {
    this.#inspectors = inspectors
    this.#left = new Map(
      inspectors.map((inspector) => [
        inspector.complianceInspectorId,
        new Map(Object.entries(inspector.free)),
      ]),
    )
  }

  left(id: number, month: string): number {
    return Math.max(0, this.#left.get(id)?.get(month) ?? 0)
  }

  /** How many visits of a county an inspector was given in a month. */
  near(id: number, month: string, county: string | null): number {
    return county === null ? 0 : (this.#counties.get(`${id} ${month} ${county}`) ?? 0)
  }

  /** Checks whether an inspector goes to a region: their own, or one in which no inspector has an office. */
  goesTo({ regionName: home }: Room, region: string | null): boolean {
    if (region === null || home === null || home === region) return true
    return this.#inspectors.every(({ regionName }) => regionName !== region)
  }

  /**
   * Returns the inspector for a visit in a month: one of its region who goes to its county anyway, then the
   * one with the most room; null if none has room. With `anywhere`, inspectors of all regions count.
   */
  who(
    { complianceInspectorId, countyName, regionName }: ProposedFor,
    month: string,
    anywhere: boolean,
  ): Room | null {
    const able = this.#inspectors.filter((inspector) => {
      const { complianceInspectorId: id } = inspector
      const isFor = complianceInspectorId === id || anywhere || this.goesTo(inspector, regionName)
      return (
        (complianceInspectorId === null || complianceInspectorId === id) && isFor && this.left(id, month) > 0
      )
    })
    const [first = null] = able.toSorted(
      ({ complianceInspectorId: one }, { complianceInspectorId: other }) =>
        this.near(other, month, countyName) - this.near(one, month, countyName) ||
        this.left(other, month) - this.left(one, month) ||
        one - other,
    )
    return first
  }

  take(id: number, month: string, county: string | null): void {
    this.#left.get(id)?.set(month, this.left(id, month) - 1)
    if (county !== null) this.#counties.set(`${id} ${month} ${county}`, this.near(id, month, county) + 1)
  }
}

/** The reason of a month, and of an inspector, in words. */
function describeVisit(
  visit: ProposedFor,
  month: string,
  { of, near }: { of: Room; near: number },
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
      ? `${of.name}’s already`
      : near > 0
        ? `${near} more in ${visit.countyName}`
        : 'has most room'
  return `${when}; ${person}`
}

/**
 * Proposes a month and an inspector for each visit, from a day through December of `year`. Overdue visits
 * come first, the longest overdue at the head, and take the first months with room. After that as many visits
 * as possible are on time: each takes the latest month with room that is not after its due day, and the rest
 * take the remaining months. Inspectors stay in the region of their office as long as the others there have
 * room. No inspector is given more visits than fit.
 */
export function proposePlan(
  visits: readonly ProposedFor[],
  inspectors: readonly Room[],
  { today, year }: { today: string; year: number },
): Proposal {
  const present = getMonthStart(today)
  const first = present.startsWith(String(year)) ? present : `${year}-01-01`
  const months = Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01-01`, index)).filter(
    (month) => month >= first && month >= present,
  )
  const room = new Months(inspectors)
  const order = visits.toSorted(
    (visit, other) => visit.dueBy.localeCompare(other.dueBy) || visit.propertyId - other.propertyId,
  )
  const proposed: Proposed[] = []
  const put = (visit: ProposedFor, among: readonly string[], anywhere = false): boolean => {
    for (const month of among) {
      const inspector = room.who(visit, month, anywhere)
      if (inspector === null) continue
      const { complianceInspectorId } = inspector
      const near = room.near(complianceInspectorId, month, visit.countyName)
      room.take(complianceInspectorId, month, visit.countyName)
      const why = describeVisit(visit, month, { of: inspector, near }, today)
      proposed.push({ propertyId: visit.propertyId, month, complianceInspectorId, why })
      return true
    }
    return false
  }
  const putSoon = (visit: ProposedFor): boolean => put(visit, months) || put(visit, months, true)
  const backwards = months.toReversed()
  const putInTime = (visit: ProposedFor): boolean => {
    const inTime = backwards.filter((month) => month <= getMonthStart(visit.dueBy))
    return put(visit, inTime) || put(visit, inTime, true)
  }
  const isLate = ({ dueBy }: ProposedFor): boolean => dueBy < today
  const overdue = order.filter((visit) => isLate(visit) && !putSoon(visit))
  // Whose inspector is chosen has less choice, and chooses first.
  const inTime = order.filter((visit) => !isLate(visit))
  const bound = inTime.filter((visit) => visit.complianceInspectorId !== null)
  const free = inTime.filter((visit) => visit.complianceInspectorId === null)
  const late = [...bound, ...free].filter((visit) => !putInTime(visit))
  const without = [...overdue, ...order.filter((visit) => late.includes(visit) && !putSoon(visit))]
  return { proposed, without: without.map((visit) => visit.propertyId) }
}
