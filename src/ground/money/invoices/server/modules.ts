import type { PermissionKey } from '#kernel/model/access.ts'
import { merged } from '#kernel/model/slot.ts'
import { slot } from '#kernel/server/module.ts'

/**
 * A module that claims invoices: how its requests are called in messages, their name in the status history,
 * the permission that opens them, and where one is shown.
 */
export type InvoiceModule = {
  label: string
  entity: string
  permission: PermissionKey
  path: (requestId: number, propertyId: number) => string
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Who claims invoices, by the invoices' `moduleName`. */
    invoices?: Readonly<Record<string, InvoiceModule>>
  }
}

/** Every module that claims invoices. */
export const invoiceModules = slot('invoices', merged)
