import { formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Comparable } from './entities.ts'
import { adjustedRent } from './statistics.ts'

/** Finds the faults of comparable rents, each with its line and field. */
export const comparableFaults = (sent: readonly Partial<Comparable>[], today: string): Fault[] =>
  sent.flatMap((one, index) => {
    const faults: Fault[] = []
    const say = (field: keyof Comparable, message: string) =>
      faults.push({ field: `comparables.${index}.${field}`, message })
    if (!one.name?.trim()) say('name', `Property: ${REQUIRED}`)
    if (!one.source?.trim()) say('source', `Source: ${REQUIRED}`)
    if (one.bedrooms === undefined) say('bedrooms', `Bedrooms: ${REQUIRED}`)
    if (!one.surveyedOn) say('surveyedOn', `Surveyed: ${REQUIRED}`)
    else if (one.surveyedOn > today)
      say('surveyedOn', `Surveyed: ${formatDate(one.surveyedOn, 'MM/DD/YYYY')} is still to come.`)
    if (one.rent === undefined) say('rent', `Rent: ${REQUIRED}`)
    else if (one.rent < 0 || adjustedRent(one as Comparable) < 0) say('rent', 'Rent: it becomes negative.')
    if ((one.concession ?? 0) < 0) say('concession', 'Concession a month: enter 0 or more.')
    if ((one.distanceMiles ?? 0) < 0 || (one.distanceMiles ?? 0) > 5000)
      say('distanceMiles', 'Miles away: enter 0 to 5000.')
    if ((one.occupancyPercent ?? 0) < 0 || (one.occupancyPercent ?? 0) > 100)
      say('occupancyPercent', 'Occupied: enter 0 to 100.')
    return faults
  })
