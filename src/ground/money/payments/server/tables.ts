import type { TableOf } from '#kernel/server/tables.ts'
import type { Payment } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    payment: TableOf<typeof Payment>
  }
}
