/** The names and paths of the quarterly program that server, browser and the first screens share. */
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

/** Returns the path of the list of a property's months by quarter. */
export const getMonthListPath = ({ propertyId }: { propertyId?: number | null }): string =>
  `/TCAPList/${propertyId}`
