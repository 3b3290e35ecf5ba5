import type { PermissionKey } from '#kernel/model/access.ts'
import { mergeEntries } from '#kernel/model/slot.ts'
import { slot } from '#kernel/server/module.ts'

/**
 * A module that claims invoices: the name of its requests in messages, their entity in the status history,
 * the permission to read them, and the path of their screen.
 */
export type InvoiceModule = {
  label: string
  entity: string
  permission: PermissionKey
  path: (requestId: number, propertyId: number) => string
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The modules that claim invoices, by the `moduleName` of the invoices. */
    invoices?: Readonly<Record<string, InvoiceModule>>
  }
}

/** Every module that claims invoices. */
export const getInvoiceModules = slot('invoices', mergeEntries)
