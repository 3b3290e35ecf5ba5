import { formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Comparable } from './entities.ts'
import { getAdjustedRent } from './statistics.ts'

/** Finds the faults of comparable rents, each with its line and field. */
export const checkComparables = (comparables: readonly Partial<Comparable>[], today: string): Fault[] =>
  comparables.flatMap((item, index) => {
    const faults: Fault[] = []
    const addFault = (field: keyof Comparable, message: string) =>
      faults.push({ field: `comparables.${index}.${field}`, message })
    if (!item.name?.trim()) addFault('name', `Property: ${REQUIRED}`)
    if (!item.source?.trim()) addFault('source', `Source: ${REQUIRED}`)
    if (item.bedrooms === undefined) addFault('bedrooms', `Bedrooms: ${REQUIRED}`)
    if (!item.surveyedOn) addFault('surveyedOn', `Surveyed: ${REQUIRED}`)
    else if (item.surveyedOn > today)
      addFault('surveyedOn', `Surveyed: ${formatDate(item.surveyedOn, 'MM/DD/YYYY')} is still to come.`)
    if (item.rent === undefined) addFault('rent', `Rent: ${REQUIRED}`)
    else if (item.rent < 0 || getAdjustedRent(item as Comparable) < 0)
      addFault('rent', 'Rent: it becomes negative.')
    if ((item.concession ?? 0) < 0) addFault('concession', 'Concession a month: enter 0 or more.')
    if ((item.distanceMiles ?? 0) < 0 || (item.distanceMiles ?? 0) > 5000)
      addFault('distanceMiles', 'Miles away: enter 0 to 5000.')
    if ((item.occupancyPercent ?? 0) < 0 || (item.occupancyPercent ?? 0) > 100)
      addFault('occupancyPercent', 'Occupied: enter 0 to 100.')
    return faults
  })
