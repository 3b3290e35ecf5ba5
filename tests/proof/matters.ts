import type { Rows } from './occupancy.ts'
import { countDays, getDay, type Matter, type Tables } from './tables.ts'

/**
 * Report 18, computed independently of the product from domains 19 and 35.1, by the calendar of the agency.
 */

const CLOSED = 5

/**
 * A matter of life safety is late after its hour, any other after the whole day on which the reply is due.
 */
const isLate = ({ due, lifeSafety }: Matter, now: string): boolean =>
  lifeSafety ? Date.parse(due) < Date.parse(now) : getDay(due) < getDay(now)

/** Returns every matter as the report shows it to the agency at a point in time. */
export function computeMatterRows({ tables, now }: { tables: Tables; now: string }): Rows {
  const places = new Map(tables.places.map((place) => [place.id, place]))
  const today = getDay(now)
  return tables.matters.map((matter) => {
    const place = places.get(matter.property)!
    const day = matter.closed === null ? null : getDay(matter.closed)
    const ageDays = countDays(matter.received, day ?? today)
    const open = matter.status !== CLOSED
    return {
      residentRelationsId: matter.id,
      propertyId: place.id,
      property: place.name,
      company: place.company,
      number: `RR-${matter.id}`,
      issue: matter.issue,
      opened: matter.received,
      status: matter.status,
      assigned: matter.assigned,
      dueDate: getDay(matter.due),
      closed: day,
      ageDays,
      daysToClose: day === null ? null : ageDays,
      late: open && isLate(matter, now),
      open,
      lifeSafety: matter.lifeSafety,
      month: matter.received.slice(0, 7),
    }
  })
}
