import { formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Comparable } from './entities.ts'
import { adjustedRent } from './statistics.ts'

/** Finds the faults of comparable rents, each with its line and field. */
export const comparableFaults = (comparables: readonly Partial<Comparable>[], today: string): Fault[] =>
  comparables.flatMap((item, index) => {
    const faults: Fault[] = []
    const say = (field: keyof Comparable, message: string) =>
      faults.push({ field: `comparables.${index}.${field}`, message })
    if (!item.name?.trim()) say('name', `Property: ${REQUIRED}`)
    if (!item.source?.trim()) say('source', `Source: ${REQUIRED}`)
    if (item.bedrooms === undefined) say('bedrooms', `Bedrooms: ${REQUIRED}`)
    if (!item.surveyedOn) say('surveyedOn', `Surveyed: ${REQUIRED}`)
    else if (item.surveyedOn > today)
      say('surveyedOn', `Surveyed: ${formatDate(item.surveyedOn, 'MM/DD/YYYY')} is still to come.`)
    if (item.rent === undefined) say('rent', `Rent: ${REQUIRED}`)
    else if (item.rent < 0 || adjustedRent(item as Comparable) < 0) say('rent', 'Rent: it becomes negative.')
    if ((item.concession ?? 0) < 0) say('concession', 'Concession a month: enter 0 or more.')
    if ((item.distanceMiles ?? 0) < 0 || (item.distanceMiles ?? 0) > 5000)
      say('distanceMiles', 'Miles away: enter 0 to 5000.')
    if ((item.occupancyPercent ?? 0) < 0 || (item.occupancyPercent ?? 0) > 100)
      say('occupancyPercent', 'Occupied: enter 0 to 100.')
    return faults
  })
