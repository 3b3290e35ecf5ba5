/** What both sides and the first screens know of the quarterly program. */
export const facts = {
  month: { name: 'tcapMonth', label: 'TCAP month', module: 'TCAP', open: '/TCAP/:projectId/:periodDate' },
  quarter: {
    name: 'tcapQuarter',
    label: 'TCAP quarter',
    module: 'TCAPQuarter',
    open: '/TCAPAdmin/:projectId/:year/:quarter',
  },
  queue: '/TCAPListAdmin',
} as const

/** The months of one property, under their quarters. */
export const listPath = ({ propertyId }: { propertyId?: number | null }): string => `/TCAPList/${propertyId}`
