/** A module that claims invoices: how its requests are called in messages, and their name in the status history. */
export type InvoiceModule = { label: string; entity: string }

/** By module name, as in the invoices' `moduleName`. Others add their line here. */
export const invoiceModules: Readonly<Record<string, InvoiceModule>> = {
  Replacement_Reserve: { label: 'replacement reserve request', entity: 'ReplacementReserveRequest' },
}
