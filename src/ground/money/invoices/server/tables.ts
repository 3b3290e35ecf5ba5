import type { TableOf } from '#kernel/server/tables.ts'
import type { Invoice } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    invoice: TableOf<typeof Invoice>
  }
}
