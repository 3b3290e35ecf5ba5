import type { YearState } from '../model/calls.ts'

/** Query keys to refetch after a change of equity figures; computations of distributions use them, too. */
export const equityQueryKeys: readonly string[] = [
  'equityfigure',
  'loan',
  'computationofdistributions',
  'pendingchange',
]

/** The color of each state of a year in lists. */
export const yearStateColors = {
  'Up to date': 'green',
  'To update': 'blue',
  'Changed since': 'yellow',
  'Not ready': 'yellow',
  'Not begun': 'gray',
} as const satisfies Record<YearState, string>

/** Returns the path of a property’s Equity tab. */
export const getEquityPath = (propertyId: number): string => `/EditProject/${propertyId}?tab=Equity`
