import type { Rows } from './occupancy.ts'
import { getDay, daysFrom, type Matter, type Tables } from './tables.ts'

/** Report 18, worked out a second time from domain 19 and 35.1, by the calendar of the agency. */

const CLOSED = 5

/** Past the hour in a matter of life safety, else past the whole day that the reply is due. */
const isOver = ({ due, lifeSafety }: Matter, now: string): boolean =>
  lifeSafety ? Date.parse(due) < Date.parse(now) : getDay(due) < getDay(now)

/** Every matter as the agency reads it at a moment. */
export function matters({ tables, now }: { tables: Tables; now: string }): Rows {
  const places = new Map(tables.places.map((one) => [one.id, one]))
  const today = getDay(now)
  return tables.matters.map((one) => {
    const place = places.get(one.property)!
    const closed = one.closed === null ? null : getDay(one.closed)
    const ageDays = daysFrom(one.received, closed ?? today)
    const open = one.status !== CLOSED
    return {
      ...{ residentRelationsId: one.id, propertyId: place.id, property: place.name, company: place.company },
      ...{ number: `RR-${one.id}`, issue: one.issue, opened: one.received, status: one.status, assigned: one.assigned },
      ...{ dueDate: getDay(one.due), closed, ageDays, daysToClose: closed === null ? null : ageDays },
      ...{ late: open && isOver(one, now), open, lifeSafety: one.lifeSafety },
      month: one.received.slice(0, 7),
    }
  })
}
