type StatementKey = { afsId: number; year: number; propertyId: number }

/**
 * Returns the tabs of a statement: the statement, its report card, its surplus cash, and how much may be
 * distributed.
 */
export const getStatementTabs = ({ afsId, year, propertyId }: StatementKey) => [
  { label: 'Statement', to: `/afs/view/${year}/${propertyId}` },
  {
    label: 'Report card',
    to: `/afs/review/reportcard/${afsId}`,
    also: `/afs/review/reportcard/of/${year}/${propertyId}`,
  },
  { label: 'Surplus cash', to: `/afs/review/surplus/${afsId}` },
  { label: 'Distributions', to: `/afs/review/computationdistribution/${afsId}` },
]
