type Of = { afsId: number; year: number; propertyId: number }

/**
 * The screens of a statement: itself, its report card, its surplus cash, and what of that may be distributed.
 */
export const statementTabs = ({ afsId, year, propertyId }: Of) => [
  { label: 'Statement', to: `/afs/view/${year}/${propertyId}` },
  {
    label: 'Report card',
    to: `/afs/review/reportcard/${afsId}`,
    also: `/afs/review/reportcard/of/${year}/${propertyId}`,
  },
  { label: 'Surplus cash', to: `/afs/review/surplus/${afsId}` },
  { label: 'Distributions', to: `/afs/review/computationdistribution/${afsId}` },
]
