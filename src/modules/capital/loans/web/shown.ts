/** What is read again when loans or their figures changed. */
export const shown: readonly string[] = ['loan', 'loannumber', 'loanyear', 'equityfigure']
