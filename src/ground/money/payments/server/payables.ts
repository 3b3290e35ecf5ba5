import type { RawBuilder } from 'kysely'
import type { AnyEntity } from '#kernel/model/entity.ts'
import { slot } from '#kernel/server/module.ts'

/** A subject whose approvals are paid. */
export type Payable = {
  /** The name under which its payments and documents are stored. */
  module: string
  /** Its filed record, which is locked while a payment of it is written. */
  entity: AnyEntity
  /** Before its numbers: `R` of `R-12`. */
  prefix: string
  /** In the names of its events: `reserve` gives `reserve.paid`. */
  name: string
  /** Where one of its records is shown. */
  path: (requestId: number, propertyId: number) => string
  /**
   * SQL of the amounts approved for payment, a row per request and payee: `request_id`, `property_id`,
   * `decided` (a moment), `vendor_id` (null for the property itself) and `amount`.
   */
  rows: () => RawBuilder<unknown>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The payments that the module approves. */
    payables?: readonly Payable[]
  }
}

/** Every subject whose approvals are paid. */
export const payables = slot('payables')
