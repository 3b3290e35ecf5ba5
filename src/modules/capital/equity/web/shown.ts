import type { Standing } from '../model/calls.ts'

/** What is read again when equity figures changed; computations of distributions read them, too. */
export const shown: readonly string[] = ['equityfigure', 'loan', 'computationofdistributions']

export const standingTones = {
  'Up to date': 'green',
  'To update': 'blue',
  'Changed since': 'yellow',
  'Not ready': 'yellow',
  'Not begun': 'gray',
} as const satisfies Record<Standing, string>

/** The equity of a property. */
export const equityPath = (propertyId: number): string => `/EditProject/${propertyId}?tab=Equity`
