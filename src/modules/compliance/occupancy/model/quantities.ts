import type { Quantity } from '#kernel/model/quantity.ts'

/** Vacant units (domain 17.5); `unitTypeMonths` of the server gives them by unit type, `occupancyMonths` by property. */
export const vacantUnits = {
  name: 'Vacant units',
  definition: 'Units nobody lives in on the last day of the month, ready to rent or off line, as the company reported.',
  unit: 'units',
  population: 'properties that filed the month',
  asOf: 'the last day of the month',
} as const satisfies Quantity
