import type { RawBuilder } from 'kysely'
import type { AnyEntity } from '#kernel/model/entity.ts'
import { slot } from '#kernel/server/module.ts'

/** A kind of request whose approved amounts are paid. */
export type Payable = {
  /** The module name in stored payments and documents. */
  module: string
  /** The entity of the request, which is locked while one of its payments is written. */
  entity: AnyEntity
  /** The prefix of request numbers: `R` in `R-12`. */
  prefix: string
  /** The first part of event names: `reserve` gives `reserve.paid`. */
  name: string
  /** The path of the screen of a request. */
  path: (requestId: number, propertyId: number) => string
  /**
   * SQL of the amounts approved for payment, one row for each request and payee: `request_id`,
   * `property_id`, `decided` (a moment), `vendor_id` (null for the property itself) and `amount`.
   */
  rows: () => RawBuilder<unknown>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The kinds of requests of this module whose approved amounts are paid. */
    payables?: readonly Payable[]
  }
}

/** Every kind of request whose approved amounts are paid. */
export const getPayables = slot('payables')
