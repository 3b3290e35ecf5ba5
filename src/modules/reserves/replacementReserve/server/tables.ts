import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    replacementReserveRequest: TableOf<typeof model.ReplacementReserveRequest>
    replacementReserveRequestItem: TableOf<typeof model.ReplacementReserveRequestItem>
    replacementReserveCategory: TableOf<typeof model.ReplacementReserveCategory>
    reserveAuthority: TableOf<typeof model.ReserveAuthority>
  }
}
