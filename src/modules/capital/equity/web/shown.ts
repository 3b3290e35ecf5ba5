import type { Standing } from '../model/calls.ts'

/** Query keys to refetch after a change of equity figures; computations of distributions use them, too. */
export const shown: readonly string[] = [
  'equityfigure',
  'loan',
  'computationofdistributions',
  'pendingchange',
]

/** The color of each state of a year in lists. */
export const standingTones = {
  'Up to date': 'green',
  'To update': 'blue',
  'Changed since': 'yellow',
  'Not ready': 'yellow',
  'Not begun': 'gray',
} as const satisfies Record<Standing, string>

/** Returns the path of a property’s Equity tab. */
export const equityPath = (propertyId: number): string => `/EditProject/${propertyId}?tab=Equity`
