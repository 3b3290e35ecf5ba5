import type { TableOf } from '#kernel/server/tables.ts'
import type { Vendor } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    vendor: TableOf<typeof Vendor>
  }
}
