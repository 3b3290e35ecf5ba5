/** Query keys to refetch after a change of loans or their figures. */
export const loanQueryKeys: readonly string[] = ['loan', 'loannumber', 'loanyear', 'equityfigure']
