import type { Quantity } from '#kernel/model/quantity.ts'
import { isFiled } from '#kernel/model/status.ts'

/**
 * The definition of vacant units (domain 17.5). On the server, `unitTypeMonths` gives them by unit type and
 * `occupancyMonths` by property.
 */
export const vacantUnitsQuantity = {
  name: 'Vacant units',
  definition:
    'Units nobody lives in on the last day of the month, ready to rent or off line, as the company reported.',
  unit: 'units',
  population: 'properties that filed the month',
  asOf: 'the last day of the month',
} as const satisfies Quantity

/**
 * The definition of properties that have not reported a month. `isNotReported` checks it for a row, the
 * server's `notReportedIn` in SQL.
 */
export const notReportedQuantity = {
  name: 'Not reported',
  definition:
    'Properties that have to report the month and have not submitted it; months begun or returned count, too.',
  unit: 'properties',
  population: 'properties with a task of occupancy for the month',
  asOf: 'today at the agency',
} as const satisfies Quantity

/** Checks whether a property has to report a month and has not submitted it. */
export const isNotReported = ({ dueDate, statusId }: { dueDate: string | null; statusId: number }): boolean =>
  dueDate !== null && !isFiled(statusId)
