import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    contactChangeRequest: TableOf<typeof model.ContactChangeRequest>
    contactChange: TableOf<typeof model.ContactChange>
  }
}
