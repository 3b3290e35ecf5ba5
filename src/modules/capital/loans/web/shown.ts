/** Query keys to refetch after a change of loans or their figures. */
export const shown: readonly string[] = ['loan', 'loannumber', 'loanyear', 'equityfigure']
