/** A module that claims invoices: how its requests are called in messages, their name in the status history, and where one is shown. */
export type InvoiceModule = { label: string; entity: string; path: (requestId: number, propertyId: number) => string }

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Who claims invoices, by the invoices' `moduleName`. */
    invoices?: Readonly<Record<string, InvoiceModule>>
  }
}

/** Every module that claims invoices. */
export let invoiceModules: Readonly<Record<string, InvoiceModule>> = {}

/** Takes the modules that claim invoices. */
export function setInvoiceModules(given: Readonly<Record<string, InvoiceModule>>): void {
  invoiceModules = given
}
